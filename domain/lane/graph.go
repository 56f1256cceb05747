package lane

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
)

// graph holds the edges of rule 2. The first nodes are facts; further ones are
// joints: "all of these precede all of those" takes a joint between, not an edge
// for each pair.
type graph struct {
	edges [][]int
	facts int
}

func (g *graph) edge(from, to int) { g.edges[from] = append(g.edges[from], to) }

func (g *graph) joint() int {
	g.edges = append(g.edges, nil)
	return len(g.edges) - 1
}

// numbers orders the facts of each emitter by (epoch, seq). A fact without an
// epoch is in none of the stated ones; one without a number is within its epoch;
// numbers of different kinds do not compare. Who is not trusted may have taken a
// name: its numbers do not order what is trusted under that name. Neither do those of an event
// whose trust was lowered because it came by an import.
func (g *graph) numbers(facts []*Fact) {
	type boot struct {
		emitter domain.EmitterID
		trusted bool
		capped  bool
		epoch   domain.Epoch
	}
	boots := map[boot][]int{}
	for i, f := range facts {
		if f.Emitter != "" {
			k := boot{f.Emitter, f.trusted(), f.Capped, f.Epoch}
			boots[k] = append(boots[k], i)
		}
	}
	keys := make([]boot, 0, len(boots))
	for k := range boots {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b boot) int {
		return cmp.Or(cmp.Compare(a.emitter, b.emitter), compareBool(a.trusted, b.trusted), compareBool(a.capped, b.capped), a.epoch.Compare(b.epoch))
	})
	for i, k := range keys {
		g.boot(facts, boots[k])
		if i > 0 && keys[i-1].emitter == k.emitter && keys[i-1].trusted == k.trusted && keys[i-1].capped == k.capped && !keys[i-1].epoch.IsZero() {
			g.joinBoots(boots[keys[i-1]], boots[k])
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

// joinBoots puts all of one boot before all of the next. Boots between which
// another lies are ordered through it.
func (g *graph) joinBoots(earlier, later []int) {
	j := g.joint()
	for _, i := range earlier {
		g.edge(i, j)
	}
	for _, i := range later {
		g.edge(j, i)
	}
}

// boot orders the facts of one boot by their numbers, each kind of number apart;
// equal numbers are concurrent.
func (g *graph) boot(facts []*Fact, members []int) {
	numbered := slices.DeleteFunc(slices.Clone(members), func(i int) bool { return facts[i].Seq == 0 })
	slices.SortFunc(numbered, func(a, b int) int {
		return cmp.Or(cmp.Compare(facts[a].SeqKind, facts[b].SeqKind), cmp.Compare(facts[a].Seq, facts[b].Seq))
	})
	var earlier []int
	for start := 0; start < len(numbered); {
		end := start + 1
		first := facts[numbered[start]]
		for end < len(numbered) && facts[numbered[end]].Seq == first.Seq && facts[numbered[end]].SeqKind == first.SeqKind {
			end++
		}
		level := numbered[start:end]
		if len(earlier) > 0 && facts[earlier[0]].SeqKind == first.SeqKind {
			g.joinLevels(earlier, level)
		}
		earlier, start = level, end
	}
}

func (g *graph) joinLevels(earlier, later []int) {
	if len(earlier) == 1 && len(later) == 1 {
		g.edge(earlier[0], later[0])
		return
	}
	g.joinBoots(earlier, later)
}
