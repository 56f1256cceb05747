package fact

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// Rank is the rank of the fact's trust, from 0 for unknown.
func (f *Fact) Rank() int { return f.Trust.Rank() }

// Trusted reports whether the fact has at least medium trust.
func (f *Fact) Trusted() bool { return f.Rank() >= domain.TrustMedium.Rank() }

// Believed returns the trusted facts of some, or all when none is.
func Believed(some []*Fact) []*Fact {
	if !slices.ContainsFunc(some, (*Fact).Trusted) {
		return some
	}
	return slices.DeleteFunc(slices.Clone(some), func(f *Fact) bool { return !f.Trusted() })
}

// Highest returns the facts of some with the highest trust, and of these the live ones if
// there are any.
func Highest(some []*Fact) []*Fact {
	best, live := 0, false
	for _, f := range some {
		best = max(best, f.Rank())
	}
	for _, f := range some {
		live = live || f.Rank() == best && !f.Imported
	}
	return slices.DeleteFunc(slices.Clone(some), func(f *Fact) bool {
		return f.Rank() != best || live && f.Imported
	})
}

// Strongest returns the indices of some whose facts are among the [Highest].
func Strongest(facts []*Fact, some []int) []int {
	chosen := make([]*Fact, len(some))
	for n, i := range some {
		chosen[n] = facts[i]
	}
	best, live := 0, false
	for _, f := range Highest(chosen) {
		best, live = f.Rank(), live || !f.Imported
	}
	return slices.DeleteFunc(slices.Clone(some), func(i int) bool {
		return facts[i].Rank() != best || live && facts[i].Imported
	})
}
