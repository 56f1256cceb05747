package proof_test

import (
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/proof/prooftest"
)

func newKey(t *testing.T, seed byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(prooftest.Private(seed))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}
