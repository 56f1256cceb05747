package approval_test

import (
	"encoding/base64"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

// reset is a reset of the clock to a time, as a key signs it.
func (w *world) reset(by ssh.Signer, wall time.Time, namespace string, edit func(*approval.ClockStatement)) approval.ClockReset {
	w.t.Helper()
	s := approval.ClockStatement{LogID: w.rules.LogID, Previous: w.rules.Signers.Clock.Last(), Wall: domain.At(wall)}
	p := &domain.LogClockReset{Wall: s.Wall}
	if edit != nil {
		edit(&s)
	}
	p.Statement, p.Signature = base64.StdEncoding.EncodeToString(s.Bytes()), w.sign(by, s.Bytes(), namespace)
	w.rules.Signers.ResetClock(w.event(p), p, w.rules.Verifier)
	all := w.rules.Signers.Clock.Resets()
	return all[len(all)-1]
}

// TestOnlyASignersResetCounts resets the clock of a log whose time is some hours on.
func TestOnlyASignersResetCounts(t *testing.T) {
	alice, stranger := keyOf(t, 1), keyOf(t, 9)
	for name, row := range map[string]struct {
		by        ssh.Signer
		wall      time.Duration // after the start
		namespace string
		edit      func(*approval.ClockStatement)
		before    func(*world)
		options   string // of alice's line
		want      domain.ApprovalRefusal
	}{
		"by a signer":                  {},
		"by a stranger":                {by: stranger, want: domain.RefusedSignerUnknown},
		"signed as a grant":            {namespace: approval.GrantNamespace, want: domain.RefusedSignature},
		"of another log":               {edit: func(s *approval.ClockStatement) { s.LogID[0]++ }, want: domain.RefusedLogMismatch},
		"to another time than it says": {edit: func(s *approval.ClockStatement) { s.Wall = domain.At(start.Add(time.Minute)) }, want: domain.RefusedRequestMismatch},
		"to no time":                   {edit: func(s *approval.ClockStatement) { s.Wall = domain.Instant{} }, want: domain.RefusedRequestMismatch},
		"after another reset":          {before: func(w *world) { w.reset(alice, start, approval.SignersNamespace, nil) }, edit: func(s *approval.ClockStatement) { s.Previous = domain.EventID{} }, want: domain.RefusedNonceUsed},
		"forward":                      {wall: 100 * time.Hour, want: domain.RefusedRequestMismatch},
		"by a key that was valid then": {options: `valid-before="20260301123000Z" `},
		"by a key that was not yet":    {options: `valid-after="20260301123000Z" `, want: domain.RefusedSignerNotValid},
		"by a key for grants only":     {options: `namespaces="approval@claw" `, want: domain.RefusedSignerNotValid},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			first := []string{line("alice@example.org", alice, row.options), line("bob@example.org", keyOf(t, 2), "")}
			if c := w.signers(keyOf(t, 2), approval.SignersStatement{Added: first}); c.Refused != "" {
				t.Fatalf("the first set: %+v", c)
			}
			if row.before != nil {
				row.before(w)
			}
			if row.by == nil {
				row.by = alice
			}
			if row.namespace == "" {
				row.namespace = approval.SignersNamespace
			}
			ahead := w.rules.Signers.Clock.Now()
			r := w.reset(row.by, start.Add(row.wall), row.namespace, row.edit)
			if r.Refused != row.want {
				t.Fatalf("refused %q, want %q", r.Refused, row.want)
			}
			if row.want == "" {
				ahead = r.RecordedAt.Sub(start)
			}
			if got := w.rules.Signers.Clock.Now(); got != ahead {
				t.Errorf("recorded_at is %s ahead of the log's time, want %s", got, ahead)
			}
		})
	}
}

// TestWhatIsOverByTheLogStaysOver resets the clock after a grant for a day, an hour of which is left
// by recorded_at, and uses it by a wall clock of the morning.
func TestWhatIsOverByTheLogStaysOver(t *testing.T) {
	alice := keyOf(t, 1)
	w := ready(t, alice)
	grant := w.apply(w.granted(alice, "human:alice@example.org", domain.AssuranceSoftware, w.statement()))
	ends := start.Add(27 * time.Hour)
	w.position = 25
	if r := w.reset(alice, start.Add(time.Hour), approval.SignersNamespace, nil); r.Refused != "" {
		t.Fatalf("refused %q", r.Refused)
	}
	use := func(n int) domain.ApprovalRefusal {
		p := w.consumed(grant, n)
		e := w.event(p)
		e.ObservedAt = domain.At(start.Add(2 * time.Hour))
		w.a.Apply(e, p, &w.rules)
		return w.a.Uses[len(w.a.Uses)-1].Void
	}
	if why := use(1); why != "" {
		t.Errorf("in its last hour by recorded_at: void as %q", why)
	}
	if why := use(2); why != domain.RefusedExpired {
		t.Errorf("after it: void as %q", why)
	}
	if g := w.a.Grants[0]; !g.Until.Equal(ends) {
		t.Errorf("folded before the reset it holds until %s, want %s", g.Until, ends)
	}
}
