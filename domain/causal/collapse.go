package causal

import (
	"cmp"
	"slices"
)

// collapse makes one component of each cycle of g, by the algorithm of Tarjan (1972) with
// an explicit stack, because a chain may have any length. self holds the nodes that name
// themselves.
func (o *Order) collapse(g *graph, self map[int]bool) {
	t := tarjan{g: g, index: make([]int, len(g.edges)), low: make([]int, len(g.edges)), comp: make([]int, len(g.edges))}
	for n := range g.edges {
		if t.index[n] == 0 {
			t.visit(n)
		}
	}
	number := t.numbers()
	for n := range t.comp {
		t.comp[n] = number[t.comp[n]]
	}
	o.comp = t.comp[:g.nodes]
	o.next, o.prev, o.seen = make([][]int, t.comps), make([][]int, t.comps), make([]int, t.comps)
	for n, edges := range g.edges {
		for _, m := range edges {
			if a, b := t.comp[n], t.comp[m]; a != b {
				o.next[a] = append(o.next[a], b)
				o.prev[b] = append(o.prev[b], a)
			}
		}
	}
	size := make([]int, t.comps)
	for _, c := range o.comp {
		size[c]++
	}
	for i, c := range o.comp {
		if size[c] > 1 || self[i] {
			o.cyclic = append(o.cyclic, i)
		}
	}
}

// numbers returns the number of each component, by depth: the length of the longest path
// to it. The algorithm completes a component after all components that it leads to.
func (t *tarjan) numbers() []int {
	depth := make([]int, t.comps)
	members := make([][]int, t.comps)
	for n, c := range t.comp {
		members[c] = append(members[c], n)
	}
	for c := t.comps - 1; c >= 0; c-- {
		for _, n := range members[c] {
			for _, m := range t.g.edges[n] {
				if to := t.comp[m]; to != c {
					depth[to] = max(depth[to], depth[c]+1)
				}
			}
		}
	}
	sorted := make([]int, t.comps)
	for c := range sorted {
		sorted[c] = t.comps - 1 - c
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(depth[a], depth[b]) })
	out := make([]int, t.comps)
	for number, c := range sorted {
		out[c] = number
	}
	return out
}

type tarjan struct {
	g          *graph
	index, low []int // from 1; 0 is not visited
	comp       []int
	comps      int
	count      int
	stack      []int
	path       []step
}

// step is a vertex on the path and the index of its next edge.
type step struct{ node, edge int }

func (t *tarjan) visit(root int) {
	t.enter(root)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		n := top.node
		if top.edge < len(t.g.edges[n]) {
			m := t.g.edges[n][top.edge]
			top.edge++
			switch {
			case t.index[m] == 0:
				t.enter(m)
			case t.comp[m] < 0:
				t.low[n] = min(t.low[n], t.index[m])
			}
			continue
		}
		t.path = t.path[:len(t.path)-1]
		if len(t.path) > 0 {
			above := t.path[len(t.path)-1].node
			t.low[above] = min(t.low[above], t.low[n])
		}
		if t.low[n] == t.index[n] {
			t.leave(n)
		}
	}
}

func (t *tarjan) enter(n int) {
	t.count++
	t.index[n], t.low[n], t.comp[n] = t.count, t.count, -1
	t.stack = append(t.stack, n)
	t.path = append(t.path, step{node: n})
}

// leave completes the component whose first vertex is n.
func (t *tarjan) leave(n int) {
	for {
		m := t.stack[len(t.stack)-1]
		t.stack = t.stack[:len(t.stack)-1]
		t.comp[m] = t.comps
		if m == n {
			t.comps++
			return
		}
	}
}
