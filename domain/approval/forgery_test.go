package approval_test

import (
	"encoding/base64"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/proof/prooftest"
)

// TestAForgedGrantIsVoid edits one thing of a good grant in each row.
func TestAForgedGrantIsVoid(t *testing.T) {
	type edit struct {
		statement func(*approval.GrantStatement)
		event     func(*world, *domain.ApprovalGranted)
		request   func(*domain.ApprovalRequested)
		want      domain.ApprovalRefusal
	}
	for name, row := range map[string]edit{
		"nothing edited": {},
		"unsigned":       {event: func(_ *world, p *domain.ApprovalGranted) { p.Signature = "" }, want: domain.RefusedSignature},
		"signature of another statement": {event: func(w *world, p *domain.ApprovalGranted) {
			p.Signature = w.sign(keyOf(t, 1), []byte("{}"), approval.GrantNamespace)
		}, want: domain.RefusedSignature},
		"signed for another purpose": {event: func(w *world, p *domain.ApprovalGranted) {
			s := w.statement()
			p.Signature = w.sign(keyOf(t, 1), s.Bytes(), "file")
		}, want: domain.RefusedSignature},
		"signed by a stranger": {event: func(w *world, p *domain.ApprovalGranted) {
			*p = *w.granted(keyOf(t, 9), alice, domain.AssuranceSoftware, w.statement())
		}, want: domain.RefusedSignerUnknown},
		"statement edited after the signing": {event: func(w *world, p *domain.ApprovalGranted) {
			s := w.statement()
			s.Uses = 1
			p.Statement, p.Uses = base64.StdEncoding.EncodeToString(s.Bytes()), 1
		}, want: domain.RefusedSignature},
		"statement with a second meaning": {event: func(w *world, p *domain.ApprovalGranted) {
			s := w.statement()
			body := append([]byte(`{"uses":99,`), s.Bytes()[1:]...)
			p.Statement, p.Signature = base64.StdEncoding.EncodeToString(body), w.sign(keyOf(t, 1), body, approval.GrantNamespace)
		}, want: domain.RefusedRequestMismatch},
		"row that shows more uses than were signed": {event: func(_ *world, p *domain.ApprovalGranted) { p.Uses = 9 }, want: domain.RefusedRequestMismatch},
		"row that shows another approver":           {event: func(_ *world, p *domain.ApprovalGranted) { p.Approver = "human:bob@example.org" }, want: domain.RefusedRequestMismatch},
		"row that claims presence":                  {event: func(_ *world, p *domain.ApprovalGranted) { p.Assurance = domain.AssurancePresence }, want: domain.RefusedRequestMismatch},
		"for another request":                       {statement: func(s *approval.GrantStatement) { s.RequestDigest[0]++ }, want: domain.RefusedRequestMismatch},
		"for another action":                        {statement: func(s *approval.GrantStatement) { s.ActionDigest[0]++ }, want: domain.RefusedRequestMismatch},
		"for another stream":                        {statement: func(s *approval.GrantStatement) { s.Request.ULID[15]++ }, want: domain.RefusedRequestMismatch},
		"for another log":                           {statement: func(s *approval.GrantStatement) { s.LogID[0]++ }, want: domain.RefusedLogMismatch},
		"under another policy":                      {statement: func(s *approval.GrantStatement) { s.Policy[0]++ }, want: domain.RefusedPolicyMismatch},
		"without the policy":                        {statement: func(s *approval.GrantStatement) { s.Policy = domain.Digest{} }, want: domain.RefusedPolicyMismatch},
		"for another repository":                    {statement: func(s *approval.GrantStatement) { s.Scope.Repo = "example.org/other" }, want: domain.RefusedScope},
		"for every repository":                      {statement: func(s *approval.GrantStatement) { s.Scope = domain.ApprovalScope{} }, want: domain.RefusedScope},
		"narrower than asked":                       {statement: func(s *approval.GrantStatement) { s.Scope.Ref, s.Uses = "refs/heads/x", 1 }},
		"more uses than asked":                      {statement: func(s *approval.GrantStatement) { s.Uses = 3 }, want: domain.RefusedScope},
		"no use":                                    {statement: func(s *approval.GrantStatement) { s.Uses = 0 }, want: domain.RefusedScope},
		"for longer than a day": {statement: func(s *approval.GrantStatement) {
			s.ExpiresAt = domain.At(s.ExpiresAt.Time().Add(2 * time.Hour))
		}, want: domain.RefusedExpiryTooLong},
		"for ever":         {statement: func(s *approval.GrantStatement) { s.ExpiresAt = domain.Instant{} }, want: domain.RefusedExpiryTooLong},
		"expired at birth": {statement: func(s *approval.GrantStatement) { s.ExpiresAt = domain.At(start) }, want: domain.RefusedExpired},
		"without a nonce":  {statement: func(s *approval.GrantStatement) { s.Nonce = "" }, want: domain.RefusedNonceUsed},
		"by who asked":     {request: func(r *domain.ApprovalRequested) { r.Requester = alice }, want: domain.RefusedSelf},
		"by who will act":  {statement: func(s *approval.GrantStatement) { s.Scope.Executor = alice }, want: domain.RefusedSelf},
		"by a key file where presence is due": {request: func(r *domain.ApprovalRequested) {
			r.Assurance = domain.AssurancePresence
		}, want: domain.RefusedAssurance},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.signers(keyOf(t, 1), approval.SignersStatement{Added: []string{line("alice@example.org", keyOf(t, 1), "")}})
			if row.request != nil {
				row.request(&w.request)
			}
			w.apply(&w.request)
			s := w.statement()
			if row.statement != nil {
				row.statement(&s)
			}
			p := w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, s)
			if row.event != nil {
				row.event(w, p)
			}
			id := w.apply(p)
			if got := w.a.Grants[0].Void; got != row.want {
				t.Fatalf("void %q, want %q", got, row.want)
			}
			w.apply(w.consumed(id, 1))
			if got := w.a.Uses[0].Void; (got == "") != (row.want == "" && s.Scope.Ref == "") {
				t.Fatalf("a use of it: void %q", got)
			}
		})
	}
}

func TestAGrantCountsOnce(t *testing.T) {
	w := ready(t, keyOf(t, 1))
	p := w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, w.statement())
	w.apply(p)
	w.apply(p)
	if got := w.a.Grants[1].Void; got != domain.RefusedNonceUsed {
		t.Fatalf("the repeated grant: void %q", got)
	}
}

func TestATokenProvesPresence(t *testing.T) {
	touched, untouched := prooftest.Token{Seed: 2, Flags: prooftest.Touched}, prooftest.Token{Seed: 2, Flags: prooftest.Untouched}
	w := newWorld(t)
	w.request.Class = domain.ActionShip
	w.signers(touched, approval.SignersStatement{Added: []string{line("alice@example.org", touched, ""), line("bob@example.org", keyOf(t, 1), "")}})
	w.apply(&w.request)
	s := w.statement()
	w.apply(w.granted(untouched, alice, domain.AssurancePresence, s))
	w.apply(w.granted(keyOf(t, 1), "human:bob@example.org", domain.AssuranceSoftware, s))
	w.apply(w.granted(touched, alice, domain.AssurancePresence, s))
	for i, want := range []domain.ApprovalRefusal{domain.RefusedAssurance, domain.RefusedAssurance, ""} {
		if got := w.a.Grants[i].Void; got != want {
			t.Errorf("grant %d: void %q, want %q", i+1, got, want)
		}
	}
}

func TestThePolicyBoundsAGrant(t *testing.T) {
	w := ready(t, keyOf(t, 1))
	w.rules.Bounds = func(policy domain.Digest, r string) (approval.Bounds, bool) {
		return approval.Bounds{Longest: time.Hour, Least: domain.AssuranceSoftware}, policy == w.request.Policy && r == rule
	}
	w.apply(w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, w.statement()))
	if got := w.a.Grants[0].Void; got != domain.RefusedExpiryTooLong {
		t.Fatalf("void %q", got)
	}
}

// TestNobodyBeginsAnew holds the set of signers to its own keys.
func TestNobodyBeginsAnew(t *testing.T) {
	one, two, stranger := keyOf(t, 1), keyOf(t, 2), keyOf(t, 9)
	add := func(principal string, n byte) approval.SignersStatement {
		return approval.SignersStatement{Added: []string{line(principal, keyOf(t, n), "")}}
	}
	w := newWorld(t)
	if c := w.signers(stranger, add("alice@example.org", 1)); c.Refused != domain.RefusedSignerUnknown {
		t.Fatalf("a first set that a stranger signs: %q", c.Refused)
	}
	if c := w.signersAs(one, approval.SignersStatement{LogID: w.rules.LogID, Added: add("alice@example.org", 1).Added}, approval.GrantNamespace); c.Refused != domain.RefusedSignature {
		t.Fatalf("signed for another purpose: %q", c.Refused)
	}
	first := add("alice@example.org", 1)
	if c := w.signers(one, first); c.Refused != "" || !c.Bootstrap {
		t.Fatalf("the first set: %+v", c)
	}
	for name, row := range map[string]struct {
		by     byte
		change approval.SignersStatement
		want   domain.ApprovalRefusal
	}{
		"a second beginning":         {9, add("mallory@example.org", 9), domain.RefusedSignerUnknown},
		"the only key removed":       {1, approval.SignersStatement{Removed: []string{approval.Fingerprint(one.PublicKey().Marshal())}}, domain.RefusedRequestMismatch},
		"a key of two people":        {1, add("mallory@example.org", 1), domain.RefusedRequestMismatch},
		"a line that is none":        {1, approval.SignersStatement{Added: []string{"mallory"}}, domain.RefusedRequestMismatch},
		"a key that is not there":    {1, approval.SignersStatement{Removed: []string{"SHA256:x"}}, domain.RefusedRequestMismatch},
		"a pattern":                  {1, approval.SignersStatement{Added: []string{line("*@example.org", two, "")}}, domain.RefusedRequestMismatch},
		"a certificate authority":    {1, approval.SignersStatement{Added: []string{line("ca@example.org", two, "cert-authority ")}}, domain.RefusedRequestMismatch},
		"another person, by the set": {1, add("bob@example.org", 2), ""},
	} {
		t.Run(name, func(t *testing.T) {
			branch := *w
			history := *w.rules.Signers
			branch.rules.Signers = &history
			branch.t = t
			if c := branch.signers(keyOf(t, row.by), row.change); c.Refused != row.want {
				t.Fatalf("refused %q, want %q", c.Refused, row.want)
			}
		})
	}
	replayed := first
	replayed.LogID = w.rules.LogID
	if c := w.signersAs(one, replayed, approval.SignersNamespace); c.Refused != domain.RefusedNonceUsed {
		t.Fatalf("a statement of before: %q", c.Refused)
	}
}
