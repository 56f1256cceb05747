package signing_test

import (
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/signing/signingtest"
)

func newKey(t *testing.T, seed byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(signingtest.Private(seed))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}
