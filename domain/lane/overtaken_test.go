package lane_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/lanetest"
)

func TestATurnIsOvertakenAsTheRuleSaysOfEachPair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := lanetest.DrawFacts(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(20, 60).Draw(t, "events"))
		group := rapid.SliceOfN(rapid.IntRange(0, len(all)-1), 0, 3)
		order, turns := lane.OrderOf(all), rapid.SliceOfN(group, 0, 80).Draw(t, "turns")
		var want []int
		for n, t := range turns {
			overtakes := func(next []int) bool { return order.Precedes(t, next) && !order.Precedes(next, t) }
			if !slices.ContainsFunc(turns, overtakes) {
				want = append(want, n)
			}
		}
		if diff := cmp.Diff(want, lane.NotOvertaken(all, turns)); diff != "" {
			t.Fatalf("the last of %v (-rule of pairs +lane):\n%s", turns, diff)
		}
	})
}
