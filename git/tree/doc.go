// Package gittree determines which git tree a worktree holds, including uncommitted changes, and
// which files are in it.
//
// It works on a copy of the index and writes objects into a separate folder: it changes neither the
// repository nor the user's index.
package gittree
