package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// workOf returns what calls show of the work of an attempt since the last that came out.
func workOf(d *derivation, attempt int) *work.Work {
	if w := d.cached.work[attempt]; w != nil {
		return w
	}
	roots, _ := readEvidence(d).Roots()
	turns := d.in(attempt, func(_ int, f *fact.Fact) bool {
		return f.Kind == domain.KindTurnStarted && f.Trusted() && d.lanes.IsRoot(f)
	})
	d.cached.work[attempt] = work.Since(work.Of(d.facts, workFacts(d, attempt), d.ord, roots, d.repository), d.profile, turns)
	return d.cached.work[attempt]
}

// tasksOf returns the facts on which it depends what came out before, where an attempt may hold several tasks.
func tasksOf(d *derivation, attempt int) []int {
	extent := workOf(d, attempt).Extent
	if len(extent) == 0 {
		return nil
	}
	_, roots := readEvidence(d).Roots()
	return append(slices.Clone(extent), roots...)
}

// workFacts returns the trusted facts of an attempt that tell of its work: what calls showed, and pull requests
// that a harness recorded.
func workFacts(d *derivation, attempt int) []int {
	return d.in(attempt, func(_ int, f *fact.Fact) bool { return f.Trusted() && (f.OfCall() || f.Payload.Pull != nil) })
}

// creditTurn credits a completed turn with what the work of its attempt undertook.
func creditTurn(d *derivation, v *verdict, attempt int) {
	found := workOf(d, attempt).Undertaken(d.profile)
	v.decided = append(v.decided, tasksOf(d, attempt)...)
	if len(found) == 0 {
		return
	}
	v.take(decisive(turnCompleted | d.facts.found(found, true)))
	v.evidence, v.profile = found.Aspects(), d.profile.String()
	v.decided = append(v.decided, found.Facts()...)
	if v.class, v.classRule = contradictedClass(found), RuleVerifyClass; v.class == "" {
		v.classRule = ""
	}
}
