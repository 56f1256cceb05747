// Package gitexec finds and runs the git program, and says how it failed.
//
// There are two ways to run it. [Alone]: a repository's words are another person's, so
// nothing that it or anybody configures is heard; for reading. [AsPerson]: as the person
// would type it, with their configuration, credentials and hooks; for what they ask for.
// Both speak the C locale, so that what git says can be read.
//
// It never starts a shell and never chooses what is asked.
package gitexec
