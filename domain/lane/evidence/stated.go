package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// Stated is what was stated about an attempt when it began.
type Stated struct {
	// Expects is what a finish needs, in the order of reporting.
	Expects []domain.Expectation `json:"expects,omitzero"`
	// Purpose is the label chosen by whoever started the lane.
	Purpose string `json:"purpose,omitzero"`
	// PRNumber is the pull request that the lane is about.
	PRNumber int `json:"pr_number,omitzero"`
}

// IsZero reports whether nothing was stated.
func (s Stated) IsZero() bool { return len(s.Expects) == 0 && s.Purpose == "" && s.PRNumber == 0 }

// Stated returns what was stated about an attempt, and the facts that state it; none where nothing was stated.
func (l *Lane) Stated(attempt int) (s Stated, by []int) {
	expects, by, _ := l.Expectations(attempt)
	s.Expects = slices.DeleteFunc(expects, func(x domain.Expectation) bool { // a report that the lane waits for is no word of its start
		return x.Green() == "" && !slices.ContainsFunc(by, func(i int) bool { return slices.Contains(l.facts[i].Payload.Expects, x) })
	})
	if last := l.statedLast(attempt, func(p *fact.Payload) bool { return p.Purpose != "" }); len(last) > 0 {
		s.Purpose = l.facts[last[0]].Payload.Purpose
		by = append(by, last...)
	}
	if last := l.statedLast(attempt, func(p *fact.Payload) bool { return p.PRNumber != 0 }); len(last) > 0 {
		s.PRNumber = l.facts[last[0]].Payload.PRNumber
		by = append(by, last...)
	}
	if s.IsZero() {
		return Stated{}, nil
	}
	return s, by
}

// statedLast returns the last facts that state something about an attempt or one before it, from the least id; trust
// before order. What is not trusted is heard only in a lane where nothing is.
func (l *Lane) statedLast(attempt int, states func(*fact.Payload) bool) []int {
	trusted := slices.ContainsFunc(l.facts, func(f *fact.Fact) bool { return fact.InOrder(f.Kind) && f.Trusted() })
	some := l.where(func(i int, f *fact.Fact) bool {
		return states(&f.Payload) && l.attempt[i] <= attempt && !l.void[i] && (f.Trusted() || !trusted)
	})
	last := l.order.Last(fact.Strongest(l.facts, some))
	slices.SortStableFunc(last, func(a, b int) int { return l.facts[a].ID.Compare(l.facts[b].ID) })
	return last
}
