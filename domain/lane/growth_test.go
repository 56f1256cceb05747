package lane_test

import (
	"testing"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/lanetest"
	"github.com/clawable/claw/domain/lane/lanetest/large"
)

func TestTheWorkGrowsAsTheLaneDoes(t *testing.T) {
	const small, times = 250, 8
	for _, row := range large.Lanes() {
		t.Run(row.Name, func(t *testing.T) {
			some, many := lane.Work(row.Make(small)), lane.Work(row.Make(small*times))
			if some == 0 || many > some*times*3/2 {
				t.Errorf("%d of them took %d steps, %d took %d: %.1f times, want about %d",
					small, some, small*times, many, float64(many)/float64(some), times)
			}
		})
	}
}

// TestTheWorkOfTasksGrowsWithItsSquare holds the search for tasks: at each turn one may have ended.
func TestTheWorkOfTasksGrowsWithItsSquare(t *testing.T) {
	const small, times = 50, 6
	some, many := lane.Work(large.Tasks(small)), lane.Work(large.Tasks(small*times))
	if some == 0 || many > some*times*times*3/2 {
		t.Errorf("%d turns took %d steps, %d took %d: %.1f times, want about %d", small, some, small*times, many, float64(many)/float64(some), times*times)
	}
}

func BenchmarkDeriveGrowing(b *testing.B) {
	for _, row := range large.Lanes() {
		b.Run(row.Name, func(b *testing.B) {
			set := index.NewSet(lanetest.LaneID("A"), row.Make(2000))
			for b.Loop() {
				lane.Derive(set, lane.Options{})
			}
		})
	}
}
