package proof_test

import (
	"context"
	"crypto"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"testing"

	"github.com/hiddeco/sshsig"
	"github.com/secure-systems-lab/go-securesystemslib/dsse"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
	"github.com/clawable/claw/proof/prooftest"
)

func wrapped(t *testing.T, signer ssh.Signer, body string) *proof.Envelope {
	t.Helper()
	armored, err := proof.Sign(signer, approval.PAE(approval.StatementMediaType, []byte(body)), purpose)
	if err != nil {
		t.Fatal(err)
	}
	e, err := proof.Wrap(base64.StdEncoding.EncodeToString([]byte(body)), armored)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// sshKey lets a stock DSSE verifier check SSH signatures of one key.
type sshKey struct{ key ssh.PublicKey }

func (k sshKey) KeyID() (string, error)   { return proof.KeyID(k.key), nil }
func (k sshKey) Public() crypto.PublicKey { return k.key }
func (k sshKey) Verify(_ context.Context, data, sig []byte) error {
	armored := pem.EncodeToMemory(&pem.Block{Type: sshsig.PEMType, Bytes: sig})
	_, err := proof.Verifier{}.Verify(string(armored), data, purpose)
	return err
}

func TestAStockVerifierAcceptsTheEnvelope(t *testing.T) {
	key := newKey(t, 1)
	doc, err := json.Marshal(wrapped(t, key, `{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	for name, row := range map[string]struct {
		edit func(*dsse.Envelope)
		ok   bool
	}{
		"as it is":                {func(*dsse.Envelope) {}, true},
		"with another payload":    {func(e *dsse.Envelope) { e.Payload = base64.StdEncoding.EncodeToString([]byte(`{"a":2}`)) }, false},
		"with another media type": {func(e *dsse.Envelope) { e.PayloadType = "text/plain" }, false},
	} {
		t.Run(name, func(t *testing.T) {
			var e dsse.Envelope
			if err := json.Unmarshal(doc, &e); err != nil {
				t.Fatal(err)
			}
			row.edit(&e)
			v, err := dsse.NewEnvelopeVerifier(sshKey{key.PublicKey()})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := v.Verify(context.Background(), &e); (err == nil) != row.ok {
				t.Fatalf("verified: %v", err)
			}
		})
	}
}

func TestAnEnvelopeOpensForItsPurposeOnly(t *testing.T) {
	e := wrapped(t, prooftest.Token{Seed: 2, Flags: 1}, `{"a":1}`)
	if body, sig, err := e.Open(purpose); err != nil || string(body) != `{"a":1}` || !sig.Presence {
		t.Fatalf("%s, presence %v, error %v", body, sig.Presence, err)
	}
	if _, _, err := e.Open("signers@claw"); err == nil {
		t.Fatal("opened for another purpose")
	}
	e.Signatures = append(e.Signatures, e.Signatures[0])
	if _, _, err := e.Open(purpose); err == nil {
		t.Fatal("opened with two signatures")
	}
}
