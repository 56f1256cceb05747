// Package gitstate says how a worktree of git stands: what is checked out, what it was
// expected to stand on, what its upstream has, what is halfway done, what is not
// committed.
//
// It asks git and reads; it changes nothing, not even git's index. What does not apply is
// nil: a folder that is in no repository is not a clean one. What git could not say is
// an error and never a value.
package gitstate
