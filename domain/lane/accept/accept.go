// Package accept determines whether an outcome is accepted: which of the words for it are in
// force. It looks at facts that are heard, and never at the outcome itself: an acceptance changes
// none.
package accept

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// Acceptance is who accepted an outcome.
type Acceptance struct {
	Trust  domain.Trust       `json:"trust"` // the highest of those who accepted it
	By     []domain.EmitterID `json:"by"`
	Events []domain.EventID   `json:"events"`
}

// Words are the acceptances and reopenings of one outcome, as indices of facts.
type Words struct {
	facts    []*fact.Fact
	accepted []int // in force
	reopened []int
}

// Of returns the words about the outcome of a fingerprint. An acceptance is in force while every
// reopening precedes it and weighs no more.
func Of(facts []*fact.Fact, order *causal.Order, outcome domain.Digest) Words {
	w := Words{facts: facts}
	for i, f := range facts {
		switch {
		case f.Payload.OutcomeFingerprint != outcome || outcome.IsZero():
		case f.Kind == domain.KindLaneReopened:
			w.reopened = append(w.reopened, i)
		case f.Kind == domain.KindLaneAccepted:
			w.accepted = append(w.accepted, i)
		}
	}
	all := w.accepted
	answered := order.Relate(causal.Singles(w.reopened), causal.Singles(all))
	w.accepted = nil
	for n, a := range all {
		holds := true
		for m, r := range w.reopened {
			holds = holds && answered.Precedes(m, n) && weight(facts[r]) <= weight(facts[a])
		}
		if holds {
			w.accepted = append(w.accepted, a)
		}
	}
	return w
}

// weight orders words by trust, and of equal trust live ones before recorded ones.
func weight(f *fact.Fact) int {
	w := 2 * f.Rank()
	if !f.Imported {
		w++
	}
	return w
}

// Decisive returns the facts that decide that the outcome is accepted; none where it is not.
func (w Words) Decisive() []int {
	if len(w.accepted) == 0 {
		return nil
	}
	return slices.Concat(w.accepted, w.reopened)
}

// Acceptance returns who accepted the outcome, nil where it is not accepted.
func (w Words) Acceptance() *Acceptance {
	if len(w.accepted) == 0 {
		return nil
	}
	a := &Acceptance{}
	for _, i := range w.accepted {
		f := w.facts[i]
		if f.Rank() >= a.Trust.Rank() {
			a.Trust = f.Trust
		}
		a.By, a.Events = append(a.By, f.Emitter), append(a.Events, f.ID)
	}
	slices.Sort(a.By)
	slices.SortFunc(a.Events, domain.EventID.Compare)
	a.By, a.Events = slices.Compact(a.By), slices.Compact(a.Events)
	return a
}
