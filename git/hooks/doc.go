// Package githooks installs, removes and inspects the hooks by which git reports pushes
// and rewritten commits to claw, and reads the notes that these hooks write.
//
// A hook is a short script for sh, because git runs one of them at every move of a ref.
// When there is something to report, the script writes a note into the git folder and
// starts claw, for which git does not wait. A hook that was there before is kept beside
// it, runs first and decides.
//
// The package records no events, and writes only in the folder in which git itself looks
// for hooks.
package githooks
