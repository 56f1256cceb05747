// Package githooks writes the hooks by which git tells claw of pushes into a repository,
// takes them out again, and says how they stand.
//
// A hook is a short script for sh that starts claw only where there is something to
// tell: git runs one of them at every move of a ref. A hook that was there before is kept
// beside it, goes first and decides.
//
// It never records anything, and never writes outside of the folder in which git itself
// looks for hooks.
package githooks
