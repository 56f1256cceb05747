package projections_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// often are the outcomes of lanes that run, which would be rare among all.
var often = slices.Repeat([]string{string(lane.ResultNone)}, 13)

// drawStanding draws what advice depends on.
func drawStanding(t *rapid.T) projections.Standing {
	return projections.Standing{
		State:       lane.State(rapid.SampledFrom(lane.State("").Enum()).Draw(t, "state")),
		Outcome:     lane.Result(rapid.SampledFrom(append(lane.Result("").Enum(), often...)).Draw(t, "outcome")),
		Disposition: lane.Disposition(rapid.SampledFrom(append(lane.Disposition("").Enum(), make([]string, 12)...)).Draw(t, "disposition")),
		Subphase:    domain.BlockedSubphase(rapid.SampledFrom(domain.BlockedSubphase("").Enum()).Draw(t, "subphase")),
		WaitsFor:    calls.WaitsFor(rapid.SampledFrom(append(calls.WaitsFor("").Enum(), make([]string, 12)...)).Draw(t, "waits")),
		Answered:    rapid.Bool().Draw(t, "answered"), Asked: rapid.IntRange(0, 4).Draw(t, "asked") == 0,
		Unused: rapid.Bool().Draw(t, "unused"),
		Stale:  rapid.IntRange(0, 3).Draw(t, "stale") == 0, Silent: rapid.IntRange(0, 3).Draw(t, "silent") == 0,
	}
}

// TestTheBoardBeginsWithWhatNeedsAPersonThenWhatRuns holds the order of the groups, and what a lane
// of each group asks for.
func TestTheBoardBeginsWithWhatNeedsAPersonThenWhatRuns(t *testing.T) {
	order := projections.Group("").Enum()
	rapid.Check(t, func(t *rapid.T) {
		s, other := drawStanding(t), drawStanding(t)
		a, b := projections.Advise(s), projections.Advise(other)
		at, below := slices.Index(order, string(a.Group)), slices.Index(order, string(b.Group))
		if at < 0 || at < below && a.Rank() >= b.Rank() {
			t.Fatalf("%s has the rank %d, %s the rank %d", a.Group, a.Rank(), b.Group, b.Rank())
		}
		asksAPerson := a.Next == projections.NextAnswer || a.Next == projections.NextUnblock
		if a.Group == projections.GroupPerson != (asksAPerson && !s.Silent) {
			t.Errorf("%+v is in %s and asks to %s", s, a.Group, a.Next)
		}
		if a.Group == projections.GroupRuns != (a.Next == projections.NextWait && !s.Silent) {
			t.Errorf("%+v is in %s and asks to %s", s, a.Group, a.Next)
		}
		if s.Disposition != "" && a.Next != projections.NextNothing {
			t.Errorf("%+v was put away and asks to %s", s, a.Next)
		}
		// A lane without events for long is never above one that runs, or one with a recent event that is not clear.
		if s.Silent && a.Rank() < projections.Advise(projections.Standing{State: lane.StateWorking, Outcome: lane.ResultNone, Stale: true}).Rank() {
			t.Errorf("%+v is silent and has the rank %d", s, a.Rank())
		}
	})
}
