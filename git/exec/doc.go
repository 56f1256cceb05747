// Package gitexec finds and runs the git program, and reports how it failed.
//
// There are two ways to run it. [Alone] is for reading: a repository is foreign input, so
// git ignores all configuration, both the repository's and the user's. [AsPerson] is for
// what the user asks for: git runs as the user would type it, with their configuration,
// credentials and hooks. Both use the C locale, so that git's messages can be parsed.
//
// The package starts no shell and does not choose the arguments.
package gitexec
