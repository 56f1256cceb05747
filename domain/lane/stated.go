package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Stated is what was stated about the highest attempt when it began.
type Stated struct {
	// Expects is what a finish needs, in the order of reporting.
	Expects []domain.Expectation `json:"expects,omitzero"`
	// Purpose is the label of who started the lane.
	Purpose string `json:"purpose,omitzero"`
	// PRNumber is the pull request that the lane is about.
	PRNumber int `json:"pr_number,omitzero"`
}

// writeStated writes what was stated about the highest attempt.
func writeStated(d *derivation) {
	if !slices.ContainsFunc(d.facts, statesSomething) {
		return
	}
	expects, by, _ := readEvidence(d).Expectations(d.top)
	s := Stated{Expects: slices.DeleteFunc(expects, func(x domain.Expectation) bool { // a report that the lane waits for is no word of its start
		return x.Green() == "" && !slices.ContainsFunc(by, func(i int) bool { return slices.Contains(d.facts[i].Payload.Expects, x) })
	})}
	if last := statedLast(d, func(f *fact.Fact) bool { return f.Payload.Purpose != "" }); len(last) > 0 {
		s.Purpose = d.facts[last[0]].Payload.Purpose
		by = append(by, last...)
	}
	if last := statedLast(d, func(f *fact.Fact) bool { return f.Payload.PRNumber != 0 }); len(last) > 0 {
		s.PRNumber = d.facts[last[0]].Payload.PRNumber
		by = append(by, last...)
	}
	if len(s.Expects) > 0 || s.Purpose != "" || s.PRNumber != 0 {
		d.out.Stated = s
		d.because("stated", RuleStated, by)
	}
}

// statesSomething reports whether a fact states something about its attempt.
func statesSomething(f *fact.Fact) bool {
	return len(f.Payload.Expects) > 0 || f.Payload.Purpose != "" || f.Payload.PRNumber != 0
}

// statedLast returns the last facts that state something about the highest attempt or one before it, from the least id; trust
// before order. What is not trusted is heard only in a lane where nothing is.
func statedLast(d *derivation, is func(*fact.Fact) bool) []int {
	trusted := slices.ContainsFunc(d.facts, func(f *fact.Fact) bool { return fact.InOrder(f.Kind) && f.Trusted() })
	some := d.where(func(i int, f *fact.Fact) bool {
		return is(f) && d.attempt[i] <= d.top && !d.void[i] && (f.Trusted() || !trusted)
	})
	last := d.ord.Last(d.facts.strongest(some))
	d.facts.byID(last)
	return last
}
