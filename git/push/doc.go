// Package gitpush moves one ref of a remote with the user's credentials, configuration and
// hooks.
//
// A push names one commit, one ref and the value that the ref must hold before it. Nothing
// else is pushed, whatever is configured, and a ref that was moved by another push is not
// overwritten. The result is read from the remote and never assumed.
//
// The package records nothing and decides nothing.
package gitpush
