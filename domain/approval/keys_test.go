package approval_test

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
)

func keyOf(t *testing.T, n byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(private(n))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func private(n byte) ed25519.PrivateKey {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	return ed25519.NewKeyFromSeed(seed)
}

// token is a FIDO authenticator in software, with the flags of its choice.
type token struct {
	n, flags byte
}

const application = "ssh:"

// PublicKey implements [ssh.Signer].
func (k token) PublicKey() ssh.PublicKey {
	public, err := ssh.ParsePublicKey(ssh.Marshal(struct {
		Name, Key, Application string
	}{ssh.KeyAlgoSKED25519, string(private(k.n).Public().(ed25519.PublicKey)), application}))
	if err != nil {
		panic(err)
	}
	return public
}

// Sign implements [ssh.Signer].
func (k token) Sign(_ io.Reader, data []byte) (*ssh.Signature, error) {
	app, msg := sha256.Sum256([]byte(application)), sha256.Sum256(data)
	rest := binary.BigEndian.AppendUint32([]byte{k.flags}, 1)
	return &ssh.Signature{Format: ssh.KeyAlgoSKED25519, Blob: ed25519.Sign(private(k.n), append(append(app[:], rest...), msg[:]...)), Rest: rest}, nil
}

func messageOf(t *testing.T, err error) string {
	t.Helper()
	typed := (*domain.Error)(nil)
	if !errors.As(err, &typed) {
		t.Fatalf("not typed: %v", err)
	}
	return typed.Message
}
