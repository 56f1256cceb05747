package proof_test

import (
	"crypto/sha256"
	"errors"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof"
	"github.com/clawable/claw/proof/prooftest"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func statement() approval.GrantStatement {
	return approval.GrantStatement{Request: domain.StreamID{Family: domain.FamilyApproval, ULID: ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")},
		LogID: domain.Digest{3}, ExpiresAt: domain.At(noon.Add(time.Hour)), Uses: 2, Nonce: "00ff"}
}

func exported(t *testing.T, signer ssh.Signer) *proof.Envelope {
	t.Helper()
	s := statement()
	return wrapped(t, signer, string(s.Bytes()))
}

// allowed is a set of one signer, who may sign what options state.
func allowed(t *testing.T, options string, key ssh.Signer) *approval.Signers {
	t.Helper()
	set, err := proof.ParseSigners([]byte("# who may\n\nalice@example.org "+options+string(ssh.MarshalAuthorizedKey(key.PublicKey()))), time.UTC)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// refusal is why evidence proves nothing, "" for none.
func refusal(t *testing.T, err error) domain.ApprovalRefusal {
	t.Helper()
	var refused *proof.Refused
	if err != nil && !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if refused == nil {
		return ""
	}
	return refused.Why
}

func judged(t *testing.T, signer ssh.Signer, at time.Time) *proof.Grant {
	t.Helper()
	g, err := proof.JudgeGrant(exported(t, signer), at)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestAForgedGrantProvesNothing(t *testing.T) {
	key := newKey(t, 1)
	for name, row := range map[string]struct {
		envelope *proof.Envelope
		want     domain.ApprovalRefusal
	}{
		"as it was signed":      {exported(t, key), ""},
		"an untouched token's":  {exported(t, prooftest.Token{Seed: 3, Flags: 0}), domain.RefusedAssurance},
		"a statement of no use": {wrapped(t, key, `{"a":1}`), domain.RefusedRequestMismatch},
		"with more uses": {func() *proof.Envelope {
			e, s := exported(t, key), statement()
			s.Uses = 9
			e.Payload = s.Bytes()
			return e
		}(), domain.RefusedSignature},
		"without a signature": {&proof.Envelope{PayloadType: approval.StatementMediaType}, domain.RefusedSignature},
	} {
		t.Run(name, func(t *testing.T) {
			g, err := proof.JudgeGrant(row.envelope, noon)
			if got := refusal(t, err); got != row.want {
				t.Fatalf("refused %q, want %q", got, row.want)
			}
			if err == nil && g.Verdict() != proof.TrustUnknown {
				t.Errorf("verdict %q of a grant by whom nobody trusts yet", g.Verdict())
			}
		})
	}
}

func TestAGrantIsJudgedByWhoIsTrustedThen(t *testing.T) {
	key := newKey(t, 1)
	for name, row := range map[string]struct {
		set     *approval.Signers
		at      time.Time
		want    domain.ApprovalRefusal
		expired bool
	}{
		"a signer":                        {allowed(t, "", key), noon, "", false},
		"a signer, of a grant that ended": {allowed(t, "", key), noon.Add(2 * time.Hour), "", true},
		"another key":                     {allowed(t, "", newKey(t, 2)), noon, domain.RefusedSignerUnknown, false},
		"nobody":                          {nil, noon, domain.RefusedSignerUnknown, false},
		"a signer whose time is over":     {allowed(t, `valid-before="20260228Z" `, key), noon, domain.RefusedSignerNotValid, false},
		"a signer of other things":        {allowed(t, `namespaces="file" `, key), noon, domain.RefusedSignerNotValid, false},
	} {
		t.Run(name, func(t *testing.T) {
			g := judged(t, key, row.at)
			if got := refusal(t, g.TrustIn(row.set, proof.TrustSigners)); got != row.want {
				t.Fatalf("refused %q, want %q", got, row.want)
			}
			verdict, trust, approver := proof.Valid, proof.TrustSigners, domain.Actor("human:alice@example.org")
			if row.want != "" {
				verdict, trust, approver = proof.TrustUnknown, proof.TrustNone, ""
			}
			if g.Verdict() != verdict || g.Trust != trust || g.Approver != approver || g.Expired != row.expired {
				t.Errorf("verdict %q by %q, approver %q, expired %v", g.Verdict(), g.Trust, g.Approver, g.Expired)
			}
		})
	}
}

func TestAGrantIsOfOneLog(t *testing.T) {
	g := judged(t, newKey(t, 1), noon)
	if err := g.OfLog("03" + "00000000000000000000000000000000000000000000000000000000000000"); err != nil {
		t.Error(err)
	}
	if got := refusal(t, g.OfLog(domain.Digest{4}.String())); got != domain.RefusedLogMismatch {
		t.Errorf("refused %q for another log", got)
	}
}

func TestTheLogSaysWhatBecameOfAGrant(t *testing.T) {
	key := newKey(t, 1)
	signers := allowed(t, "", key)
	s := statement()
	signed := approval.Grant{Statement: s, Key: proof.KeyID(key.PublicKey()), StatementDigest: sha256.Sum256(s.Bytes()), Until: noon.Add(time.Hour)}
	with := func(change func(*approval.Grant)) *approval.Approval {
		g := signed
		change(&g)
		return &approval.Approval{Stream: s.Request, Grants: []approval.Grant{g}}
	}
	for name, row := range map[string]struct {
		request *approval.Approval
		at      time.Time
		want    domain.ApprovalRefusal
		verdict proof.Verdict
		left    int
	}{
		"granted":              {with(func(*approval.Grant) {}), noon, "", proof.Valid, 2},
		"used once":            {with(func(g *approval.Grant) { g.Spent = 1 }), noon, "", proof.Valid, 1},
		"used up":              {with(func(g *approval.Grant) { g.Spent = 2 }), noon, "", proof.Valid, 0},
		"revoked":              {with(func(g *approval.Grant) { g.Revoked = true }), noon, "", proof.Ended, 0},
		"expired":              {with(func(*approval.Grant) {}), noon.Add(2 * time.Hour), "", proof.Ended, 0},
		"void":                 {with(func(g *approval.Grant) { g.Void = domain.RefusedSelf }), noon, domain.RefusedSelf, proof.Valid, 0},
		"another grant alone":  {with(func(g *approval.Grant) { g.StatementDigest = domain.Digest{9} }), noon, domain.RefusedNoApproval, proof.Valid, 0},
		"no grant":             {&approval.Approval{Stream: s.Request}, noon, domain.RefusedNoApproval, proof.Valid, 0},
		"no request of a name": {nil, noon, domain.RefusedNoApproval, proof.Valid, 0},
	} {
		t.Run(name, func(t *testing.T) {
			g := judged(t, key, row.at)
			if err := g.TrustIn(signers, proof.TrustLog); err != nil {
				t.Fatal(err)
			}
			if got := refusal(t, g.HoldTo(row.request, signers)); got != row.want {
				t.Fatalf("refused %q, want %q", got, row.want)
			}
			if (g.Standing == nil) != (row.want != "") || g.Standing != nil && g.Standing.Left != row.left || g.Verdict() != row.verdict {
				t.Errorf("verdict %q, standing %+v", g.Verdict(), g.Standing)
			}
		})
	}
}

func TestSignersAreReadWithTheirErrors(t *testing.T) {
	line := "alice@example.org " + string(ssh.MarshalAuthorizedKey(newKey(t, 1).PublicKey()))
	for name, text := range map[string]string{"nobody": "# nobody\n", "a line that is none": "alice\n", "a key twice": line + line} {
		t.Run(name, func(t *testing.T) {
			if set, err := proof.ParseSigners([]byte(text), time.UTC); err == nil {
				t.Errorf("read %d signers", len(set.All()))
			}
		})
	}
}
