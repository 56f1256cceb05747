package scrub_test

import (
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/scrub"
)

// armoured is a signature of n bytes in the armour of OpenSSH.
func armoured(blob []byte) string {
	var b strings.Builder
	b.WriteString("-----BEGIN SSH SIGNATURE-----\n")
	encoded := base64.StdEncoding.EncodeToString(blob)
	for len(encoded) > 70 {
		b.WriteString(encoded[:70] + "\n")
		encoded = encoded[70:]
	}
	return b.String() + encoded + "\n-----END SSH SIGNATURE-----\n"
}

// TestASignatureIsNoSecret scrubs signatures of random bytes: some spell a word of a rule.
func TestASignatureIsNoSecret(t *testing.T) {
	s, dice, spelled := scrub.New(), rand.NewChaCha8([32]byte{7}), 0
	for range 20_000 {
		random := make([]byte, 226)
		_, _ = dice.Read(random)
		signature := armoured(append([]byte("SSHSIG\x00\x00\x00\x01"), random...))
		data, err := json.Marshal(map[string]string{"signature": signature})
		if err != nil {
			t.Fatal(err)
		}
		if _, hits, err := s.Data(data); err != nil || len(hits) > 0 {
			t.Fatalf("%s: %v, %v", signature, hits, err)
		}
		if _, hits := s.Text(signature); len(hits) > 0 {
			spelled++
		}
	}
	if spelled == 0 {
		t.Error("no signature spells the word of a rule: this test shows nothing")
	}
}

// TestWhatLooksSignedIsScrubbed holds that nothing else passes for a signature or a statement.
func TestWhatLooksSignedIsScrubbed(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	statement := `{"_type":"https://in-toto.io/Statement/v1","x":"` + secret + `"}`
	for name, text := range map[string]string{
		"a secret in the armour":         "-----BEGIN SSH SIGNATURE-----\n" + secret + "\n-----END SSH SIGNATURE-----\n",
		"a secret behind the armour":     armoured([]byte("SSHSIG\x00\x00\x00\x01")) + secret,
		"a secret beside a statement":    base64.StdEncoding.EncodeToString([]byte(statement)) + " " + secret,
		"a statement that is not base64": statement,
	} {
		data, err := json.Marshal(map[string]string{"signature": text})
		if err != nil {
			t.Fatal(err)
		}
		if out, hits, err := scrub.New().Data(data); err != nil || len(hits) == 0 || strings.Contains(string(out), secret) {
			t.Errorf("%s passes: %s, %v, %v", name, out, hits, err)
		}
	}
}
