package approve_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/proof"
)

const (
	agent = domain.Actor("agent:claude-code/s1")
	relay = domain.Actor("agent:codex/relay")
)

var push = domain.Action{CWD: "/src", Argv: []string{"git", "push", "origin", "main"}}

// court is a log with approvals and a clock that is stopped until it is set.
type court struct {
	*approve.Approvals
	t   *testing.T
	log eventlog.Log
	now time.Time
}

func newCourt(t *testing.T) *court {
	t.Helper()
	c := &court{t: t, now: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	log, err := memlog.Open(memlog.Options{Name: "test", Now: func() time.Time { return c.now }})
	if err != nil {
		t.Fatal(err)
	}
	c.log = log
	c.Approvals = approvalsOf(log, func() time.Time { return c.now })
	return c
}

func approvalsOf(log eventlog.Log, now func() time.Time) *approve.Approvals {
	return approve.NewApprovals(commandtest.OperatorOf(log, now), proof.Verifier{})
}

func key(n byte) ssh.Signer {
	seed := make([]byte, ed25519.SeedSize)
	seed[0] = n
	signer, err := ssh.NewSignerFromKey(ed25519.NewKeyFromSeed(seed))
	if err != nil {
		panic(err)
	}
	return signer
}

func lineOf(principal string, key ssh.Signer) string {
	return principal + " " + strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key.PublicKey())))
}

func sign(t *testing.T, by ssh.Signer, body []byte, namespace string) string {
	t.Helper()
	armored, err := proof.Sign(by, approval.PAE(approval.StatementMediaType, body), namespace)
	if err != nil {
		t.Fatal(err)
	}
	return armored
}

// signers changes who may sign, with the signature of a key.
func (c *court) signers(by ssh.Signer, added, removed []string) error {
	c.t.Helper()
	s, _, err := c.Signers().Offer(c.t.Context(), added, removed)
	if err != nil {
		return err
	}
	_, err = c.Signers().Change(c.t.Context(), s, sign(c.t, by, s.Bytes(), approval.SignersNamespace))
	return err
}

// requested is a request for uses of the push, with alice as signer.
func (c *court) requested(uses int) domain.StreamID {
	c.t.Helper()
	if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
		c.t.Fatal(err)
	}
	one, err := c.Request(c.t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: uses}, "")
	if err != nil {
		c.t.Fatal(err)
	}
	return one.Stream
}

func (c *court) grant(stream domain.StreamID, by ssh.Signer, terms approve.Terms) (record.Decided, error) {
	c.t.Helper()
	offer, err := c.Offer(c.t.Context(), stream, terms)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.Grant(c.t.Context(), &offer.Statement, sign(c.t, by, offer.Statement.Bytes(), approval.GrantNamespace))
}

func (c *court) granted(uses int) domain.StreamID {
	c.t.Helper()
	stream := c.requested(uses)
	if _, err := c.grant(stream, key(1), approve.Terms{Delegates: []domain.Actor{relay}}); err != nil {
		c.t.Fatal(err)
	}
	return stream
}

// refusal is why an error refuses, "" for no error.
func refusal(t *testing.T, err error) domain.ApprovalRefusal {
	t.Helper()
	if err == nil {
		return ""
	}
	var e *domain.Error
	if !errors.As(err, &e) || e.Kind != domain.ErrPolicy || (e.Hint == "") == e.Next.IsZero() {
		t.Fatalf("no refusal: %v", err)
	}
	why, _ := e.Detail["refusal"].(domain.ApprovalRefusal)
	return why
}

func (c *court) refusals(stream domain.StreamID) (all []domain.ApprovalRefusal) {
	one, _, err := c.Load(c.t.Context(), stream)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, r := range one.Refusals {
		all = append(all, r.Reason)
	}
	return all
}

// TestAUseIsSpentOnceAndHasAResult follows one approval from the request to the result.
func TestAUseIsSpentOnceAndHasAResult(t *testing.T) {
	c := newCourt(t)
	stream := c.granted(1)
	used, err := c.Consume(t.Context(), stream, approve.Claim{Action: push, Executor: agent})
	if err != nil || used.Use != 1 || used.Left != 0 {
		t.Fatalf("%+v, error %v", used, err)
	}
	standing := func() approval.Standing {
		one, rules, err := c.Load(t.Context(), stream)
		if err != nil {
			t.Fatal(err)
		}
		return one.Standing(c.now, rules.Signers.Now())
	}
	if s := standing(); s.Status != approval.Consumed || s.Unresolved != 1 {
		t.Fatalf("before the result: %+v", s)
	}
	for range 2 { // a result that is recorded again is the same
		if _, err := c.Result(t.Context(), used.Event, agent, &domain.ToolCompleted{}); err != nil {
			t.Fatal(err)
		}
	}
	if s := standing(); s.Unresolved != 0 {
		t.Fatalf("after the result: %+v", s)
	}
	_, err = c.Consume(t.Context(), stream, approve.Claim{Action: push, Executor: agent})
	if why := refusal(t, err); why != domain.RefusedConsumed {
		t.Fatalf("the second use: %s", why)
	}
	if diff := cmp.Diff([]domain.ApprovalRefusal{domain.RefusedConsumed}, c.refusals(stream)); diff != "" {
		t.Errorf("evidence (-want +got)\n%s", diff)
	}
	for _, e := range commandtest.Events(t, c.log, eventlog.Query{}) {
		if e.Lane() != "" {
			t.Errorf("%s is about lane %s", e.Kind, e.Lane())
		}
	}
}

// TestARefusedUseIsEvidence tries one wrong thing in each row.
func TestARefusedUseIsEvidence(t *testing.T) {
	for name, row := range map[string]struct {
		before func(*court, domain.StreamID)
		claim  func(*approve.Claim)
		want   domain.ApprovalRefusal
	}{
		"another argument":  {claim: func(c *approve.Claim) { c.Action.Argv = append(c.Action.Argv, "--force") }, want: domain.RefusedScope},
		"another folder":    {claim: func(c *approve.Claim) { c.Action.CWD = "/elsewhere" }, want: domain.RefusedScope},
		"a tree added":      {claim: func(c *approve.Claim) { c.Action.Tree = "abc" }, want: domain.RefusedScope},
		"somebody else":     {claim: func(c *approve.Claim) { c.Executor = "agent:codex/other" }, want: domain.RefusedDelegate},
		"who granted it":    {claim: func(c *approve.Claim) { c.Executor = "human:alice@example.org" }, want: domain.RefusedSelf},
		"a signed delegate": {claim: func(c *approve.Claim) { c.Executor = relay }},
		"a secret": {claim: func(c *approve.Claim) {
			c.Action.Argv = []string{"curl", "-H", "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345"}
		}, want: domain.RefusedSecretInTheAction},
		"too late":   {before: func(c *court, _ domain.StreamID) { c.now = c.now.Add(25 * time.Hour) }, want: domain.RefusedExpired},
		"taken back": {before: func(c *court, s domain.StreamID) { c.must(c.Revoke(c.t.Context(), s, domain.EventID{}, agent, "")) }, want: domain.RefusedRevoked},
		"denied":     {before: func(c *court, s domain.StreamID) { c.must(c.Deny(c.t.Context(), s, agent, "no")) }, want: domain.RefusedDenied},
		"the signer left": {before: func(c *court, _ domain.StreamID) {
			if err := c.signers(key(1), []string{lineOf("bob@example.org", key(2))}, []string{proof.KeyID(key(1).PublicKey())}); err != nil {
				c.t.Fatal(err)
			}
		}, want: domain.RefusedSignerUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourt(t)
			stream := c.granted(1)
			if row.before != nil {
				row.before(c, stream)
			}
			claim := approve.Claim{Action: push, Executor: agent}
			if row.claim != nil {
				row.claim(&claim)
			}
			_, err := c.Consume(t.Context(), stream, claim)
			if got := refusal(t, err); got != row.want {
				t.Fatalf("refused %q, want %q", got, row.want)
			}
			var want []domain.ApprovalRefusal
			if row.want != "" {
				want = append(want, row.want)
			}
			if diff := cmp.Diff(want, c.refusals(stream)); diff != "" {
				t.Errorf("evidence (-want +got)\n%s", diff)
			}
			holdsNoSecret(t, c.log)
		})
	}
}

func (c *court) must(_ record.Decided, err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

func holdsNoSecret(t *testing.T, log eventlog.Log) {
	t.Helper()
	for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
		if strings.Contains(string(e.Data), "ghp_") {
			t.Errorf("%s holds the secret", e.Kind)
		}
	}
}

// TestARefusedGrantIsEvidence offers one wrong grant in each row.
func TestARefusedGrantIsEvidence(t *testing.T) {
	for name, row := range map[string]struct {
		terms approve.Terms
		edit  func(*approval.GrantStatement)
		by    ssh.Signer
		want  domain.ApprovalRefusal
	}{
		"as asked":             {},
		"for less":             {terms: approve.Terms{For: time.Hour}},
		"by a stranger":        {by: key(9), want: domain.RefusedSignerUnknown},
		"for longer":           {terms: approve.Terms{For: 25 * time.Hour}, want: domain.RefusedExpiryTooLong},
		"for more uses":        {terms: approve.Terms{Uses: 3}, want: domain.RefusedScope},
		"of another log":       {edit: func(s *approval.GrantStatement) { s.LogID[0]++ }, want: domain.RefusedLogMismatch},
		"edited after signing": {edit: func(s *approval.GrantStatement) { s.Uses = 1 }, want: domain.RefusedSignature},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourt(t)
			stream := c.requested(2)
			offer, err := c.Offer(t.Context(), stream, row.terms)
			if err != nil {
				t.Fatal(err)
			}
			s := offer.Statement
			if row.edit != nil && row.want != domain.RefusedSignature {
				row.edit(&s)
			}
			if row.by == nil {
				row.by = key(1)
			}
			signature := sign(t, row.by, s.Bytes(), approval.GrantNamespace)
			if row.want == domain.RefusedSignature {
				row.edit(&s)
			}
			_, err = c.Grant(t.Context(), &s, signature)
			if got := refusal(t, err); got != row.want {
				t.Fatalf("refused %q, want %q", got, row.want)
			}
			if got := len(c.refusals(stream)); (got == 1) != (row.want != "") {
				t.Errorf("%d refusals in the log", got)
			}
		})
	}
}

// TestASecretIsNowhere requests an action that contains one.
func TestASecretIsNowhere(t *testing.T) {
	c := newCourt(t)
	before := len(commandtest.Events(t, c.log, eventlog.Query{}))
	_, err := c.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Requester: agent, Uses: 1,
		Action: domain.Action{Argv: []string{"curl", "-H", "Authorization: Bearer ghp_0123456789abcdefghijABCDEFGHIJ012345"}}}, "")
	if why := refusal(t, err); why != domain.RefusedSecretInTheAction {
		t.Fatalf("refused %q", why)
	}
	if after := len(commandtest.Events(t, c.log, eventlog.Query{})); after != before {
		t.Errorf("%d events were appended", after-before)
	}
}

// TestOnlySignersChangeSigners follows the set from the first key on.
func TestOnlySignersChangeSigners(t *testing.T) {
	c := newCourt(t)
	alice, bob := lineOf("alice@example.org", key(1)), lineOf("bob@example.org", key(2))
	for _, step := range []struct {
		says           string
		by             byte
		added, removed []string
		want           domain.ApprovalRefusal
	}{
		{says: "a first set that a stranger signs", by: 2, added: []string{alice}, want: domain.RefusedSignerUnknown},
		{says: "the first set", by: 1, added: []string{alice}},
		{says: "a second bootstrap", by: 2, added: []string{bob}, want: domain.RefusedSignerUnknown},
		{says: "another key, by the first", by: 1, added: []string{bob}},
		{says: "the first one out, by the second", by: 2, removed: []string{proof.KeyID(key(1).PublicKey())}},
		{says: "the first one in, by itself", by: 1, added: []string{alice}, want: domain.RefusedSignerUnknown},
	} {
		if got := refusal(t, c.signers(key(step.by), step.added, step.removed)); got != step.want {
			t.Errorf("%s: refused %q, want %q", step.says, got, step.want)
		}
	}
	rules, err := c.Rules(t.Context())
	if err != nil || len(rules.Signers.Now().All()) != 1 {
		t.Errorf("signers %v, error %v", rules.Signers.Now().All(), err)
	}
}

// TestManyUseOneGrant has many at once want the uses of one grant.
func TestManyUseOneGrant(t *testing.T) {
	c := newCourt(t)
	const uses, wanting = 3, 8
	stream := c.granted(uses)
	spent := make(chan bool)
	for range wanting {
		go func() {
			for {
				_, err := c.Consume(context.Background(), stream, approve.Claim{Action: push, Executor: agent})
				if errors.Is(err, eventlog.ErrConflict) {
					continue
				}
				spent <- err == nil
				return
			}
		}()
	}
	n := 0
	for range wanting {
		if <-spent {
			n++
		}
	}
	if n != uses {
		t.Errorf("%d uses were spent, want %d", n, uses)
	}
}
