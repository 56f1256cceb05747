package approval_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
)

func TestAUseCountsInsideItsGrantOnly(t *testing.T) {
	other := domain.Digest{9}
	for name, row := range map[string]struct {
		before func(*world, domain.EventID)
		use    func(*domain.ApprovalConsumed)
		want   domain.ApprovalRefusal
	}{
		"as granted":                   {},
		"another action":               {use: func(p *domain.ApprovalConsumed) { p.ActionDigest = other }, want: domain.RefusedScope},
		"another repository":           {use: func(p *domain.ApprovalConsumed) { p.Scope.Repo = "example.org/other" }, want: domain.RefusedScope},
		"no repository":                {use: func(p *domain.ApprovalConsumed) { p.Scope.Repo = "" }, want: domain.RefusedScope},
		"by a stranger":                {use: func(p *domain.ApprovalConsumed) { p.Executor = "agent:codex/other" }, want: domain.RefusedDelegate},
		"by the relay that was signed": {use: func(p *domain.ApprovalConsumed) { p.Executor = relay }},
		"by who granted it":            {use: func(p *domain.ApprovalConsumed) { p.Executor = alice }, want: domain.RefusedSelf},
		"of another grant":             {use: func(p *domain.ApprovalConsumed) { p.Grant = domain.EventID{1} }, want: domain.RefusedNoApproval},
		"with a number of its own":     {use: func(p *domain.ApprovalConsumed) { p.Use = 2 }, want: domain.RefusedRequestMismatch},
		"after a revocation": {before: func(w *world, g domain.EventID) {
			w.apply(&domain.ApprovalRevoked{Grant: g, By: "agent:anybody"})
		}, want: domain.RefusedRevoked},
		"after all were revoked": {before: func(w *world, _ domain.EventID) { w.apply(&domain.ApprovalRevoked{By: alice}) }, want: domain.RefusedRevoked},
		"after a denial":         {before: func(w *world, _ domain.EventID) { w.apply(&domain.ApprovalDenied{By: alice}) }, want: domain.RefusedDenied},
		"after another grant was revoked": {before: func(w *world, _ domain.EventID) {
			w.apply(&domain.ApprovalRevoked{Grant: domain.EventID{1}, By: alice})
		}},
		"after its day":      {before: func(w *world, _ domain.EventID) { w.position += 30 }, want: domain.RefusedExpired},
		"in its last minute": {before: func(w *world, _ domain.EventID) { w.position += 22 }},
		"after the signer left": {before: func(w *world, _ domain.EventID) {
			bob := line("bob@example.org", keyOf(w.t, 2), "")
			w.signers(keyOf(w.t, 1), approval.SignersStatement{Added: []string{bob}, Removed: []string{approval.Fingerprint(keyOf(w.t, 1).PublicKey().Marshal())}})
		}, want: domain.RefusedSignerUnknown},
		"after both uses": {before: func(w *world, g domain.EventID) {
			w.apply(w.consumed(g, 1))
			w.apply(w.consumed(g, 2))
		}, use: func(p *domain.ApprovalConsumed) { p.Use = 3 }, want: domain.RefusedConsumed},
	} {
		t.Run(name, func(t *testing.T) {
			w := ready(t, keyOf(t, 1))
			grant := w.apply(w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, w.statement()))
			if row.before != nil {
				row.before(w, grant)
			}
			p := w.consumed(grant, 1)
			if row.use != nil {
				row.use(p)
			}
			w.apply(p)
			if got := w.a.Uses[len(w.a.Uses)-1].Void; got != row.want {
				t.Fatalf("void %q, want %q", got, row.want)
			}
		})
	}
}

func TestStandingSaysWhatIsLeft(t *testing.T) {
	grantIt := func(w *world) domain.EventID {
		return w.apply(w.granted(keyOf(w.t, 1), alice, domain.AssuranceSoftware, w.statement()))
	}
	for name, row := range map[string]struct {
		do    func(*world)
		later time.Duration
		want  approval.Status
		left  int
		open  int // uses without a result
	}{
		"nothing said":     {func(*world) {}, 0, approval.Pending, 0, 0},
		"granted":          {func(w *world) { grantIt(w) }, 0, approval.Granted, 2, 0},
		"used once":        {func(w *world) { w.apply(w.consumed(grantIt(w), 1)) }, 0, approval.PartiallyConsumed, 1, 1},
		"used up":          {func(w *world) { g := grantIt(w); w.apply(w.consumed(g, 1)); w.apply(w.consumed(g, 2)) }, 0, approval.Consumed, 0, 2},
		"used up, expired": {func(w *world) { g := grantIt(w); w.apply(w.consumed(g, 1)); w.apply(w.consumed(g, 2)) }, 99 * time.Hour, approval.Consumed, 0, 2},
		"too late":         {func(w *world) { grantIt(w) }, 99 * time.Hour, approval.Expired, 0, 0},
		"taken back":       {func(w *world) { w.apply(&domain.ApprovalRevoked{Grant: grantIt(w), By: alice}) }, 0, approval.Revoked, 0, 0},
		"denied":           {func(w *world) { w.apply(&domain.ApprovalDenied{By: alice}) }, 0, approval.Denied, 0, 0},
		"denied after a grant": {func(w *world) {
			grantIt(w)
			w.apply(&domain.ApprovalDenied{By: alice})
		}, 0, approval.Denied, 0, 0},
		"badly granted": {func(w *world) {
			w.apply(w.granted(keyOf(w.t, 9), alice, domain.AssuranceSoftware, w.statement()))
		}, 0, approval.Void, 0, 0},
		"badly granted, then well": {func(w *world) {
			w.apply(w.granted(keyOf(w.t, 9), alice, domain.AssuranceSoftware, w.statement()))
			grantIt(w)
		}, 0, approval.Granted, 2, 0},
		"well granted, then badly": {func(w *world) {
			grantIt(w)
			w.apply(w.granted(keyOf(w.t, 9), alice, domain.AssuranceSoftware, w.statement()))
		}, 0, approval.Granted, 2, 0},
		"the signer left": {func(w *world) {
			grantIt(w)
			w.signers(keyOf(w.t, 1), approval.SignersStatement{Added: []string{line("bob@example.org", keyOf(w.t, 2), "")},
				Removed: []string{approval.Fingerprint(keyOf(w.t, 1).PublicKey().Marshal())}})
		}, 0, approval.Void, 0, 0},
		"the result came": {func(w *world) {
			use := w.apply(w.consumed(grantIt(w), 1))
			w.a.Resulted(use, domain.EventID{5})
		}, 0, approval.PartiallyConsumed, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			w := ready(t, keyOf(t, 1))
			row.do(w)
			now := start.Add(time.Duration(w.position)*time.Hour + row.later)
			got := w.a.Standing(now, w.rules.Signers.Now())
			if got.Status != row.want || got.Left != row.left || got.Unresolved != row.open {
				t.Fatalf("%s with %d left and %d open, want %s, %d, %d", got.Status, got.Left, got.Unresolved, row.want, row.left, row.open)
			}
		})
	}
}

func TestTheChainNamesEveryHop(t *testing.T) {
	w := ready(t, keyOf(t, 1))
	s := w.statement()
	s.Delegates = []domain.Actor{relay, "agent:codex/last"}
	g := w.apply(w.granted(keyOf(t, 1), alice, domain.AssuranceSoftware, s))
	w.apply(&domain.ApprovalDelegated{Grant: g, From: agent, To: relay})
	w.apply(&domain.ApprovalDelegated{Grant: g, From: relay, To: "agent:codex/last"})
	w.apply(&domain.ApprovalDelegated{Grant: g, From: relay, To: "agent:codex/unsigned"})
	p := w.consumed(g, 1)
	p.Executor = "agent:codex/last"
	w.apply(p)
	want := []domain.Actor{agent, relay, "agent:codex/last"}
	if diff := cmp.Diff(want, w.a.Uses[0].Chain); diff != "" {
		t.Errorf("chain: -want +got\n%s", diff)
	}
	if got := w.a.Delegations[2].Void; got != domain.RefusedDelegate {
		t.Errorf("a delegation that nobody signed: void %q", got)
	}
}
