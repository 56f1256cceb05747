package lane

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// Work is how many edges and facts were looked at to derive the lane of some facts.
func Work(facts []fact.Fact) int {
	d := newDerivation(index.NewSet(facts[0].Lane, facts), Options{})
	d.derive()
	steps := d.looked + d.ord.Steps()
	for _, w := range d.cached.work {
		steps += w.Steps()
	}
	return steps
}

// OrderOf is the order of facts.
func OrderOf(facts []fact.Fact) *causal.Order {
	refs := make([]*fact.Fact, len(facts))
	for i := range facts {
		refs[i] = &facts[i]
	}
	return fact.Order(refs, nil)
}

// NotOvertaken returns the indices of those of a session's turns that are its last.
func NotOvertaken(facts []fact.Fact, turns [][]int) []int {
	d := &derivation{ord: OrderOf(facts)}
	given, places := make([]turn, len(turns)), map[domain.TurnID]int{}
	for n, facts := range turns {
		given[n] = turn{session: "sim/s1", id: domain.TurnID(strconv.Itoa(n)), facts: facts}
		places[given[n].id] = n
	}
	var out []int
	for _, t := range notOvertaken(d.ord, given) {
		out = append(out, places[t.id])
	}
	return out
}

// Between returns the facts of a set with some ids, those on causal paths between them, and
// what puts these in the lane.
func Between(set index.Set, opts Options, ids []domain.EventID) []fact.Fact {
	d := newDerivation(set, opts)
	cited := func(f *fact.Fact) bool { return slices.Contains(ids, f.ID) }
	some := d.where(func(_ int, f *fact.Fact) bool { return cited(f) })
	lies := d.ord.Between(some)
	between := withGrounds(d, d.facts.at(d.where(func(i int, _ *fact.Fact) bool { return lies(i) })))
	var out []fact.Fact
	for _, f := range set.Facts() {
		if cited(f) || slices.ContainsFunc(between, func(told *fact.Fact) bool { return isTold(f, told) }) {
			out = append(out, *f)
		}
	}
	return out
}

// isTold reports whether o is f, whatever turn f was found to end.
func isTold(f *fact.Fact, o *fact.Fact) bool {
	return o == f || f.Turn == "" && fact.IsTurn(f.Kind) && o.ID == f.ID && o.Kind == f.Kind && o.Session == f.Session && o.Emitter == f.Emitter && o.Trusted() == f.Trusted() && o.Seq == f.Seq
}

// Decisive is the row that decides where only the conditions of a row are true.
func Decisive(r Row) Row { return *decisive(r.when) }

// UnusedConditions are the conditions that no row of the table of outcomes has.
func UnusedConditions() []string {
	unused := condition(1)<<len(conditionTexts) - 1
	for _, r := range outcomes {
		unused &^= r.when
	}
	return unused.texts()
}
