package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// order is what precedes what among facts (rule 2): by causes, by the numbers of
// one emitter, and transitively. Facts in a cycle are concurrent.
//
// It is a directed graph whose cycles are collapsed into components, numbered so
// that an edge leads from a smaller number to a larger one. No closure is kept:
// each question is one pass over the edges.
type order struct {
	comp    []int   // fact → component
	next    [][]int // component → those right after it
	loops   []int   // facts in a cycle
	lost    int     // causes that name no fact given
	orphans []int   // facts that name them
}

// newOrder makes the order of facts. known holds ids that exist outside of them:
// such a cause orders nothing and is not lost.
func newOrder(facts []*Fact, known map[domain.EventID]bool) *order {
	g := &graph{edges: make([][]int, len(facts)), facts: len(facts)}
	o := &order{}
	self := o.causes(g, facts, known)
	g.numbers(facts)
	o.collapse(g, self)
	return o
}

// causes adds an edge for each cause, and returns the facts that name themselves.
func (o *order) causes(g *graph, facts []*Fact, known map[domain.EventID]bool) []int {
	places := make(map[domain.EventID][]int, len(facts))
	for i, f := range facts {
		places[f.ID] = append(places[f.ID], i)
	}
	var self []int
	missing := map[domain.EventID]bool{}
	for i, f := range facts {
		for _, id := range f.Names() {
			if id == f.ID {
				self = append(self, i)
				continue
			}
			for _, p := range places[id] {
				g.edge(p, i)
			}
			if len(places[id]) == 0 && !known[id] {
				missing[id] = true
				o.orphans = append(o.orphans, i)
			}
		}
	}
	o.lost = len(missing)
	return self
}

// Names lists the events that f says it follows.
func (f *Fact) Names() []domain.EventID {
	if f.Said.Settles.IsZero() {
		return f.Causes
	}
	return append(slices.Clone(f.Causes), f.Said.Settles)
}

// after marks the components that some component of from precedes.
func (o *order) after(from []int) []bool {
	mark := make([]bool, len(o.next))
	start := make([]bool, len(o.next))
	for _, i := range from {
		start[o.comp[i]] = true
	}
	for c, next := range o.next {
		if !start[c] && !mark[c] {
			continue
		}
		for _, n := range next {
			mark[n] = true
		}
	}
	return mark
}

// before marks the components that precede some component of until.
func (o *order) before(until []int) []bool {
	mark := make([]bool, len(o.next))
	start := make([]bool, len(o.next))
	for _, i := range until {
		start[o.comp[i]] = true
	}
	for c := len(o.next) - 1; c >= 0; c-- {
		for _, n := range o.next[c] {
			if start[n] || mark[n] {
				mark[c] = true
				break
			}
		}
	}
	return mark
}

// last returns those of some that no other of them follows.
func (o *order) last(some []int) []int {
	if len(some) < 2 {
		return some
	}
	return o.without(some, o.before(some))
}

// first returns those of some that follow no other of them.
func (o *order) first(some []int) []int {
	if len(some) < 2 {
		return some
	}
	return o.without(some, o.after(some))
}

func (o *order) without(some []int, mark []bool) []int {
	var out []int
	for _, i := range some {
		if !mark[o.comp[i]] {
			out = append(out, i)
		}
	}
	return out
}
