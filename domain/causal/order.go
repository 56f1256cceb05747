package causal

import "github.com/clawable/claw/domain"

// Node is what the order reads of one event.
type Node struct {
	ID      domain.EventID
	Follows []domain.EventID // the events that it names as before it
	Emitter domain.EmitterID // "" when no emitter numbers it
	Epoch   domain.Epoch     // zero when not stated
	Seq     uint64           // 0 when not stated
	SeqKind domain.SeqKind

	// Trusted and Capped separate numbers given under one emitter's name: only nodes that
	// agree in both are ordered by number. An emitter that is not trusted may have taken
	// another's name; the trust of a capped event was lowered because it came by an import
	// of another log.
	Trusted, Capped bool
}

// Order holds which nodes precede which: by the events that they name, by the numbers of
// one emitter, and transitively. Nodes in a cycle are concurrent.
//
// It is a directed graph whose cycles are collapsed into components. Components are
// numbered by depth, so an edge leads from a smaller number to a larger one. No closure is
// kept: a question follows the edges between the nodes that it is about ([Order.After]);
// many questions are answered 64 at a time ([Order.Relate]).
//
// An Order is not safe for concurrent use: questions share scratch memory.
type Order struct {
	comp    []int   // node → component
	next    [][]int // component → those right after it
	prev    [][]int // component → those right before it
	cyclic  []int   // nodes in a cycle
	missing int     // named events that no node has
	orphans []int   // nodes that name them

	seen  []int // component → the last question that came by
	asked int   // questions asked
	steps int   // edges followed by all of them
}

// New returns the order of nodes. known holds the ids of events outside of nodes: naming
// one orders nothing and is not counted as missing.
func New(nodes []Node, known map[domain.EventID]bool) *Order {
	g := &graph{edges: make([][]int, len(nodes)), nodes: len(nodes)}
	o := &Order{}
	self := o.addNamed(g, nodes, known)
	g.addNumbers(nodes)
	o.collapse(g, self)
	return o
}

// FromEdges returns the order of len(edges) nodes of which node i directly precedes the
// nodes edges[i].
func FromEdges(edges [][]int) *Order {
	o := &Order{}
	o.collapse(&graph{edges: edges, nodes: len(edges)}, nil)
	return o
}

// addNamed adds an edge for each event that a node names, and returns the nodes that name
// themselves.
func (o *Order) addNamed(g *graph, nodes []Node, known map[domain.EventID]bool) map[int]bool {
	places := make(map[domain.EventID][]int, len(nodes))
	for i := range nodes {
		places[nodes[i].ID] = append(places[nodes[i].ID], i)
	}
	self := map[int]bool{}
	missing := map[domain.EventID]bool{}
	for i := range nodes {
		for _, id := range nodes[i].Follows {
			if id == nodes[i].ID {
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
	o.missing = len(missing)
	return self
}

// Cyclic returns the nodes in a cycle, also one that names itself. The caller must not
// change the slice.
func (o *Order) Cyclic() []int { return o.cyclic }

// Missing returns the number of distinct events that nodes name, that no node has, and
// that are not known elsewhere.
func (o *Order) Missing() int { return o.missing }

// Orphans returns the nodes that name missing events, one entry for each such name. The
// caller must not change the slice.
func (o *Order) Orphans() []int { return o.orphans }

// Components returns the number of components. Every edge leads from a component to one
// with a larger number.
func (o *Order) Components() int { return len(o.next) }

// Component returns the component of node i. The nodes of a cycle share one.
func (o *Order) Component(i int) int { return o.comp[i] }

// Next returns the components right after component c; one may be listed more than once.
// Some components hold no node. The caller must not change the slice.
func (o *Order) Next(c int) []int { return o.next[c] }

// Steps returns the number of edges followed by all questions so far: what the answers cost.
func (o *Order) Steps() int { return o.steps }
