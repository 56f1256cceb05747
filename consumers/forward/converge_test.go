package forward_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/bench/gen"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// machines is how many machines a team has.
const machines = 5

// share deals the events of sessions and lanes to machines; those of one in seven go to two of them.
func share(dice *rand.Rand, n int, seed uint64) (shares [machines][]domain.Draft, all []domain.Draft) {
	owners := map[domain.StreamID][]int{}
	for d := range gen.Events(n, seed) {
		of, known := owners[d.Stream]
		if !known {
			of = []int{dice.IntN(machines)}
			if dice.IntN(7) == 0 {
				of = append(of, (of[0]+1)%machines)
			}
			owners[d.Stream] = of
		}
		for _, i := range of {
			shares[i] = append(shares[i], d)
		}
		all = append(all, d)
	}
	return shares, all
}

// TestTheLogOfATeamConverges forwards the logs of five machines, whose forwarders are killed and cut off at
// random. One has a wrong clock, one is restored from an old copy, and some import the same session. The
// lanes of the team's log are those of one log that got everything directly.
func TestTheLogOfATeamConverges(t *testing.T) {
	for range *teams {
		seed := rand.Uint64()
		dice := rand.New(rand.NewPCG(seed, 1))
		shares, all := share(dice, 600, seed)
		direct, shared := logAt(t, noon), logAt(t, noon)
		appended(t, direct, all...)
		receiver := importing.NewReceiver(shared)
		var at [machines]*machine
		for i := range at {
			now := noon
			if i == 1 {
				now = noon.Add(3 * 365 * 24 * time.Hour)
			}
			at[i] = machineOf(t, logAt(t, now), receiver, rand.New(rand.NewPCG(seed, uint64(10+i))))
		}
		for part := range 3 {
			for i, m := range at {
				n := len(shares[i])
				drafts := shares[i][n*part/3 : n*(part+1)/3]
				if i == 2 && part == 1 { // restored from the copy of the first third less ten events
					restored := logAt(t, noon)
					appended(t, restored, shares[i][:max(0, n/3-10)]...)
					appended(t, restored, slices.Concat(drafts, shares[i][max(0, n/3-10):n/3])...)
					m.log = restored
					continue
				}
				appended(t, m.log, drafts...)
			}
			var running sync.WaitGroup
			errs := make([]error, machines)
			for i, m := range at {
				running.Go(func() { errs[i] = m.forward(forward.Policy{}) })
			}
			running.Wait()
			for i, err := range errs {
				if err != nil {
					t.Fatalf("seed %d: machine %d: %v", seed, i, err)
				}
			}
		}
		if diff := cmp.Diff(strings.Split(outcomes(t, direct), "\n"), strings.Split(outcomes(t, shared), "\n")); diff != "" {
			t.Fatalf("seed %d: (-direct +team)\n%s", seed, diff)
		}
		holdsOnce(t, seed, shared, all)
	}
}

// holdsOnce holds the team's log to have every event once, intact, and nothing refused.
func holdsOnce(t *testing.T, seed uint64, shared eventlog.Log, all []domain.Draft) {
	t.Helper()
	held := map[domain.EventID]int{}
	for e, err := range shared.Read(t.Context(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		held[e.ID]++
	}
	for i := range all {
		if held[all[i].ID] != 1 {
			t.Fatalf("seed %d: the team has event %s %d times", seed, all[i].ID, held[all[i].ID])
		}
	}
	report, err := eventlog.Verify(t.Context(), shared)
	if err != nil || len(report.Damage) > 0 {
		t.Fatalf("seed %d: %+v, %v", seed, report, err)
	}
}
