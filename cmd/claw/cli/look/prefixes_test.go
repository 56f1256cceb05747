package lookcmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/world"
	"github.com/clawable/claw/eventlog"
)

// mostCuts is how many cuts of a lane are derived, beside those behind an event of a turn.
const mostCuts = 200

// TestNoBeginningOfARecordingIsFinishedWhereTheWholeIsNot cuts the recorded events of each lane. Where
// a beginning is finished and requires action, so does the whole, or a person asked for more
// after it.
func TestNoBeginningOfARecordingIsFinishedWhereTheWholeIsNot(t *testing.T) {
	recordings := clitest.InRepository("../shared/data")
	if _, err := os.Stat(recordings); err != nil {
		t.Skip("the recordings are not here: ", err)
	}
	w := clitest.Empty(t)
	w.Must("init")
	w.Run("import", filepath.Join(recordings, "public"), filepath.Join(recordings, "recorded")) // some files are damaged
	told, cuts, finished, furthered := map[domain.LaneID][]fact.Fact{}, 0, 0, 0
	for line := range strings.Lines(w.Must("log", "export").Out) {
		e, err := eventlog.ParseLine([]byte(strings.TrimSuffix(line, "\n")))
		if err != nil {
			continue // the head and the seal of the export
		}
		if f, ok := fact.Of(&e); ok && f.Session != "" {
			told[f.Session.Lane()] = append(told[f.Session.Lane()], f)
		}
	}
	for id, facts := range told {
		whole := derived(id, facts)
		part, every := world.New(lane.Options{}), 1+len(facts)/mostCuts
		for n, f := range facts {
			if part.Add(f); !fact.IsTurn(f.Kind) && n%every != 0 {
				continue
			}
			cuts++
			o := part.Outcome(id)
			if o.Outcome != lane.ResultFinished || !o.Actionable {
				continue
			}
			finished++
			if whole.Outcome == lane.ResultFinished {
				continue
			}
			if !asksForMore(facts[n+1:]) {
				t.Errorf("lane %s: its first %d facts of %d make it finished by %s, the whole is %s by %s",
					id, n+1, len(facts), o.Because["outcome"].Rule, whole.Outcome, whole.Because["outcome"].Rule)
			}
			furthered++
		}
	}
	t.Logf("%d cuts of %d lanes: %d finished, of which in %d a person asked for more later", cuts, len(told), finished, furthered)
	if finished < 10 {
		t.Errorf("only %d beginnings are finished: the law was hardly tried", finished)
	}
}

func derived(id domain.LaneID, facts []fact.Fact) lane.Outcome {
	w := world.New(lane.Options{})
	for _, f := range facts {
		w.Add(f)
	}
	return w.Outcome(id)
}

// asksForMore reports whether a turn begins in facts.
func asksForMore(facts []fact.Fact) bool {
	for i := range facts {
		if facts[i].Kind == domain.KindTurnStarted {
			return true
		}
	}
	return false
}
