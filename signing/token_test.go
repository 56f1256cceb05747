package signing_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"io"
	"testing"

	"golang.org/x/crypto/ssh"
)

// token is a FIDO authenticator in software: what it signs carries the flags of its
// choice, as PROTOCOL.u2f lays them out.
type token struct {
	private ed25519.PrivateKey
	public  ssh.PublicKey
	flags   byte
	counter uint32
}

const application = "ssh:"

func newToken(t *testing.T, seed byte, flags byte) *token {
	t.Helper()
	private := ed25519.NewKeyFromSeed(seedOf(seed))
	wire := ssh.Marshal(struct {
		Name, Key, Application string
	}{ssh.KeyAlgoSKED25519, string(private.Public().(ed25519.PublicKey)), application})
	public, err := ssh.ParsePublicKey(wire)
	if err != nil {
		t.Fatal(err)
	}
	return &token{private: private, public: public, flags: flags}
}

func seedOf(b byte) []byte {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = b
	return seed
}

// PublicKey implements [ssh.Signer].
func (k *token) PublicKey() ssh.PublicKey { return k.public }

// Sign implements [ssh.Signer].
func (k *token) Sign(_ io.Reader, data []byte) (*ssh.Signature, error) {
	k.counter++
	app, msg := sha256.Sum256([]byte(application)), sha256.Sum256(data)
	rest := binary.BigEndian.AppendUint32([]byte{k.flags}, k.counter)
	signed := append(append(app[:], rest...), msg[:]...)
	return &ssh.Signature{Format: ssh.KeyAlgoSKED25519, Blob: ed25519.Sign(k.private, signed), Rest: rest}, nil
}

func newKey(t *testing.T, seed byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seedOf(seed)))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}
