package proof

import (
	"bytes"
	"encoding/binary"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain/approval"
)

// Verifier implements [approval.Verifier]. The zero value is ready; it may be used by
// many at once.
type Verifier struct{}

var _ approval.Verifier = Verifier{}

// The flags in a signature of a FIDO token (PROTOCOL.u2f).
const flagPresent = 1

// The reasons why a signature does not hold.
var (
	ErrNotASignature = errors.New("signing: not an SSH signature")
	ErrHash          = errors.New("signing: the message was not hashed with sha512")
	ErrNamespace     = errors.New("signing: signed for another purpose")
	ErrMismatch      = errors.New("signing: the signature is not of this message")
)

// Verify implements [approval.Verifier].
//
// Errors: [ErrNotASignature], [ErrHash], [ErrNamespace], [ErrMismatch], and
// [approval.ErrUntouched] for a valid signature by a token that was not touched, which
// ssh-keygen -Y verify accepts.
func (Verifier) Verify(armored string, message []byte, namespace string) (approval.Signature, error) {
	sig, err := unarmor(armored)
	if err != nil {
		return approval.Signature{}, err
	}
	switch {
	case sig.HashAlgorithm != sshsig.HashSHA512:
		return approval.Signature{}, fmt.Errorf("%w: %s", ErrHash, sig.HashAlgorithm)
	case sig.Namespace != namespace:
		return approval.Signature{}, fmt.Errorf("%w: %q, want %q", ErrNamespace, sig.Namespace, namespace)
	}
	out := approval.Signature{Key: sig.PublicKey.Marshal()}
	token := strings.HasPrefix(sig.PublicKey.Type(), "sk-")
	if token && !touched(sig.Signature) {
		return approval.Signature{}, approval.ErrUntouched
	}
	if err := sshsig.Verify(bytes.NewReader(message), sig, sig.PublicKey, sshsig.HashSHA512, namespace); err != nil {
		return approval.Signature{}, fmt.Errorf("%w: %w", ErrMismatch, err)
	}
	out.Presence = token
	return out, nil
}

// unarmor reads one armoured signature and nothing beside it.
func unarmor(armored string) (*sshsig.Signature, error) {
	block, rest := pem.Decode([]byte(armored))
	if block == nil || block.Type != sshsig.PEMType || len(block.Headers) > 0 || len(bytes.TrimSpace(rest)) > 0 {
		return nil, fmt.Errorf("%w: no %s block, or more than that", ErrNotASignature, sshsig.PEMType)
	}
	sig, err := sshsig.ParseSignature(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotASignature, err)
	}
	return sig, nil
}

// touched reads the flags behind the signature of a token: flags byte, counter uint32.
func touched(sig *ssh.Signature) bool {
	return len(sig.Rest) == 1+binary.Size(uint32(0)) && sig.Rest[0]&flagPresent != 0
}

// Sign signs message for the namespace and returns the armoured signature.
//
// Errors: those of the signer.
func Sign(signer ssh.Signer, message []byte, namespace string) (string, error) {
	sig, err := sshsig.Sign(bytes.NewReader(message), signer, sshsig.HashSHA512, namespace)
	if err != nil {
		return "", fmt.Errorf("sign for %s: %w", namespace, err)
	}
	return string(sshsig.Armor(sig)), nil
}

// KeyID names a key in a DSSE envelope as [approval.Fingerprint] does.
func KeyID(key ssh.PublicKey) string { return approval.Fingerprint(key.Marshal()) }
