package approve_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/eventlog"
)

// resets sets the log's time to the wall clock, as a key says.
func (c *court) resets(by byte) error {
	c.t.Helper()
	s, _, err := c.Signers().OfferClockReset(c.t.Context())
	if err != nil || s == nil {
		return err
	}
	_, err = c.Signers().ResetClock(c.t.Context(), s, sign(c.t, key(by), s.Bytes(), approval.SignersNamespace))
	return err
}

// TestAResetOfTheClock follows a log whose clock was ten years ahead.
func TestAResetOfTheClock(t *testing.T) {
	c := newCourt(t)
	old := c.granted(2)
	c.appendAt(c.now.Add(10 * year))
	if why := refusal(t, c.resets(2)); why != domain.RefusedSignerUnknown {
		t.Fatalf("by a stranger: refused %q", why)
	}
	if err := c.resets(1); err != nil {
		t.Fatal(err)
	}
	consume := func(stream domain.StreamID) domain.ApprovalRefusal {
		_, err := c.Consume(t.Context(), stream, approve.Claim{Action: push, Executor: agent})
		return refusal(t, err)
	}
	if why := consume(old); why != domain.RefusedExpired {
		t.Errorf("a grant that was over by the log's time: refused %q", why)
	}
	again, err := c.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 3}, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.grant(again.Stream, key(1), approve.Terms{}); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(24 * time.Hour)
	if why := consume(again.Stream); why != "" {
		t.Errorf("after a day: refused %q", why)
	}
	c.now = c.now.Add(time.Second)
	if why := consume(again.Stream); why != domain.RefusedExpired {
		t.Errorf("after more than a day: refused %q", why)
	}
	c.now = c.now.Add(-time.Hour) // which the refusal above shows
	if why := consume(again.Stream); why != domain.RefusedClock {
		t.Errorf("an hour back: refused %q", why)
	}
	state, err := c.Signers().Clock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := state.Ahead(); got != time.Hour {
		t.Errorf("the log's time is %s ahead", got)
	}
	if at := state.Recorded.Sub(state.Log); at != 10*year {
		t.Errorf("recorded_at is %s ahead of the log's time", at)
	}
}

// TestWhenThereIsNothingToReset resets in vain in each row.
func TestWhenThereIsNothingToReset(t *testing.T) {
	c := newCourt(t)
	var agree *domain.Error
	if s, _, err := c.Signers().OfferClockReset(t.Context()); s != nil || err != nil {
		t.Errorf("where the clocks agree: offers %+v, error %v", s, err)
	}
	if _, err := c.Signers().ResetClock(t.Context(), &approval.ClockStatement{Wall: domain.At(c.now)}, ""); !errors.As(err, &agree) || agree.Kind != domain.ErrConflict {
		t.Errorf("where the clocks agree: %v", err)
	}
	c.appendAt(c.now.Add(time.Hour))
	if why := refusal(t, c.resets(1)); why != domain.RefusedSignerUnknown {
		t.Errorf("without a signer: refused %q", why)
	}
	if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
		t.Errorf("the first signer while the clocks part: %v", err)
	}
	s, _, err := c.Signers().OfferClockReset(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	signature := sign(t, key(1), s.Bytes(), approval.SignersNamespace)
	if _, err := c.Signers().ResetClock(t.Context(), s, sign(t, key(1), s.Bytes(), approval.GrantNamespace)); refusal(t, err) != domain.RefusedSignature {
		t.Errorf("signed for grants: %v", err)
	}
	if _, err := c.Signers().ResetClock(t.Context(), s, signature); err != nil {
		t.Fatal(err)
	}
	c.appendAt(c.now.Add(2 * time.Hour))
	if _, err := c.Signers().ResetClock(t.Context(), s, signature); refusal(t, err) != domain.RefusedNonceUsed {
		t.Errorf("a second time: %v", err)
	}
}

// TestAClockThatIsFarOffGrantsNothing holds that a clock that shows no time that can be records and
// grants nothing, that the log comes back from it by a reset, and that it also does a second time, when
// recorded_at is at its end.
func TestAClockThatIsFarOffGrantsNothing(t *testing.T) {
	c := newCourt(t)
	if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
		t.Fatal(err)
	}
	right := c.now
	request := func() domain.StreamID {
		one, err := c.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 1}, "")
		if err != nil {
			t.Fatal(err)
		}
		return one.Stream
	}
	for range 2 {
		c.now = eventlog.UsableClock(right.AddDate(500, 0, 0))
		stream := request()
		if _, err := c.Offer(t.Context(), stream, approve.Terms{For: time.Hour}); refusal(t, err) != domain.RefusedClock {
			t.Errorf("an offer in the year 2526: %v", err)
		}
		if err := c.resets(1); err != nil {
			t.Errorf("a reset in the year 2526, where both clocks show the same: %v", err)
		}
		c.now = eventlog.UsableClock(right.AddDate(-100, 0, 0))
		if err := c.resets(1); refusal(t, err) != domain.RefusedClock {
			t.Errorf("a reset in the year 1926: %v", err)
		}
		right = right.Add(time.Minute)
		c.now = right
		if err := c.resets(1); err != nil {
			t.Fatal(err)
		}
		offer, err := c.Offer(t.Context(), stream, approve.Terms{For: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Grant(t.Context(), &offer.Statement, sign(t, key(1), offer.Statement.Bytes(), approval.GrantNamespace)); err != nil {
			t.Fatal(err)
		}
		c.now = right.Add(2 * time.Hour)
		if _, err := c.Consume(t.Context(), stream, approve.Claim{Action: push, Executor: agent}); refusal(t, err) != domain.RefusedExpired {
			t.Errorf("a use after the grant's hour: %v", err)
		}
		right = c.now
	}
	c.inOrder(t)
}

// inOrder checks that recorded_at never decreases.
func (c *court) inOrder(tb interface{ Fatalf(string, ...any) }) {
	var last time.Time
	for _, e := range commandtest.Events(c.t, c.log, eventlog.Query{}) {
		if e.RecordedAt.Before(last) {
			tb.Fatalf("position %d was recorded before the one before", e.Position.Number())
		}
		last = e.RecordedAt
	}
}

// clockGrant is a grant as the model of the clocks holds it: rest is how long it holds yet by the
// log's time, expires when it is over by the wall clock.
type clockGrant struct {
	stream  domain.StreamID
	rest    time.Duration
	expires time.Time
	left    int
}

// clockModel is the expected result of jumps, appends, grants, uses and resets.
type clockModel struct {
	court  *court
	log    time.Time // the log's time of the last event
	grants []*clockGrant
	asked  []domain.StreamID
}

// appended takes the log's time on to an append at a time.
func (m *clockModel) appended(at time.Time) {
	if step := at.Sub(m.log); step > 0 {
		m.log = at
		for _, g := range m.grants {
			g.rest -= step
		}
	}
}

func (m *clockModel) part() bool { return m.log.Sub(m.court.now) > time.Second }

// use is why a use is refused, which is appended as well.
func (m *clockModel) use(g *clockGrant) domain.ApprovalRefusal {
	part := m.part()
	m.appended(m.court.now)
	switch {
	case part && g.left > 0:
		return domain.RefusedClock
	case g.rest < 0 || m.court.now.After(g.expires):
		if part {
			return domain.RefusedClock
		}
		return domain.RefusedExpired
	case g.left == 0:
		return domain.RefusedConsumed
	}
	g.left--
	return ""
}

// jumped is the clock a step of whole seconds from now, after 1970 and before 2262.
func (c *court) jumped(rt *rapid.T) time.Time {
	step := rapid.OneOf(rapid.IntRange(-3, 3), rapid.IntRange(-7200, 7200), rapid.IntRange(-3*86400, 3*86400),
		rapid.SampledFrom([]int{10 * 365 * 86400, -10 * 365 * 86400})).Draw(rt, "seconds")
	at := c.now.Add(time.Duration(step) * time.Second)
	if at.Year() < 1990 || at.Year() > 2200 {
		rt.Skip()
	}
	return at
}

// TestAClockThatJumps holds grants, uses and resets by several processes, whose clocks jump, to the
// model of the two clocks, and the fold of the log to what the commands said.
func TestAClockThatJumps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		c := newCourt(t)
		m := &clockModel{court: c, log: c.now}
		wall := func() time.Time { return c.now }
		processes := []*approve.Approvals{c.Approvals, approvalsOf(c.log, wall), approvalsOf(c.log, wall)}
		if err := c.signers(key(1), []string{lineOf("alice@example.org", key(1))}, nil); err != nil {
			rt.Fatal(err)
		}
		rt.Repeat(map[string]func(*rapid.T){
			"":     func(rt *rapid.T) { m.holds(rt) },
			"jump": func(rt *rapid.T) { c.now = c.jumped(rt) },
			"append by a clock that is off": func(rt *rapid.T) {
				at := c.jumped(rt)
				c.appendAt(at)
				m.appended(at)
			},
			"request": func(rt *rapid.T) {
				c.Approvals = rapid.SampledFrom(processes).Draw(rt, "process")
				one, err := c.Request(t.Context(), domain.ApprovalRequested{Class: domain.ActionTool, Action: push, Requester: agent, Uses: 9}, "")
				if err != nil {
					rt.Fatal(err)
				}
				m.asked = append(m.asked, one.Stream)
				m.appended(c.now)
			},
			"grant": func(rt *rapid.T) { m.grant(rt, rapid.SampledFrom(processes).Draw(rt, "process")) },
			"use": func(rt *rapid.T) {
				if len(m.grants) == 0 {
					rt.Skip()
				}
				c.Approvals = rapid.SampledFrom(processes).Draw(rt, "process")
				g := rapid.SampledFrom(m.grants).Draw(rt, "grant")
				want := m.use(g)
				_, err := c.Consume(t.Context(), g.stream, approve.Claim{Action: push, Executor: agent})
				if got := refusal(t, err); got != want {
					rt.Fatalf("a use with %s left by the log and %s by the wall clock: refused %q, want %q", g.rest, g.expires.Sub(c.now), got, want)
				}
			},
			"reset": func(rt *rapid.T) {
				c.Approvals = rapid.SampledFrom(processes).Draw(rt, "process")
				before := len(commandtest.Events(t, c.log, eventlog.Query{}))
				err := c.resets(1)
				if part := m.part(); err != nil || (len(commandtest.Events(t, c.log, eventlog.Query{})) > before) != part {
					rt.Fatalf("a reset where the clocks part is %t: %v", part, err)
				}
				if m.part() {
					m.log = c.now
				}
			},
		})
		m.ends(rt)
	})
}

// grant grants a request for some time.
func (m *clockModel) grant(rt *rapid.T, by *approve.Approvals) {
	if len(m.asked) == 0 {
		rt.Skip()
	}
	c := m.court
	c.Approvals = by
	stream := m.asked[0]
	lasts := rapid.SampledFrom([]time.Duration{time.Second, time.Hour, 24 * time.Hour}).Draw(rt, "lasts")
	part := m.part()
	offer, err := c.Offer(c.t.Context(), stream, approve.Terms{For: lasts})
	if got := refusal(c.t, err) == domain.RefusedClock; got != part {
		rt.Fatalf("an offer where the clocks part is %t: %v", part, err)
	}
	if part {
		return
	}
	if _, err = c.Grant(c.t.Context(), &offer.Statement, sign(c.t, key(1), offer.Statement.Bytes(), approval.GrantNamespace)); err != nil {
		rt.Fatal(err)
	}
	m.asked = m.asked[1:]
	m.appended(c.now)
	until := offer.Statement.ExpiresAt.Time()
	m.grants = append(m.grants, &clockGrant{stream, until.Sub(m.log), until, 9})
}

// holds checks that recorded_at never decreases and that the fold gives what the commands returned.
func (m *clockModel) holds(rt *rapid.T) {
	c := m.court
	c.inOrder(rt)
	for _, g := range m.grants {
		one, _, err := c.Load(c.t.Context(), g.stream)
		if err != nil {
			rt.Fatal(err)
		}
		counted := 0
		for _, u := range one.Uses {
			if u.Void != "" {
				rt.Fatalf("a use that a command let through is void: %s", u.Void)
			}
			counted++
		}
		if counted != 9-g.left || one.Grants[0].Void != "" {
			rt.Fatalf("%d uses count, and the commands let %d through; the grant is void as %q", counted, 9-g.left, one.Grants[0].Void)
		}
	}
}

// ends checks that no grant is endless: a day and the second of the clocks after they agree, none can be used.
func (m *clockModel) ends(rt *rapid.T) {
	c := m.court
	if m.part() {
		if err := c.resets(1); err != nil {
			rt.Fatal(err)
		}
	}
	c.now = c.now.Add(24*time.Hour + 2*time.Second)
	for _, g := range m.grants {
		_, err := c.Consume(c.t.Context(), g.stream, approve.Claim{Action: push, Executor: agent})
		if why := refusal(c.t, err); why != domain.RefusedExpired && why != domain.RefusedConsumed {
			rt.Fatalf("a use a day later: refused %q", why)
		}
	}
}
