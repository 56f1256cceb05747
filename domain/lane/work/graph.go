package work

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
	"github.com/clawable/claw/domain/lane/fact"
)

// graph is the facts of an attempt as nodes, and their order.
type graph struct {
	order *causal.Order
	nodes []node
	// preceding holds what precedes a node, of those that were asked for.
	preceding map[int]causal.Marks
	looked    *int // nodes that were looked at, by all parts of the work
}

// Steps is how many nodes were looked at so far, for tests of how that grows.
func (g *graph) Steps() int { return *g.looked }

// node is one fact, recorded by one or several emitters: a hook and an import record the same
// call.
type node struct {
	at  []int // in the facts
	ids []domain.EventID
	f   *fact.Fact
}

// work is what the fact says of the work; of one whose data are erased nothing.
func (x node) work() *domain.Observed {
	if x.f.Payload.Work == nil {
		return &domain.Observed{}
	}
	return x.f.Payload.Work
}

// callKey names what is said of a call.
type callKey struct {
	session domain.SessionID
	item    domain.ItemID
	kind    domain.Kind
	said    string
}

// compareContent orders facts by what they say, and only those that say the same by their ids.
func compareContent(x, y *fact.Fact) int {
	return cmp.Or(x.Observed.Time().Compare(y.Observed.Time()), cmp.Compare(x.Payload.Text(), y.Payload.Text()), x.ID.Compare(y.ID))
}

// join makes one node of the facts that record the same about a call: a hook and an import both
// record it. The fact of the highest trust represents the node; of equal trust the first by
// [compareContent].
func (g *graph) join(facts []*fact.Fact, some []int) {
	some = slices.Clone(some)
	slices.SortFunc(some, func(a, b int) int { return compareContent(facts[a], facts[b]) })
	at := map[callKey]int{}
	live := map[string]bool{} // what was said live of no call
	for _, i := range some {
		if f := facts[i]; f.Item == "" && !f.Imported {
			live[string(f.Kind)+f.Payload.Text()] = true
		}
	}
	for _, i := range some {
		f := facts[i]
		key := callKey{f.Session, f.Item, f.Kind, f.Payload.Text()}
		if f.Item == "" {
			if f.Imported && live[string(f.Kind)+key.said] {
				continue // a record of what was said live
			}
			g.nodes = append(g.nodes, node{[]int{i}, []domain.EventID{f.ID}, f})
			continue
		}
		n, held := at[key]
		if !held {
			at[key] = len(g.nodes)
			g.nodes = append(g.nodes, node{[]int{i}, []domain.EventID{f.ID}, f})
			continue
		}
		x := &g.nodes[n]
		if x.at, x.ids = append(x.at, i), append(x.ids, f.ID); cmp.Or(-cmp.Compare(x.f.Rank(), f.Rank()), compareContent(x.f, f)) > 0 {
			x.f = f
		}
	}
}

// places are the facts of nodes.
func (g *graph) places(nodes []int) (out []int) {
	for _, n := range nodes {
		out = append(out, g.nodes[n].at...)
	}
	return out
}

// nodesAt are some of the nodes.
func (g *graph) nodesAt(some []int) (out []node) {
	for _, n := range some {
		out = append(out, g.nodes[n])
	}
	return out
}

// before returns those of nodes that precede n.
func (g *graph) before(n int, nodes []int) []int {
	marks, asked := g.preceding[n]
	if !asked {
		marks = g.order.Before(g.nodes[n].at, nil)
		g.preceding[n] = marks
	}
	return g.marked(nodes, n, marks)
}

// after returns those of nodes that n precedes.
func (g *graph) after(n int, nodes []int) []int {
	return g.marked(nodes, n, g.order.After(g.nodes[n].at, g.places(nodes)))
}

func (g *graph) marked(nodes []int, but int, marks causal.Marks) (out []int) {
	*g.looked += len(nodes)
	for _, n := range nodes {
		if n != but && slices.ContainsFunc(g.nodes[n].at, marks.Holds) {
			out = append(out, n)
		}
	}
	return out
}

// last returns those of nodes that precede no other of them, all where each precedes another.
func (g *graph) last(nodes []int) (out []int) {
	if len(nodes) < 2 {
		return nodes
	}
	all := g.places(nodes)
	marks := g.order.Before(all, all)
	for _, n := range nodes {
		precedes := slices.ContainsFunc(g.nodes[n].at, marks.Holds)
		if precedes && len(g.nodes[n].at) > 1 { // perhaps itself only
			precedes = len(g.after(n, nodes)) > 0
		}
		if !precedes {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nodes
	}
	return out
}

// first returns those of nodes that no other of them precedes, all where each follows another.
func (g *graph) first(nodes []int) (out []int) {
	if len(nodes) < 2 {
		return nodes
	}
	all := g.places(nodes)
	marks := g.order.After(all, all)
	for _, n := range nodes {
		follows := slices.ContainsFunc(g.nodes[n].at, marks.Holds)
		if follows && len(g.nodes[n].at) > 1 { // perhaps itself only
			follows = len(g.before(n, nodes)) > 0
		}
		if !follows {
			out = append(out, n)
		}
	}
	if len(out) == 0 {
		return nodes
	}
	return out
}

// newest is the one of nodes that was observed last.
func (g *graph) newest(nodes []int) int {
	return slices.MaxFunc(nodes, func(a, b int) int { return compareContent(g.nodes[a].f, g.nodes[b].f) })
}

// ids returns the ids of the facts of nodes, sorted.
func (g *graph) ids(nodes ...int) []domain.EventID {
	out := make([]domain.EventID, 0, len(nodes))
	for _, n := range nodes {
		out = append(out, g.nodes[n].ids...)
	}
	slices.SortFunc(out, domain.EventID.Compare)
	return slices.Compact(out)
}

// follows reports whether node n follows all of nodes, or is the only one.
func (g *graph) follows(n int, nodes []int) bool {
	others := slices.DeleteFunc(slices.Clone(nodes), func(o int) bool { return o == n })
	return len(g.before(n, others)) == len(others)
}
