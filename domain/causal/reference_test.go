package causal_test

import (
	"encoding/binary"
	"slices"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/causal"
)

// reference is the definition of the order, applied to every pair; its closure is that of
// Floyd and Warshall.
type reference struct {
	reach   [][]bool
	missing int
}

func newReference(nodes []causal.Node, known map[domain.EventID]bool) reference {
	n := len(nodes)
	r := reference{reach: make([][]bool, n)}
	missing := map[domain.EventID]bool{}
	for i, a := range nodes {
		r.reach[i] = make([]bool, n)
		for j, b := range nodes {
			r.reach[i][j] = slices.Contains(b.Follows, a.ID) && (i == j || a.ID != b.ID) || numbered(a, b)
		}
		for _, id := range a.Follows {
			if !known[id] && !slices.ContainsFunc(nodes, func(x causal.Node) bool { return x.ID == id }) {
				missing[id] = true
			}
		}
	}
	r.missing = len(missing)
	for k := range n {
		for i := range n {
			for j := range n {
				r.reach[i][j] = r.reach[i][j] || r.reach[i][k] && r.reach[k][j]
			}
		}
	}
	return r
}

// numbered reports whether a has the smaller (epoch, seq) of one emitter.
func numbered(a, b causal.Node) bool {
	if a.Emitter == "" || a.Emitter != b.Emitter || a.Trusted != b.Trusted || a.Capped != b.Capped {
		return false
	}
	if a.Epoch != b.Epoch {
		return !a.Epoch.IsZero() && !b.Epoch.IsZero() && a.Epoch.Compare(b.Epoch) < 0
	}
	return a.SeqKind == b.SeqKind && a.Seq > 0 && a.Seq < b.Seq
}

func (r reference) precedes(a, b int) bool { return r.reach[a][b] && !r.reach[b][a] }

// leads reports whether some node of from precedes some node of until.
func (r reference) leads(from, until []int) bool {
	return slices.ContainsFunc(from, func(x int) bool {
		return slices.ContainsFunc(until, func(y int) bool { return r.precedes(x, y) })
	})
}

func (r reference) cyclic() []int {
	var out []int
	for i := range r.reach {
		if r.reach[i][i] {
			out = append(out, i)
		}
	}
	return out
}

// id returns the n-th event id.
func id(n int) (out domain.EventID) {
	binary.BigEndian.PutUint64(out[:], uint64(n+1))
	return out
}

// epoch returns the n-th epoch; the zeroth is not stated.
func epoch(n int) (out domain.Epoch) {
	out[15] = byte(n)
	return out
}

// drawNodes draws nodes of few emitters, with ids that repeat, names of events that are
// missing or known elsewhere, nodes that name themselves, cycles, and numbers with ties.
func drawNodes(t *rapid.T) (nodes []causal.Node, known map[domain.EventID]bool) {
	n := rapid.IntRange(2, 40).Draw(t, "nodes")
	known = map[domain.EventID]bool{id(n): true}
	one := rapid.Custom(func(t *rapid.T) causal.Node {
		named := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, n+2), id), 0, 2)
		return causal.Node{
			ID:      id(rapid.IntRange(0, n-1).Draw(t, "id")),
			Follows: named.Draw(t, "follows"),
			Emitter: rapid.SampledFrom([]domain.EmitterID{"", "W", "V", "U"}).Draw(t, "emitter"),
			Epoch:   epoch(rapid.IntRange(0, 3).Draw(t, "epoch")),
			Seq:     rapid.Uint64Range(0, 6).Draw(t, "seq"),
			SeqKind: rapid.SampledFrom([]domain.SeqKind{domain.SeqCount, domain.SeqCount, domain.SeqOrdinal}).Draw(t, "seq kind"),
			Trusted: rapid.IntRange(0, 3).Draw(t, "trusted") > 0,
			Capped:  rapid.IntRange(0, 3).Draw(t, "capped") == 0,
		}
	})
	return rapid.SliceOfN(one, n, n).Draw(t, "list"), known
}

// drawGroups draws groups of nodes, more of them than one pass over an order follows.
func drawGroups(t *rapid.T, nodes int, name string) [][]int {
	group := rapid.SliceOfN(rapid.IntRange(0, nodes-1), 0, 3)
	return rapid.SliceOfN(group, 0, 80).Draw(t, name)
}
