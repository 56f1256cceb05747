// Package workspace holds the verbs claw git, and compares a worktree with its main branch and with
// its lane.
//
// It never fetches, and never changes a worktree.
package workspace
