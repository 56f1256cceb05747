package approval_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

func fullGrant() approval.GrantStatement {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return approval.GrantStatement{
		Request:       domain.StreamID{Family: domain.FamilyApproval, ULID: ulid.MustParse("01ARZ3NDEKTSV4RRFFQ69G5FAV")},
		RequestDigest: domain.Digest{1}, ActionDigest: domain.Digest{2}, LogID: domain.Digest{3}, Policy: domain.Digest{4},
		Scope: domain.ApprovalScope{Repo: "example.org/r", Ref: "refs/heads/main", Branch: "main", After: domain.At(at),
			Until: domain.At(at.Add(time.Hour)), Executor: "agent:codex/x"},
		ExpiresAt: domain.At(at.Add(time.Hour)), Uses: 2, Delegates: []domain.Actor{"agent:codex/y", "agent:a\"b"}, Nonce: "00ff",
	}
}

// zeros is the end of a digest whose first byte is set.
const zeros = "00000000000000000000000000000000000000000000000000000000000000"

// TestStatementsHaveOneForm holds the form that people sign: it is permanent.
func TestStatementsHaveOneForm(t *testing.T) {
	grant := fullGrant()
	bare := approval.GrantStatement{Request: grant.Request, ExpiresAt: grant.ExpiresAt, Uses: 1, Nonce: "0"}
	signers := approval.SignersStatement{LogID: domain.Digest{3}, Previous: domain.EventID(grant.Request.ULID), Added: []string{"a ssh-ed25519 AAAA"}, Removed: []string{"SHA256:x"}}
	clock := approval.ClockStatement{LogID: domain.Digest{3}, Previous: domain.EventID(grant.Request.ULID), Wall: grant.ExpiresAt}
	for name, row := range map[string]struct {
		got  []byte
		want string
	}{
		"a grant": {grant.Bytes(), `{"_type":"https://in-toto.io/Statement/v1","predicate":{"action_digest":"02` + zeros +
			`","delegates":["agent:codex/y","agent:a\"b"],"expires_at":"2026-03-01T13:00:00Z","log_id":"03` + zeros +
			`","nonce":"00ff","policy_digest":"04` + zeros + `","request_digest":"01` + zeros +
			`","scope":{"after":"2026-03-01T12:00:00Z","branch":"main","executor":"agent:codex/x","ref":"refs/heads/main","repo":"example.org/r","until":"2026-03-01T13:00:00Z"},"uses":2},` +
			`"predicateType":"https://github.com/clawable/claw/approval/v1","subject":[{"digest":{"sha256":"01` + zeros + `"},"name":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV"}]}`},
		"a grant without bounds": {bare.Bytes(), `{"_type":"https://in-toto.io/Statement/v1","predicate":{"expires_at":"2026-03-01T13:00:00Z","nonce":"0","uses":1},` +
			`"predicateType":"https://github.com/clawable/claw/approval/v1","subject":[{"digest":{"sha256":"00` + zeros + `"},"name":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV"}]}`},
		"a change of signers": {signers.Bytes(), `{"_type":"https://in-toto.io/Statement/v1","predicate":{"added":["a ssh-ed25519 AAAA"],"log_id":"03` + zeros +
			`","previous":"01ARZ3NDEKTSV4RRFFQ69G5FAV","removed":["SHA256:x"]},"predicateType":"https://github.com/clawable/claw/signers/v1",` +
			`"subject":[{"digest":{"sha256":"03` + zeros + `"},"name":"log"}]}`},
		"a first reset of the clock": {(&approval.ClockStatement{LogID: domain.Digest{3}, Wall: grant.ExpiresAt}).Bytes(),
			`{"_type":"https://in-toto.io/Statement/v1","predicate":{"log_id":"03` + zeros + `","wall":"2026-03-01T13:00:00Z"},` +
				`"predicateType":"https://github.com/clawable/claw/clock/v1","subject":[{"digest":{"sha256":"03` + zeros + `"},"name":"log"}]}`},
		"a later reset of the clock": {clock.Bytes(), `{"_type":"https://in-toto.io/Statement/v1","predicate":{"log_id":"03` + zeros +
			`","previous":"01ARZ3NDEKTSV4RRFFQ69G5FAV","wall":"2026-03-01T13:00:00Z"},"predicateType":"https://github.com/clawable/claw/clock/v1",` +
			`"subject":[{"digest":{"sha256":"03` + zeros + `"},"name":"log"}]}`},
		"its encoding before the signature": {approval.PAE("application/example", []byte("hello world")), "DSSEv1 19 application/example 11 hello world"},
	} {
		if diff := cmp.Diff(row.want, string(row.got)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

func FuzzParseGrantStatement(f *testing.F) {
	grant := fullGrant()
	f.Add(grant.Bytes())
	f.Add([]byte(`{"predicate":{"uses":1},"subject":[{"name":"approval-01ARZ3NDEKTSV4RRFFQ69G5FAV"}]}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := approval.ParseGrantStatement(body)
		if err == nil && string(s.Bytes()) != string(body) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}

func FuzzParseSignersStatement(f *testing.F) {
	s := approval.SignersStatement{LogID: domain.Digest{3}, Added: []string{"a ssh-ed25519 AAAA"}}
	f.Add(s.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := approval.ParseSignersStatement(body)
		if err == nil && string(s.Bytes()) != string(body) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}

func FuzzParseClockStatement(f *testing.F) {
	s := approval.ClockStatement{LogID: domain.Digest{3}, Wall: fullGrant().ExpiresAt}
	f.Add(s.Bytes())
	f.Add([]byte(`{"predicate":{"wall":{"unknown":"not_recorded"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := approval.ParseClockStatement(body)
		if err == nil && (string(s.Bytes()) != string(body) || !s.Wall.Known()) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}
