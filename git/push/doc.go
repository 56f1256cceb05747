// Package gitpush moves a ref of a remote, as the person who asks for it: with their
// credentials, their configuration and their hooks.
//
// A push names one commit and one ref, and what the ref must hold before: nothing else
// goes along, whatever is configured, and a ref that another one moved is not
// overwritten. What came of it is read from the remote, never guessed.
//
// It records nothing and decides nothing.
package gitpush
