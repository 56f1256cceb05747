// Package keyring signs with the keys of a person: in a file, in an ssh-agent, or in a
// FIDO token that ssh-keygen talks to.
//
// It never keeps a key or a passphrase, and never asks for one itself: who asks is a
// parameter. It knows nothing of who may sign what.
package keyring
