// Package tokencmd holds the verb claw token: who may use the server of the log, and for what.
//
// It parses, prompts and shows; commands/token decides what a token is and which ones are accepted.
package tokencmd
