package lane_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// reference is rule 2 by the letter: every pair is looked at, and the closure is
// Floyd and Warshall's.
type reference struct {
	reach [][]bool
	lost  int
}

func newReference(facts []lane.Fact) reference {
	n := len(facts)
	r := reference{reach: make([][]bool, n)}
	missing := map[domain.EventID]bool{}
	for i := range facts {
		r.reach[i] = make([]bool, n)
		for j := range facts {
			r.reach[i][j] = names(facts[j], facts[i].ID) || numbered(facts[i], facts[j])
		}
	}
	for _, f := range facts {
		for _, c := range causes(f) {
			if !slices.ContainsFunc(facts, func(x lane.Fact) bool { return x.ID == c }) {
				missing[c] = true
			}
		}
	}
	r.lost = len(missing)
	for k := range n {
		for i := range n {
			for j := range n {
				r.reach[i][j] = r.reach[i][j] || r.reach[i][k] && r.reach[k][j]
			}
		}
	}
	return r
}

func causes(f lane.Fact) []domain.EventID {
	if f.Said.Settles.IsZero() {
		return f.Causes
	}
	return append(slices.Clone(f.Causes), f.Said.Settles)
}

func names(f lane.Fact, id domain.EventID) bool { return slices.Contains(causes(f), id) }

// numbered reports whether a has the smaller (epoch, seq) of one emitter.
func numbered(a, b lane.Fact) bool {
	trusted := func(f lane.Fact) bool { return f.Trust.Rank() >= domain.TrustMedium.Rank() }
	if a.Emitter == "" || a.Emitter != b.Emitter || trusted(a) != trusted(b) {
		return false
	}
	if a.Epoch != b.Epoch {
		return !a.Epoch.IsZero() && !b.Epoch.IsZero() && a.Epoch.Compare(b.Epoch) < 0
	}
	return a.SeqKind == b.SeqKind && a.Seq > 0 && a.Seq < b.Seq
}

func (r reference) precedes(a, b int) bool { return r.reach[a][b] && !r.reach[b][a] }

func (r reference) loops() []int {
	var out []int
	for i := range r.reach {
		if r.reach[i][i] {
			out = append(out, i)
		}
	}
	return out
}

func TestTheOrderIsThatOfTheReference(t *testing.T) {
	for seed := range uint64(600) {
		g := newGenerator(seed)
		all := facts(g.events(2 + g.r.IntN(40)))
		want, got := newReference(all), lane.NewOrder(all)
		if diff := cmp.Diff(want.loops(), got.Loops()); diff != "" {
			t.Fatalf("%s: cycles (-reference +order):\n%s", seedName(seed), diff)
		}
		if want.lost != got.Lost() {
			t.Fatalf("%s: missing causes: %d, want %d", seedName(seed), got.Lost(), want.lost)
		}
		var some []int
		for a := range all {
			if g.r.IntN(2) == 0 {
				some = append(some, a)
			}
			for b := range all {
				if want.precedes(a, b) != got.Precedes(a, b) {
					t.Fatalf("%s: fact %d precedes %d: %v, want %v", seedName(seed), a, b, got.Precedes(a, b), want.precedes(a, b))
				}
			}
		}
		last, first := extremes(want, some)
		if diff := cmp.Diff([][]int{last, first}, [][]int{got.Last(some), got.First(some)}); diff != "" {
			t.Fatalf("%s: last and first of %v (-reference +order):\n%s", seedName(seed), some, diff)
		}
	}
}

func extremes(r reference, some []int) (last, first []int) {
	for _, a := range some {
		follows := func(b int) bool { return r.precedes(a, b) }
		precedes := func(b int) bool { return r.precedes(b, a) }
		if !slices.ContainsFunc(some, follows) {
			last = append(last, a)
		}
		if !slices.ContainsFunc(some, precedes) {
			first = append(first, a)
		}
	}
	return last, first
}

func TestOrderOfALongChainDoesNotExhaustTheStack(t *testing.T) {
	const n = 200_000
	all := make([]lane.Fact, n)
	g := newGenerator(1)
	for i := range all {
		all[i] = lane.Fact{ID: g.id(), Kind: "lane.heartbeat", Emitter: "W", Epoch: boot(1), Seq: uint64(i + 1)}
	}
	o := lane.NewOrder(all)
	if !o.Precedes(0, n-1) || o.Precedes(n-1, 0) {
		t.Error("the first of a chain does not precede the last alone")
	}
}
