package evidence

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// statements holds the facts of high trust that state a verification of one expectation.
type statements struct {
	confirmed, refuted, none, unseen []int
}

// verified returns the statements of high trust: those of lane.reconciled and those of the claim
// itself, which cannot refute itself.
func (e *examination) verified(of func(domain.Verified) domain.EvidenceVerdict) statements {
	var s statements
	reconciled := slices.DeleteFunc(slices.Clone(e.speaks), func(i int) bool { return e.l.facts[i].Kind != domain.KindLaneReconciled })
	for n, i := range slices.Concat(e.claim, reconciled) {
		f, own := e.l.facts[i], n < len(e.claim)
		if f.Trust != domain.TrustHigh {
			continue
		}
		switch of(f.Payload.Verified) {
		case domain.VerdictConfirmed:
			s.confirmed = append(s.confirmed, i)
		case domain.VerdictRefuted:
			if !own {
				s.refuted = append(s.refuted, i)
			}
		case domain.VerdictNoneExpected:
			s.none = append(s.none, i)
		case domain.VerdictNotObservable:
			s.unseen = append(s.unseen, i)
		}
	}
	return s
}

// weigh returns the verdict by the facts that show an expectation as met and by what was verified.
// A refutation stands unless a confirmation of at least its trust follows it.
func (e *examination) weigh(shown []int, s statements) Verdict {
	confirms := slices.Concat(shown, s.confirmed, s.none)
	if standing := e.unanswered(s.refuted, confirms); len(standing) > 0 {
		e.found = standing
		return VerdictContradicted
	}
	switch {
	case len(confirms) > 0:
		e.found = confirms
		return VerdictMet
	case len(s.unseen) > 0:
		e.found = s.unseen
		return VerdictNotObservable
	}
	return VerdictMissing
}

// weightOf ranks a fact by trust, then live before imported. A fact of higher weight is heard
// whatever the order of the two.
func weightOf(f *fact.Fact) int {
	if f.Imported {
		return 2 * f.Rank()
	}
	return 2*f.Rank() + 1
}

// unanswered returns the refutations that no confirmation outranks and none of at least
// their trust follows.
func (e *examination) unanswered(refuted, confirms []int) []int {
	if len(refuted) == 0 {
		return nil
	}
	l := e.l
	best := 0
	for _, c := range confirms {
		best = max(best, weightOf(l.facts[c]))
	}
	cleared := map[int]causal.Marks{}
	var out []int
	for _, r := range refuted {
		if weightOf(l.facts[r]) < best {
			continue
		}
		rank := l.facts[r].Rank()
		if _, asked := cleared[rank]; !asked {
			cleared[rank] = l.order.Before(slices.DeleteFunc(slices.Clone(confirms), func(i int) bool { return l.facts[i].Rank() < rank }), refuted)
		}
		if !cleared[rank].Holds(r) {
			out = append(out, r)
		}
	}
	return out
}

// shown returns the proven events of a kind that speak for the claim.
func (e *examination) shown(kind domain.Kind) []int {
	return slices.DeleteFunc(slices.Clone(e.speaks), func(i int) bool {
		f := e.l.facts[i]
		return f.Kind != kind || f.Payload.Unproven
	})
}
