package approvecmd_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
)

// exportedGrant is an envelope that alice signed, and the statement in it.
func exportedGrant(t testing.TB) (envelope, statement []byte) {
	t.Helper()
	s := approval.GrantStatement{Request: domain.StreamID{Family: domain.FamilyApproval, ULID: domain.Derive(clitest.Now, "request")},
		RequestDigest: domain.Digest{1}, ActionDigest: domain.Digest{2}, LogID: domain.Digest{3}, ExpiresAt: domain.At(clitest.Now.AddDate(0, 0, 1)), Uses: 1, Nonce: "00"}
	signature, err := proof.Sign(clitest.Signer(clitest.AliceSeed), approval.PAE(approval.StatementMediaType, s.Bytes()), approval.GrantNamespace)
	if err != nil {
		t.Fatal(err)
	}
	e, err := proof.Wrap(base64.StdEncoding.EncodeToString(s.Bytes()), signature)
	if err != nil {
		t.Fatal(err)
	}
	if envelope, err = json.Marshal(e); err != nil {
		t.Fatal(err)
	}
	return envelope, s.Bytes()
}

// FuzzAnEnvelopeProvesWhatWasSigned has the program verify any file as alice's grant.
func FuzzAnEnvelopeProvesWhatWasSigned(f *testing.F) {
	good, signed := exportedGrant(f)
	f.Add(good)
	f.Add(bytes.Replace(good, []byte(`"payload":"`), []byte(`"payload":"AAAA`), 1))
	f.Add([]byte(`{"payloadType":"application/vnd.in-toto+json","payload":"e30=","signatures":[]}`))
	f.Add([]byte("null"))
	f.Fuzz(func(t *testing.T, envelope []byte) {
		w := clitest.Empty(t)
		w.File("grant.json", string(envelope))
		w.File("signers", clitest.SignerLine("alice@example.org", clitest.AliceSeed))
		a := w.Run("approval", "verify", "grant.json", "--allowed-signers", "signers", "--json")
		if a.Code != 0 {
			return // checked against the schema of errors
		}
		var e proof.Envelope
		if err := json.Unmarshal(envelope, &e); err != nil || !bytes.Equal(e.Payload, signed) {
			t.Errorf("alice did not sign %q, %v", e.Payload, err)
		}
	})
}

// FuzzSignersTrustTheirKeysAlone has the program read any file of signers for a grant of
// alice's.
func FuzzSignersTrustTheirKeysAlone(f *testing.F) {
	good, _ := exportedGrant(f)
	line, other := clitest.SignerLine("alice@example.org", clitest.AliceSeed), clitest.SignerLine("bob@example.org", clitest.BobSeed)
	key := strings.Fields(line)[2]
	f.Add(line)
	f.Add("# a comment\n" + other)
	f.Add("alice@example.org valid-before=\"20200101Z\" " + strings.Join(strings.Fields(line)[1:], " "))
	f.Add("alice@example.org cert-authority " + strings.Join(strings.Fields(line)[1:], " "))
	f.Fuzz(func(t *testing.T, signers string) {
		w := clitest.Empty(t)
		w.File("grant.json", string(good))
		w.File("signers", signers)
		a := w.Run("approval", "verify", "grant.json", "--allowed-signers", "signers", "--json")
		if a.Code == 0 && !strings.Contains(strings.NewReplacer("=", "").Replace(signers), strings.TrimRight(key, "=")) {
			t.Errorf("%q trusts alice's key", signers)
		}
	})
}
