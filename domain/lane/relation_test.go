package lane_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain/lane"
)

// drawGroups draws groups of facts, more than one pass over an order follows.
func drawGroups(t *rapid.T, facts int, name string) [][]int {
	group := rapid.SliceOfN(rapid.IntRange(0, facts-1), 0, 3)
	return rapid.SliceOfN(group, 0, 80).Draw(t, name)
}

// leads is the rule by the letter: some fact of a precedes some of b.
func (r reference) leads(a, b []int) bool {
	return slices.ContainsFunc(a, func(x int) bool {
		return slices.ContainsFunc(b, func(y int) bool { return r.precedes(x, y) })
	})
}

func TestManyQuestionsAreAnsweredAsEachAloneIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(rapid.Uint64().Draw(t, "seed"))
		all := facts(g.events(rapid.IntRange(20, 60).Draw(t, "events")))
		want, order := newReference(all), lane.NewOrder(all)
		from, until := drawGroups(t, len(all), "from"), drawGroups(t, len(all), "until")
		precedes := order.Relate(from, until)
		for f := range from {
			for u := range until {
				if got := precedes(f, u); got != want.leads(from[f], until[u]) {
					t.Fatalf("group %d %v precedes group %d %v: %v", f, from[f], u, until[u], got)
				}
			}
		}
	})
}

func TestATurnIsOvertakenAsTheRuleSaysOfEachPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newGenerator(rapid.Uint64().Draw(t, "seed"))
		all := facts(g.events(rapid.IntRange(20, 60).Draw(t, "events")))
		r, turns := newReference(all), drawGroups(t, len(all), "turns")
		var want []int
		for n, t := range turns {
			overtakes := func(next []int) bool { return r.leads(t, next) && !r.leads(next, t) }
			if !slices.ContainsFunc(turns, overtakes) {
				want = append(want, n)
			}
		}
		if diff := cmp.Diff(want, lane.NewOrder(all).NotOvertaken(turns)); diff != "" {
			t.Fatalf("the last of %v (-rule of pairs +lane):\n%s", turns, diff)
		}
	})
}
