// Package prooftest has FIDO authenticators in software, for tests: what they sign
// carries the flags of the test's choice. It is never part of a program.
package prooftest

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"io"

	"golang.org/x/crypto/ssh"
)

// The flags of an authenticator.
const (
	Untouched byte = 0
	Touched   byte = 1 // a person was there
)

// application is whom OpenSSH's keys are for.
const application = "ssh:"

// Private is the ed25519 key of a number, the same for ever.
func Private(seed byte) ed25519.PrivateKey {
	b := make([]byte, ed25519.SeedSize)
	b[0] = seed
	return ed25519.NewKeyFromSeed(b)
}

// Token is an authenticator that holds the key of Seed, and says Flags of each signature.
type Token struct {
	Seed, Flags byte
}

// PublicKey implements [ssh.Signer].
func (k Token) PublicKey() ssh.PublicKey {
	public, err := ssh.ParsePublicKey(ssh.Marshal(struct {
		Name, Key, Application string
	}{ssh.KeyAlgoSKED25519, string(Private(k.Seed).Public().(ed25519.PublicKey)), application}))
	if err != nil {
		panic(err) // it is of our own making
	}
	return public
}

// Sign implements [ssh.Signer] as PROTOCOL.u2f of OpenSSH lays it out: the hash of the
// application, the flags, a counter, the hash of the message.
func (k Token) Sign(_ io.Reader, data []byte) (*ssh.Signature, error) {
	app, msg := sha256.Sum256([]byte(application)), sha256.Sum256(data)
	rest := binary.BigEndian.AppendUint32([]byte{k.Flags}, 1)
	signed := append(append(app[:], rest...), msg[:]...)
	return &ssh.Signature{Format: ssh.KeyAlgoSKED25519, Blob: ed25519.Sign(Private(k.Seed), signed), Rest: rest}, nil
}
