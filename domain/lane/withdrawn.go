package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
)

// withdrawn returns the turns that were taken back: those named, and where a
// count is given that many of the last ones before.
func (d *derivation) withdrawn(all []int) map[turnKey]bool {
	out := map[turnKey]bool{}
	if len(all) == 0 {
		return out
	}
	for _, w := range d.withdrawals() {
		f := d.facts[w]
		for _, id := range f.Payload.Turns {
			out[turnKey{f.Session, id}] = true
		}
		if f.Payload.Last > 0 {
			takeBack(d, w, all, out)
		}
	}
	return out
}

// passedAmong returns why turns do not count, where some of those turns are between
// facts: the withdrawals, and what all accounts record about their sessions' turns.
func (d *derivation) passedAmong(some, passed []int) []int {
	if len(some) == 0 || len(passed) == 0 {
		return nil
	}
	between := d.ord.Between(some)
	if !slices.ContainsFunc(slices.Concat(passed, d.withdrawals()), between) {
		return nil
	}
	of := map[domain.SessionID]bool{}
	for _, i := range passed {
		of[d.facts[i].Session] = true
	}
	return append(turnsOf(d, of, d.attempt[passed[0]]), d.withdrawals()...)
}

// turnsOf returns the facts of turns of some sessions in an attempt.
func turnsOf(d *derivation, of map[domain.SessionID]bool, attempt int) []int {
	return d.in(attempt, func(_ int, f *fact.Fact) bool { return fact.IsTurn(f.Kind) && of[f.Session] })
}

// takeBack adds the last turns before withdrawal w that were not taken back yet.
func takeBack(d *derivation, w int, all []int, out map[turnKey]bool) {
	f := d.facts[w]
	before := d.ord.Before([]int{w}, all)
	left := slices.DeleteFunc(slices.Clone(all), func(i int) bool { return d.facts[i].Session != f.Session || !before.Holds(i) })
	for range f.Payload.Last {
		left = slices.DeleteFunc(left, func(i int) bool { return out[d.facts.turnKey(i)] })
		if len(left) == 0 {
			return
		}
		for _, i := range d.ord.Last(left) {
			out[d.facts.turnKey(i)] = true
		}
	}
}

// withdrawals returns the turn.withdrawn in the order in which they are heard: those
// that follow no other, then those that follow only these, and so on.
func (d *derivation) withdrawals() []int {
	if d.cached.withdrawals != nil {
		return *d.cached.withdrawals
	}
	takers := d.where(func(_ int, f *fact.Fact) bool { return f.Kind == domain.KindTurnWithdrawn && !d.lanes.IsSubagent(f) })
	d.cached.withdrawals = &takers
	if len(takers) < 2 {
		return takers
	}
	depth, holds := make([]int, d.ord.Components()), make([]bool, d.ord.Components())
	for _, w := range takers {
		holds[d.ord.Component(w)] = true
	}
	for c := range d.ord.Components() {
		at := depth[c]
		if holds[c] {
			at++
		}
		for _, n := range d.ord.Next(c) {
			depth[n] = max(depth[n], at)
		}
	}
	slices.SortStableFunc(takers, func(a, b int) int { return depth[d.ord.Component(a)] - depth[d.ord.Component(b)] })
	return takers
}
