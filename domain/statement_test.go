package domain_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
)

func fullGrant() domain.GrantStatement {
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	return domain.GrantStatement{
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
	bare := domain.GrantStatement{Request: grant.Request, ExpiresAt: grant.ExpiresAt, Uses: 1, Nonce: "0"}
	signers := domain.SignersStatement{LogID: domain.Digest{3}, Previous: domain.EventID(grant.Request.ULID), Added: []string{"a ssh-ed25519 AAAA"}, Removed: []string{"SHA256:x"}}
	clock := domain.ClockStatement{LogID: domain.Digest{3}, Previous: domain.EventID(grant.Request.ULID), Wall: grant.ExpiresAt}
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
		"a first reset of the clock": {(&domain.ClockStatement{LogID: domain.Digest{3}, Wall: grant.ExpiresAt}).Bytes(),
			`{"_type":"https://in-toto.io/Statement/v1","predicate":{"log_id":"03` + zeros + `","wall":"2026-03-01T13:00:00Z"},` +
				`"predicateType":"https://github.com/clawable/claw/clock/v1","subject":[{"digest":{"sha256":"03` + zeros + `"},"name":"log"}]}`},
		"a later reset of the clock": {clock.Bytes(), `{"_type":"https://in-toto.io/Statement/v1","predicate":{"log_id":"03` + zeros +
			`","previous":"01ARZ3NDEKTSV4RRFFQ69G5FAV","wall":"2026-03-01T13:00:00Z"},"predicateType":"https://github.com/clawable/claw/clock/v1",` +
			`"subject":[{"digest":{"sha256":"03` + zeros + `"},"name":"log"}]}`},
		"its encoding before the signature": {domain.PAE("application/example", []byte("hello world")), "DSSEv1 19 application/example 11 hello world"},
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
		s, err := domain.ParseGrantStatement(body)
		if err == nil && string(s.Bytes()) != string(body) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}

func FuzzParseSignersStatement(f *testing.F) {
	s := domain.SignersStatement{LogID: domain.Digest{3}, Added: []string{"a ssh-ed25519 AAAA"}}
	f.Add(s.Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := domain.ParseSignersStatement(body)
		if err == nil && string(s.Bytes()) != string(body) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}

func FuzzParseClockStatement(f *testing.F) {
	s := domain.ClockStatement{LogID: domain.Digest{3}, Wall: fullGrant().ExpiresAt}
	f.Add(s.Bytes())
	f.Add([]byte(`{"predicate":{"wall":{"unknown":"not_recorded"}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		s, err := domain.ParseClockStatement(body)
		if err == nil && (string(s.Bytes()) != string(body) || !s.Wall.Known()) {
			t.Fatalf("%q was read and is written as %q", body, s.Bytes())
		}
	})
}

func TestAnActionHasOneDigest(t *testing.T) {
	patch := "--- a\n+++ b\n"
	command := domain.Action{CWD: "/src", Argv: []string{"git", "push", "origin", "main"}}
	for name, row := range map[string]struct {
		action domain.Action
		patch  string
		want   string // what is hashed; "" for a refusal
	}{
		"a command":             {command, "", `{"argv":["git","push","origin","main"],"cwd":"/src"}`},
		"a push":                {domain.Action{Base: "aa", Head: "bb", Tree: "cc"}, "", `{"base":"aa","head":"bb","tree":"cc"}`},
		"a patch":               {domain.Action{CWD: "/src", PatchDigest: sha256.Sum256([]byte(patch))}, patch, `{"cwd":"/src","patch":"--- a\n+++ b\n"}`},
		"another patch":         {domain.Action{PatchDigest: sha256.Sum256([]byte(patch))}, "x", ""},
		"no patch":              {domain.Action{PatchDigest: sha256.Sum256([]byte(patch))}, "", ""},
		"a patch not announced": {command, patch, ""},
		"a name not in UTF-8":   {domain.Action{Argv: []string{"rm", "a\xff"}}, "", ""},
		"an empty argument":     {domain.Action{Argv: []string{"x", ""}}, "", `{"argv":["x",""]}`},
		"two words in one":      {domain.Action{Argv: []string{"git push"}}, "", `{"argv":["git push"]}`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := row.action.Digest(row.patch)
			if row.want == "" {
				if err == nil {
					t.Fatalf("digest %s, want a refusal", got)
				}
				return
			}
			sum := sha256.Sum256([]byte(row.want))
			if diff := cmp.Diff(hex.EncodeToString(sum[:]), got.String()); err != nil || diff != "" {
				t.Fatalf("%v -want +got\n%s", err, diff)
			}
		})
	}
}
