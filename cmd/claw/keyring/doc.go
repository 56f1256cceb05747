// Package keyring signs with a person's keys: in a file, in an ssh-agent, or in a FIDO
// token through ssh-keygen.
//
// It stores no key and no passphrase, and does not prompt: the prompt is a parameter. It
// does not determine who may sign what.
package keyring
