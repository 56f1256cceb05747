package keyring

import (
	"context"
	"io"
	"strings"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/proof"
)

// Ring is where keys are looked for.
type Ring struct {
	Socket string // of the ssh-agent, "" for none
	// Passphrase asks for that of a key file.
	Passphrase func(file string) ([]byte, error)
	// Says is where ssh-keygen asks for a touch.
	Says io.Writer
	// Trusted reports whether the key of a fingerprint is worth signing with: it
	// chooses among those of an agent.
	Trusted func(fingerprint string) bool
}

// Sign signs a message for a namespace and returns the armoured signature. name is a
// private key file, the fingerprint of a key in the agent, or "agent" for the one key
// there that is trusted.
//
// Errors: kind auth when there is no such key or it does not sign; those of Passphrase.
func (r *Ring) Sign(ctx context.Context, name string, message []byte, namespace string) (string, error) {
	if inAgent(name) {
		return r.byAgent(name, message, namespace)
	}
	return r.byFile(ctx, name, message, namespace)
}

// KeyID returns the fingerprint of the key that [Ring.Sign] would sign with; "" where its file does
// not reveal it without the passphrase.
//
// Errors: kind auth when there is no such key.
func (r *Ring) KeyID(name string) (string, error) {
	if inAgent(name) {
		signers, hangUp, err := r.agent(name)
		if err != nil {
			return "", err
		}
		defer hangUp()
		chosen, err := r.choose(name, signers)
		if err != nil {
			return "", err
		}
		return proof.KeyID(chosen.PublicKey()), nil
	}
	return fileKeyID(name)
}

// inAgent reports whether a name is of a key in the ssh-agent.
func inAgent(name string) bool { return name == "agent" || strings.HasPrefix(name, "SHA256:") }

func sign(signer ssh.Signer, name string, message []byte, namespace string) (string, error) {
	armored, err := proof.Sign(signer, message, namespace)
	if err != nil {
		return "", failed(name, "did not sign", "is the token there, and was it touched?").Because(err)
	}
	return armored, nil
}

func failed(name, message, hint string) *domain.Error {
	return &domain.Error{Kind: domain.ErrAuth, Operation: "sign", Target: name, Message: message, Hint: hint}
}
