package causal_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain/causal"
)

func TestTheOrderIsThatOfTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, known := drawNodes(t)
		want, got := newReference(nodes, known), causal.New(nodes, known)
		if diff := cmp.Diff(want.cyclic(), got.Cyclic()); diff != "" {
			t.Fatalf("cycles (-reference +order):\n%s", diff)
		}
		if want.missing != got.Missing() {
			t.Fatalf("missing events: %d, want %d", got.Missing(), want.missing)
		}
		var some []int
		for a := range nodes {
			if rapid.Bool().Draw(t, "among") {
				some = append(some, a)
			}
			after, before := got.After([]int{a}, nil), got.Before([]int{a}, nil)
			for b := range nodes {
				if is := got.Precedes([]int{a}, []int{b}); is != want.precedes(a, b) || is != after.Holds(b) {
					t.Fatalf("node %d precedes %d: %v, after holds it: %v, want %v", a, b, is, after.Holds(b), want.precedes(a, b))
				}
				if before.Holds(b) != want.precedes(b, a) {
					t.Fatalf("node %d is before %d: %v", b, a, before.Holds(b))
				}
			}
		}
		last, first := extremes(want, some)
		if diff := cmp.Diff([][]int{last, first}, [][]int{got.Last(some), got.First(some)}); diff != "" {
			t.Fatalf("last and first of %v (-reference +order):\n%s", some, diff)
		}
	})
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

func TestManyQuestionsAreAnsweredAsEachAloneIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, known := drawNodes(t)
		want, order := newReference(nodes, known), causal.New(nodes, known)
		from, until := drawGroups(t, len(nodes), "from"), drawGroups(t, len(nodes), "until")
		related := order.Relate(from, until)
		for f := range from {
			for u := range until {
				if got := related.Precedes(f, u); got != want.leads(from[f], until[u]) {
					t.Fatalf("group %d %v precedes group %d %v: %v", f, from[f], u, until[u], got)
				}
			}
		}
	})
}

func TestBetweenHoldsTheEndsWhatLiesOnPathsAndTheirCycles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, known := drawNodes(t)
		r, order := newReference(nodes, known), causal.New(nodes, known)
		some := rapid.SliceOfN(rapid.IntRange(0, len(nodes)-1), 1, 3).Draw(t, "some")
		reached := func(a, b int) bool { return a == b || r.reach[a][b] }
		between := order.Between(some)
		for i := range nodes {
			want := slices.ContainsFunc(some, func(s int) bool { return reached(s, i) }) &&
				slices.ContainsFunc(some, func(s int) bool { return reached(i, s) })
			if between(i) != want {
				t.Fatalf("node %d is between %v: %v", i, some, between(i))
			}
		}
	})
}

func TestFollowersNameTheGroupsThatComeAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes, known := drawNodes(t)
		r, order := newReference(nodes, known), causal.New(nodes, known)
		groups := drawGroups(t, len(nodes), "groups")
		followers := order.Followers(groups)
		for _, group := range groups {
			for _, i := range group {
				want := causal.NoGroup
				for n := range groups {
					switch {
					case !r.leads([]int{i}, groups[n]):
					case want == causal.NoGroup:
						want = n
					default:
						want = causal.SeveralGroups
					}
				}
				if got := followers(i); got != want {
					t.Fatalf("after node %d comes group %d, want %d", i, got, want)
				}
			}
		}
	})
}

func TestAnOrderOfEdgesIsThatOfThePathsAlongThem(t *testing.T) {
	o := causal.FromEdges([][]int{{1}, {2}, {1, 3}, nil, nil})
	if diff := cmp.Diff([]int{1, 2}, o.Cyclic()); diff != "" {
		t.Errorf("cycles (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]int{{0, 4}, {3, 4}}, [][]int{o.First([]int{0, 1, 2, 3, 4}), o.Last([]int{0, 1, 2, 3, 4})}, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("first and last (-want +got):\n%s", diff)
	}
}

func TestALongChainDoesNotExhaustTheStack(t *testing.T) {
	const n = 200_000
	nodes := make([]causal.Node, n)
	for i := range nodes {
		nodes[i] = causal.Node{ID: id(i), Emitter: "W", Epoch: epoch(1), Seq: uint64(i + 1)}
	}
	o := causal.New(nodes, nil)
	if !o.Precedes([]int{0}, []int{n - 1}) || o.Precedes([]int{n - 1}, []int{0}) {
		t.Error("the first of a chain does not precede the last alone")
	}
}
