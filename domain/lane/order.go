package lane

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// order is what precedes what among facts (rule 2): by causes, by the numbers of
// one emitter, and transitively. Facts in a cycle are concurrent.
//
// It is a directed graph whose cycles are collapsed into components, numbered by
// their depth, so that an edge leads from a smaller number to a larger one and what
// lies far apart has numbers that do. No closure is kept: a question looks at the
// edges between the facts that it is about ([order.after]); of many questions, 64
// are put at a time ([order.relate]).
type order struct {
	comp    []int   // fact → component
	next    [][]int // component → those right after it
	prev    [][]int // component → those right before it
	loops   []int   // facts in a cycle
	lost    int     // causes that name no fact given
	orphans []int   // facts that name them

	seen   []int // component → the last question that came by
	asked  int   // questions put
	looked int   // edges followed by all of them: what an answer costs
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
func (o *order) causes(g *graph, facts []*Fact, known map[domain.EventID]bool) map[int]bool {
	places := make(map[domain.EventID][]int, len(facts))
	for i, f := range facts {
		places[f.ID] = append(places[f.ID], i)
	}
	self := map[int]bool{}
	missing := map[domain.EventID]bool{}
	for i, f := range facts {
		for _, id := range f.Names() {
			if id == f.ID {
				self[i] = true
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
