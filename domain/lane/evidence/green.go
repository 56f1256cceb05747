package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
)

// green judges the expectation of a green level: met by a green of that level or
// higher that every red precedes; contradicted by a red that no green follows.
func (e *examination) green(level domain.GreenLevel) Verdict {
	l := e.l
	s := e.verified(func(v domain.Verified) domain.EvidenceVerdict { return v.Green })
	var greens, reds []int
	for _, i := range e.speaks {
		switch f := l.facts[i]; f.Kind {
		case domain.KindLaneGreen, domain.KindTestPassed:
			if f.Payload.Level.Rank() > 0 {
				greens = append(greens, i)
			}
		case domain.KindLaneRed, domain.KindTestFailed, domain.KindTestHung:
			reds = append(reds, i)
		}
	}
	reds = append(reds, s.refuted...)
	confirms := slices.Concat(s.confirmed, s.none)
	reds = e.heardReds(reds, slices.Concat(greens, confirms))
	if standing := e.standingReds(reds, slices.Concat(greens, confirms)); len(standing) > 0 {
		e.found = standing
		return VerdictContradicted
	}
	adequate := slices.DeleteFunc(slices.Clone(greens), func(i int) bool {
		f := l.facts[i]
		return f.Payload.Level.Rank() < level.Rank() || f.Imported
	})
	e.found = e.afterAll(slices.Concat(adequate, confirms), reds)
	switch {
	case len(e.found) > 0:
		return VerdictMet
	case len(s.unseen) > 0:
		e.found = s.unseen
		return VerdictNotObservable
	}
	return VerdictMissing
}

// heardReds returns reds, without those that a green of their level or higher, or a verification,
// outweighs.
func (e *examination) heardReds(reds, greens []int) []int {
	l := e.l
	best := make([]int, domain.GreenMergeReady.Rank()+1) // of what answers a red of a level, the weight
	for _, g := range greens {
		top := len(best) - 1
		if f := l.facts[g]; isGreen(f.Kind) {
			top = f.Payload.Level.Rank()
		}
		for level := range top + 1 {
			best[level] = max(best[level], weightOf(l.facts[g]))
		}
	}
	return slices.DeleteFunc(slices.Clone(reds), func(r int) bool {
		f := l.facts[r]
		return best[f.Payload.Level.Rank()] > weightOf(f)
	})
}

func isGreen(kind domain.Kind) bool {
	return kind == domain.KindLaneGreen || kind == domain.KindTestPassed
}

// standingReds returns the reds that no green of their level or higher, and of at
// least their trust, follows.
func (e *examination) standingReds(reds, greens []int) []int {
	l := e.l
	type sort struct{ rank, level int }
	cleared := map[sort]causal.Marks{}
	var out []int
	for _, r := range reds {
		k := sort{l.facts[r].Rank(), l.facts[r].Payload.Level.Rank()}
		if _, asked := cleared[k]; !asked {
			cleared[k] = l.order.Before(slices.DeleteFunc(slices.Clone(greens), func(i int) bool {
				f := l.facts[i]
				return f.Rank() < k.rank || isGreen(f.Kind) && f.Payload.Level.Rank() < k.level
			}), reds)
		}
		if !cleared[k].Holds(r) {
			out = append(out, r)
		}
	}
	return out
}

// afterAll returns the greens that every red precedes, and that are trusted no
// less than any of them.
func (e *examination) afterAll(greens, reds []int) []int {
	l := e.l
	rank := 0
	for _, r := range reds {
		rank = max(rank, l.facts[r].Rank())
	}
	greens = slices.DeleteFunc(slices.Clone(greens), func(i int) bool { return l.facts[i].Rank() < rank })
	last := l.order.Last(reds)
	related := l.order.Relate(causal.Singles(last), causal.Singles(greens))
	var out []int
	for n, i := range greens {
		all := true
		for m := range last {
			all = all && related.Precedes(m, n)
		}
		if all {
			out = append(out, i)
		}
	}
	return out
}
