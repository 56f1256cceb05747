package approval_test

import (
	"errors"
	"testing"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/proof/prooftest"
)

func keyOf(t *testing.T, n byte) ssh.Signer {
	t.Helper()
	signer, err := ssh.NewSignerFromKey(prooftest.Private(n))
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

func messageOf(t *testing.T, err error) string {
	t.Helper()
	typed := (*domain.Error)(nil)
	if !errors.As(err, &typed) {
		t.Fatalf("not typed: %v", err)
	}
	return typed.Message
}
