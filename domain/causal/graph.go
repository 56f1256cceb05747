package causal

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// graph holds the edges of an order. Its first vertices are the nodes; further ones are
// joints: "all of these precede all of those" takes one joint between them instead of an
// edge for each pair.
type graph struct {
	edges [][]int
	nodes int
}

func (g *graph) edge(from, to int) { g.edges[from] = append(g.edges[from], to) }

func (g *graph) joint() int {
	g.edges = append(g.edges, nil)
	return len(g.edges) - 1
}

// boot identifies a run of one emitter, apart by [Node.Trusted] and [Node.Capped].
type boot struct {
	emitter         domain.EmitterID
	trusted, capped bool
	epoch           domain.Epoch
}

// sameEmitter reports whether two boots differ in nothing but their epoch.
func (b boot) sameEmitter(o boot) bool {
	b.epoch, o.epoch = domain.Epoch{}, domain.Epoch{}
	return b == o
}

func (b boot) compare(o boot) int {
	return cmp.Or(cmp.Compare(b.emitter, o.emitter), compareBool(b.trusted, o.trusted),
		compareBool(b.capped, o.capped), b.epoch.Compare(o.epoch))
}

// addNumbers orders the nodes of each emitter by (epoch, seq). A node without an epoch is
// ordered to none that states one; a node without a number is ordered by its epoch alone;
// numbers of different kinds are not compared.
func (g *graph) addNumbers(nodes []Node) {
	boots := map[boot][]int{}
	for i := range nodes {
		if n := &nodes[i]; n.Emitter != "" {
			k := boot{n.Emitter, n.Trusted, n.Capped, n.Epoch}
			boots[k] = append(boots[k], i)
		}
	}
	keys := make([]boot, 0, len(boots))
	for k := range boots {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, boot.compare)
	for i, k := range keys {
		g.addBoot(nodes, boots[k])
		if i > 0 && keys[i-1].sameEmitter(k) && !keys[i-1].epoch.IsZero() {
			g.join(boots[keys[i-1]], boots[k])
		}
	}
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// join puts all of earlier before all of later. Of three boots the first and the last are
// ordered through the one between.
func (g *graph) join(earlier, later []int) {
	if len(earlier) == 1 && len(later) == 1 {
		g.edge(earlier[0], later[0])
		return
	}
	j := g.joint()
	for _, i := range earlier {
		g.edge(i, j)
	}
	for _, i := range later {
		g.edge(j, i)
	}
}

// addBoot orders the members of one boot by their numbers, each kind of number apart.
// Members with equal numbers are concurrent.
func (g *graph) addBoot(nodes []Node, members []int) {
	numbered := slices.DeleteFunc(slices.Clone(members), func(i int) bool { return nodes[i].Seq == 0 })
	slices.SortFunc(numbered, func(a, b int) int {
		return cmp.Or(cmp.Compare(nodes[a].SeqKind, nodes[b].SeqKind), cmp.Compare(nodes[a].Seq, nodes[b].Seq))
	})
	var earlier []int
	for start := 0; start < len(numbered); {
		end := start + 1
		first := &nodes[numbered[start]]
		for end < len(numbered) && nodes[numbered[end]].Seq == first.Seq && nodes[numbered[end]].SeqKind == first.SeqKind {
			end++
		}
		level := numbered[start:end]
		if len(earlier) > 0 && nodes[earlier[0]].SeqKind == first.SeqKind {
			g.join(earlier, level)
		}
		earlier, start = level, end
	}
}
