// Package gitstate describes a git worktree: what is checked out, what it is expected to
// be based on, what its upstream has, which operation is in progress, and what is not
// committed.
//
// The package runs git and reads files. It changes nothing, not even git's index. A value
// that does not apply is nil: a folder outside a repository is not a clean one. Where git
// cannot answer, the package returns an error and never a value.
package gitstate
