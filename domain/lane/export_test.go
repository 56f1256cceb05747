package lane

import (
	"slices"
	"strconv"

	"github.com/clawable/claw/domain"
)

// Canonical is RFC 8785 of a JSON value, as fingerprints use it.
func Canonical(raw []byte) ([]byte, error) { return canonical(raw) }

// TellsOfWork reports whether events of a kind tell how the work of a lane goes.
func TellsOfWork(kind domain.Kind) bool { return tellsOfWork(kind) }

// Order is the order of rule 2, for comparing it with a slower one.
type Order struct{ o *order }

// NewOrder makes the order of facts.
func NewOrder(facts []Fact) Order {
	some := make([]*Fact, len(facts))
	for i := range facts {
		some[i] = &facts[i]
	}
	return Order{newOrder(some, map[domain.EventID]bool{})}
}

// Precedes reports whether fact a precedes fact b.
func (o Order) Precedes(a, b int) bool { return o.o.precedes([]int{a}, []int{b}) }

// Loops returns the facts in a cycle.
func (o Order) Loops() []int { return o.o.loops }

// Lost is the number of causes that name no fact.
func (o Order) Lost() int { return o.o.lost }

// Last returns those of some that no other follows.
func (o Order) Last(some []int) []int { return o.o.last(some) }

// First returns those of some that follow no other.
func (o Order) First(some []int) []int { return o.o.first(some) }

// Work is how many edges and facts were looked at to derive the lane of some facts.
func Work(facts []Fact) int {
	d := newDerivation(MakeSet(facts[0].Lane, facts), Options{})
	d.derive()
	return d.ord.looked
}

// Relate says which of from precede which of until.
func (o Order) Relate(from, until [][]int) func(f, u int) bool {
	return o.o.relate(from, until).precedes
}

// NotOvertaken returns the places of those of a session's turns that are its last.
func (o Order) NotOvertaken(turns [][]int) []int {
	d := &derivation{ord: o.o}
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
	after, before := d.ord.after(some, nil), d.ord.before(some, nil)
	for _, i := range some { // the others of a cycle lie between too
		after.at[d.ord.comp[i]], before.at[d.ord.comp[i]] = true, true
	}
	between := d.placed(d.at(d.where(func(i int, _ *Fact) bool { return after.holds(i) && before.holds(i) })))
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
