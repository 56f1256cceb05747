// Package shell reads command lines as a shell would: words, simple commands, redirections, what a
// program that runs others is given to run, and the folders that a text goes to.
//
// What cannot be determined stays unknown: a word that a shell would compute, a text that does not
// parse. The package runs no command, reads no file and expands no glob. It contains no rules; package
// policy holds those.
package shell
