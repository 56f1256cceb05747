// Package githooks writes the hooks by which git tells claw of pushes and rewritten
// commits into a repository, takes them out again, says how they stand, and reads what
// they lay down.
//
// A hook is a short script for sh. Where there is something to tell it lays that down in
// the git folder and starts claw, for which git does not wait: git runs one of them at
// every move of a ref. A hook that was there before is kept beside it, goes first and
// decides.
//
// It never records anything, and never writes outside of the folder in which git itself
// looks for hooks.
package githooks
