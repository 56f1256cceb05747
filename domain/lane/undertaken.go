package lane

import (
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/work"
)

// workOf returns what calls show of the work of an attempt.
func workOf(d *derivation, attempt int) *work.Work {
	roots, _ := readEvidence(d).Roots()
	return work.Of(d.facts, callFacts(d, attempt), d.ord, roots)
}

// callFacts returns the trusted facts of what calls showed in an attempt.
func callFacts(d *derivation, attempt int) []int {
	return d.in(attempt, func(_ int, f *fact.Fact) bool { return f.Trusted() && f.OfCall() })
}

// creditTurn credits a completed turn with what the work of its attempt undertook.
func creditTurn(d *derivation, v *verdict, attempt int) {
	found := workOf(d, attempt).Undertaken(d.profile)
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
