package jobs_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/clawable/claw/projections/jobs"
)

func TestJobsAreDoneInTheirOrderAndNoneAfterAnError(t *testing.T) {
	for name, open := range map[string]bool{"by a goroutine of their own": true, "by the caller": false} {
		t.Run(name, func(t *testing.T) {
			var a jobs.Queue
			if open {
				a.Open()
			}
			var done []int
			for i := range 10 {
				if err := a.Do(func() error { done = append(done, i); return nil }); err != nil {
					t.Fatal(err)
				}
			}
			var seen int
			if err := a.Ask(func() error { seen = len(done); return nil }); err != nil || seen != 10 {
				t.Errorf("an answer came after %d jobs, %v, want all 10", seen, err)
			}
			broken := errors.New("broken")
			if err := a.Ask(func() error { return broken }); !errors.Is(err, broken) {
				t.Errorf("the answer is %v, want %v", err, broken)
			}
			if open {
				_ = a.Do(func() error { done = append(done, 99); return nil }) // Settle returns the error
				if err := a.Settle(); !errors.Is(err, broken) {
					t.Errorf("at the end: %v, want %v", err, broken)
				}
			}
			if want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}; !slices.Equal(done, want) {
				t.Errorf("done %v, want %v", done, want)
			}
		})
	}
}
