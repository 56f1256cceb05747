package approve_test

import (
	"encoding/base64"
	"strconv"
	"testing"
	"time"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/proof"
)

const year = 365 * 24 * time.Hour

// appendAt appends something with the clock set to a time, as a process with another clock does.
func (c *court) appendAt(at time.Time) {
	c.t.Helper()
	now := c.now
	c.now = at
	all := commandtest.Events(c.t, c.log, eventlog.Query{})
	draft := domain.Draft{ID: domain.EventID(domain.Derive(at, "something", strconv.Itoa(len(all)))), Kind: domain.LogRepaired{}.Kind(), Version: 1, Stream: all[0].Stream,
		ObservedAt: domain.At(at), Emitter: "test", Source: domain.Source{Kind: domain.SourceTest}, Data: []byte(`{"lost_after":0,"lost_until":0}`)}
	if _, err := c.log.Append(c.t.Context(), draft.Stream, eventlog.Any, []domain.Draft{draft}); err != nil {
		c.t.Fatal(err)
	}
	c.now = now
}

// TestNothingIsGrantedOrUsedWhileTheClocksPart sets the log's time and the wall clock apart in each row.
func TestNothingIsGrantedOrUsedWhileTheClocksPart(t *testing.T) {
	for name, row := range map[string]struct {
		apart func(*court)
		want  domain.ApprovalRefusal
	}{
		"one append ten years ahead":         {func(c *court) { c.appendAt(c.now.Add(10 * year)) }, "clock_mismatch"},
		"one append within the grant's time": {func(c *court) { c.appendAt(c.now.Add(time.Hour)) }, "clock_mismatch"},
		"one append over a second ahead":     {func(c *court) { c.appendAt(c.now.Add(time.Second + time.Microsecond)) }, "clock_mismatch"},
		"one append a second ahead":          {func(c *court) { c.appendAt(c.now.Add(time.Second)) }, ""},
		"a clock set back after it was over": {func(c *court) { c.appendAt(c.now.Add(25 * time.Hour)) }, "clock_mismatch"},
		"a clock that runs":                  {func(c *court) { c.appendAt(c.now.Add(time.Hour)); c.now = c.now.Add(time.Hour) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCourt(t)
			stream := c.granted(2)
			other, err := c.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 1}, "")
			if err != nil {
				t.Fatal(err)
			}
			offer, err := c.Offer(t.Context(), other.Stream, approve.Terms{})
			if err != nil {
				t.Fatal(err)
			}
			row.apart(c)
			_, err = c.Consume(t.Context(), stream, approve.Claim{Action: push, Executor: agent})
			if why := refusal(t, err); why != row.want {
				t.Errorf("the use: refused %q, want %q", why, row.want)
			}
			_, err = c.Offer(t.Context(), other.Stream, approve.Terms{})
			if why := refusal(t, err); why != row.want {
				t.Errorf("the offer: refused %q, want %q", why, row.want)
			}
			_, err = c.Grant(t.Context(), &offer.Statement, sign(t, key(1), offer.Statement.Bytes(), approval.GrantNamespace))
			if why := refusal(t, err); why != row.want {
				t.Errorf("the grant: refused %q, want %q", why, row.want)
			}
			if why := refusal(t, c.signers(key(1), []string{lineOf("bob@example.org", key(2))}, nil)); why != row.want {
				t.Errorf("another signer: refused %q, want %q", why, row.want)
			}
		})
	}
}

// TestAGrantOfALogThatIsAheadIsNotEndless grants as a program did that took the log's time for granted.
func TestAGrantOfALogThatIsAheadIsNotEndless(t *testing.T) {
	c := newCourt(t)
	stream := c.requested(1)
	c.appendAt(c.now.Add(10 * year))
	one, rules, err := c.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	s := approval.GrantStatement{Request: stream, RequestDigest: one.Request.Digest, ActionDigest: one.Request.ActionDigest, LogID: rules.LogID,
		ExpiresAt: domain.At(c.now.Add(10*year + 24*time.Hour)), Uses: 1, Nonce: "00112233445566778899aabbccddeeff"}
	grant := c.write(stream, c.grantOf(&s))
	c.now = c.now.Add(9 * year)
	digest, err := approval.DigestAction(&push, "")
	if err != nil {
		t.Fatal(err)
	}
	use := c.write(stream, &domain.ApprovalConsumed{Grant: grant, ActionDigest: digest, Executor: agent, Use: 1})
	one, _, err = c.Load(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	if one.Grants[0].Void != "" || one.Uses[0].Event != use || one.Uses[0].Void != domain.RefusedExpired {
		t.Errorf("after nine years of a grant for a day: the grant is void as %q, its use as %q", one.Grants[0].Void, one.Uses[0].Void)
	}
}

// grantOf is a grant as alice signs it.
func (c *court) grantOf(s *approval.GrantStatement) *domain.ApprovalGranted {
	return &domain.ApprovalGranted{Approver: "human:alice@example.org", RequestDigest: s.RequestDigest, Assurance: domain.AssuranceSoftware,
		ExpiresAt: s.ExpiresAt, Uses: s.Uses, Nonce: s.Nonce, Key: proof.KeyID(key(1).PublicKey()), Statement: base64.StdEncoding.EncodeToString(s.Bytes()),
		Signature: sign(c.t, key(1), s.Bytes(), approval.GrantNamespace)}
}

// write appends an event that no command judged.
func (c *court) write(stream domain.StreamID, p domain.Payload) domain.EventID {
	c.t.Helper()
	data, err := eventlog.Encode(p)
	if err != nil {
		c.t.Fatal(err)
	}
	draft := domain.Draft{ID: domain.EventID(domain.Derive(c.now, "written", string(data))), Kind: p.Kind(), Version: 1, Stream: stream,
		ObservedAt: domain.At(c.now), Emitter: "test", Source: domain.Source{Kind: domain.SourceLive}, Data: data}
	if _, err := c.log.Append(c.t.Context(), stream, eventlog.Any, []domain.Draft{draft}); err != nil {
		c.t.Fatal(err)
	}
	return draft.ID
}
