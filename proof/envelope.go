package proof

import (
	"encoding/base64"
	"encoding/pem"
	"fmt"

	"github.com/hiddeco/sshsig"

	"github.com/clawable/claw/domain/approval"
)

// Envelope is a DSSE v1 envelope. The signature is the SSH signature's own bytes, the
// armour of ssh-keygen without its frame.
type Envelope struct {
	PayloadType string              `json:"payloadType"`
	Payload     []byte              `json:"payload"` // base64 in JSON
	Signatures  []EnvelopeSignature `json:"signatures"`
}

// EnvelopeSignature is one signature of an envelope.
type EnvelopeSignature struct {
	KeyID string `json:"keyid"` // SHA256:… as ssh-keygen -l prints
	Sig   []byte `json:"sig"`   // base64 in JSON
}

// Wrap puts a stored statement and its armoured signature into an envelope, byte for byte.
//
// Errors: the statement is not base64, the signature has no armour.
func Wrap(statement, armored string) (*Envelope, error) {
	body, err := base64.StdEncoding.DecodeString(statement)
	if err != nil {
		return nil, fmt.Errorf("read statement: %w", err)
	}
	sig, err := unarmor(armored)
	if err != nil {
		return nil, err
	}
	return &Envelope{PayloadType: approval.StatementMediaType, Payload: body,
		Signatures: []EnvelopeSignature{{KeyID: KeyID(sig.PublicKey), Sig: sig.Marshal()}}}, nil
}

// Open checks the one signature of an envelope for a namespace and returns the
// statement's bytes.
//
// Errors: as [Verifier.Verify]; [ErrNotASignature] for another payload type or another
// number of signatures than one.
func (e *Envelope) Open(namespace string) ([]byte, approval.Signature, error) {
	if e.PayloadType != approval.StatementMediaType || len(e.Signatures) != 1 {
		return nil, approval.Signature{}, fmt.Errorf("%w: want one signature over %s", ErrNotASignature, approval.StatementMediaType)
	}
	sig, err := Verifier{}.Verify(e.Armored(), approval.PAE(e.PayloadType, e.Payload), namespace)
	return e.Payload, sig, err
}

// Armored is the first signature of an envelope as logs store it, "" for an envelope without one.
func (e *Envelope) Armored() string {
	if len(e.Signatures) == 0 {
		return ""
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: sshsig.PEMType, Bytes: e.Signatures[0].Sig}))
}
