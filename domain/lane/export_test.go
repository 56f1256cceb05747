package lane

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
)

// Canonical is RFC 8785 of a JSON value, as fingerprints use it.
func Canonical(raw []byte) ([]byte, error) { return canonical(raw) }

// TellsOfWork reports whether events of a kind tell how the work of a lane goes.
func TellsOfWork(kind domain.Kind) bool { return tellsOfWork(kind) }

// Work is how many edges and facts were looked at to derive the lane of some facts.
func Work(facts []Fact) int {
	d := newDerivation(MakeSet(facts[0].Lane, facts), Options{})
	d.derive()
	return d.looked + d.ord.Steps()
}

// OrderOf is the order of facts.
func OrderOf(facts []Fact) *causal.Order {
	refs := make([]*Fact, len(facts))
	for i := range facts {
		refs[i] = &facts[i]
	}
	return orderOf(refs, nil)
}

// NotOvertaken returns the indices of those of a session's turns that are its last.
func NotOvertaken(facts []Fact, turns [][]int) []int {
	d := &derivation{ord: OrderOf(facts)}
	given, places := make([]turn, len(turns)), map[domain.TurnID]int{}
	for n, facts := range turns {
		given[n] = turn{session: "sim/s1", id: domain.TurnID(strconv.Itoa(n)), facts: facts}
		places[given[n].id] = n
	}
	var out []int
	for _, t := range d.notOvertaken(given) {
		out = append(out, places[t.id])
	}
	return out
}

// Between returns the facts of a set with some ids, those on causal paths between them, and
// what puts these in the lane.
func Between(set Set, opts Options, ids []domain.EventID) []Fact {
	d := newDerivation(set, opts)
	cited := func(f *Fact) bool { return slices.Contains(ids, f.ID) }
	some := d.where(func(_ int, f *Fact) bool { return cited(f) })
	lies := d.ord.Between(some)
	between := d.placed(d.at(d.where(func(i int, _ *Fact) bool { return lies(i) })))
	var out []Fact
	for _, f := range set.facts {
		if cited(f) || slices.ContainsFunc(between, f.isTold) {
			out = append(out, *f)
		}
	}
	return out
}

// isTold reports whether o is f, whatever turn f was found to end.
func (f *Fact) isTold(o *Fact) bool {
	return o == f || f.Turn == "" && isTurn(f.Kind) && o.ID == f.ID && o.Kind == f.Kind && o.speaker() == f.speaker() && o.Seq == f.Seq
}

// All yields the facts.
func (s Set) All() func(yield func(*Fact) bool) {
	return func(yield func(*Fact) bool) {
		for _, f := range s.facts {
			if !yield(f) {
				return
			}
		}
	}
}
