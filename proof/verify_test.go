package proof_test

import (
	"bytes"
	"encoding/pem"
	"errors"
	"strings"
	"testing"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
	"github.com/clawable/claw/proof/prooftest"
)

const purpose = "approval@claw"

var message = []byte("let it pass")

func sign(t *testing.T, signer ssh.Signer) string {
	t.Helper()
	armored, err := proof.Sign(signer, message, purpose)
	if err != nil {
		t.Fatal(err)
	}
	return armored
}

func signedWith(t *testing.T, signer ssh.Signer, h sshsig.HashAlgorithm) string {
	t.Helper()
	sig, err := sshsig.Sign(bytes.NewReader(message), signer, h, purpose)
	if err != nil {
		t.Fatal(err)
	}
	return string(sshsig.Armor(sig))
}

func TestASignatureHoldsForItsMessageAndPurposeOnly(t *testing.T) {
	key, touched, untouched := newKey(t, 1), prooftest.Token{Seed: 2, Flags: 1}, prooftest.Token{Seed: 3, Flags: 0}
	good := sign(t, key)
	for name, row := range map[string]struct {
		armored, namespace string
		message            []byte
		want               error
		presence           bool
	}{
		"a key file's":                        {good, purpose, message, nil, false},
		"a touched token's":                   {sign(t, touched), purpose, message, nil, true},
		"a token's that nobody touched":       {sign(t, untouched), purpose, message, approval.ErrUntouched, false},
		"a token's that was verified only":    {sign(t, prooftest.Token{Seed: 2, Flags: 4}), purpose, message, approval.ErrUntouched, false},
		"of another message":                  {good, purpose, []byte("let it pass!"), proof.ErrMismatch, false},
		"of another token's message":          {sign(t, touched), purpose, []byte("other"), proof.ErrMismatch, false},
		"for another purpose":                 {good, "file", message, proof.ErrNamespace, false},
		"with another hash":                   {signedWith(t, key, sshsig.HashSHA256), purpose, message, proof.ErrHash, false},
		"nothing":                             {"", purpose, message, proof.ErrNotASignature, false},
		"another block":                       {strings.ReplaceAll(good, "SSH SIGNATURE", "CERTIFICATE"), purpose, message, proof.ErrNotASignature, false},
		"with a text behind it":               {good + "and more", purpose, message, proof.ErrNotASignature, false},
		"cut short":                           {good[:len(good)/2], purpose, message, proof.ErrNotASignature, false},
		"with the flag set after the signing": {flagged(t, sign(t, untouched)), purpose, message, proof.ErrMismatch, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := proof.Verifier{}.Verify(row.armored, row.message, row.namespace)
			if !errors.Is(err, row.want) || (row.want == nil) != (err == nil) {
				t.Fatalf("got error %v, want %v", err, row.want)
			}
			if got.Presence != row.presence {
				t.Fatalf("presence %v, want %v", got.Presence, row.presence)
			}
			if err == nil && len(got.Key) == 0 {
				t.Fatal("no key")
			}
		})
	}
}

// flagged sets the flag of presence in a signature that was made without.
func flagged(t *testing.T, armored string) string {
	t.Helper()
	sig, err := sshsig.Unarmor([]byte(armored))
	if err != nil {
		t.Fatal(err)
	}
	sig.Signature.Rest[0] |= 1
	return string(sshsig.Armor(sig))
}

// TestTheLibraryToo holds golang.org/x/crypto to the flag as well: without it a
// signature of a token does not verify.
func TestTheLibraryChecksTheFlagToo(t *testing.T) {
	k := prooftest.Token{Seed: 4, Flags: 0}
	sig, err := k.Sign(nil, message)
	if err != nil {
		t.Fatal(err)
	}
	if err := k.PublicKey().Verify(message, sig); err == nil {
		t.Fatal("a signature without presence verified")
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAQ==\n-----END SSH SIGNATURE-----\n", message)
	f.Add(string(pem.EncodeToMemory(&pem.Block{Type: sshsig.PEMType, Bytes: []byte("SSHSIG")})), message)
	f.Fuzz(func(t *testing.T, armored string, message []byte) {
		if _, err := (proof.Verifier{}).Verify(armored, message, purpose); err == nil {
			t.Fatalf("%q is a signature of %q", armored, message)
		}
	})
}
