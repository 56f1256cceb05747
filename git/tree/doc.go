// Package gittree tells which git tree a worktree holds with what is not committed, and which files
// are in it.
//
// It works on a copy of the index, and writes objects into a folder of its own: it changes neither
// the repository nor the index of the person.
package gittree
