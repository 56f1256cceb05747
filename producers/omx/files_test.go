package omx_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/omx"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	fixtures = "../../fixtures/omx"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, omx.New(), fixtures, *update) }

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	for name, recording := range readertest.Files(t, fixtures+"/*.json*") {
		t.Run(name, func(t *testing.T) {
			hold(t, recording)
			readertest.Slowly(t, omx.New(), recording)
			readertest.Doubled(t, omx.New(), recording)
		})
	}
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	claimed := 0
	for name, recording := range readertest.Shared(t, shared, "claw-omx", "TestTheFixturesGiveWhatAnIndependentCountFinds") {
		if readertest.Sniffed(omx.New(), recording) {
			claimed++
			t.Run(name, func(t *testing.T) { hold(t, recording) })
		}
	}
	if claimed != claimedFiles {
		t.Errorf("claimed %d files, want %d", claimed, claimedFiles)
	}
}

// claimedFiles is how many ledgers (1), logs (18) and documents of omx and clawhip the
// shared data hold: a plan, 5 snapshots of a goal, 2 gates, a life, 4 modes, a prompt.
const claimedFiles = 1 + 18 + 14

// hold is what every recording of the format is held to.
func hold(t *testing.T, recording []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(recording), told(t, recording)); diff != "" {
		t.Errorf("counted by itself and imported differ (-want +got)\n%s", diff)
	}
	readertest.Again(t, omx.New(), recording)
	readertest.Cuts(t, omx.New(), recording, 40)
}

// recount counts what a log or a ledger says, line by line, without the reader.
func recount(recording []byte) map[string]int {
	count := map[string]int{}
	turns := map[string]bool{}
	var whole document
	if json.Unmarshal(recording, &whole) == nil && whole.Event == "" && (whole.Type == "" || whole.Current_phase != "") {
		whole.count(count)
		return count
	}
	for _, line := range strings.Split(string(recording), "\n") {
		var r struct {
			Event, GoalID, Evidence, Type, Ended_at, Thread_id, Turn_id string
			After                                                       struct {
				Target struct{ SupersededBy []string }
			}
		}
		if json.Unmarshal([]byte(line), &r) != nil {
			continue
		}
		if r.GoalID == "" && strings.HasPrefix(r.Event, "goal_") {
			continue
		}
		told := map[string]string{"plan_created": "session.created", "goal_started": "lane.started", "goal_completed": "lane.finished",
			"aggregate_completed": "lane.finished", "goal_failed": "lane.failed", "goal_blocked": "lane.blocked", "goal_review_blocked": "lane.blocked",
			"goal_needs_user_decision": "lane.blocked", "goal_resumed": "lane.heartbeat", "session_start": "session.created", "session_end": "session.ended"}[r.Event]
		if told != "" {
			count[told]++
		}
		if strings.HasPrefix(told, "lane.") && r.Evidence != "" {
			count["message.recorded"]++
		}
		if len(r.After.Target.SupersededBy) > 0 {
			count["lane.superseded"]++
		}
		if r.Ended_at != "" {
			count["session.created"]++
			count["session.ended"]++
		}
		if turn := r.Thread_id + "/" + r.Turn_id; r.Type == "agent-turn-complete" && r.Thread_id != "" && !turns[turn] {
			turns[turn] = true
			count["turn.completed"]++
		}
	}
	return count
}

// document holds what the documents say, all forms at once.
type document struct {
	Goals                                                  []struct{ StartedAt, CompletedAt, Status, Evidence string }
	Event, Type, Current_phase, PR, Started_at, Event_name string
}

func (d *document) count(count map[string]int) {
	if len(d.Goals) > 0 || d.Current_phase == "" && d.Started_at != "" {
		count["session.created"]++
	}
	if d.Event_name != "" {
		count["message.recorded"]++
	}
	for _, g := range d.Goals {
		if g.StartedAt != "" {
			count["lane.started"]++
		}
		if g.Status == "complete" {
			count["lane.finished"]++
			count["message.recorded"]++
		}
	}
	if d.Current_phase != "" {
		count["lane.started"]++
	}
	if d.Current_phase == "complete" {
		count["lane.finished"]++
	}
	if d.PR != "" {
		count["lane.pr.opened"]++
	}
}

// TestTheLedgerAndThePlanTellOneStory imports both, in both orders: the document adds
// nothing to the whole ledger.
func TestTheLedgerAndThePlanTellOneStory(t *testing.T) {
	files := readertest.Files(t, fixtures+"/*.json*")
	for _, order := range [][]string{{"ledger.jsonl", "goals.json"}, {"goals.json", "ledger.jsonl"}} {
		set := readertest.Set{}
		added := map[string]int{}
		for _, name := range order {
			added[name] = set.Import(t, omx.New(), files[name])
		}
		if order[0] == "ledger.jsonl" && added["goals.json"] != 0 {
			t.Errorf("the document adds %d events to the ledger", added["goals.json"])
		}
		if want := 1 + 11 + 12*2 + 2; len(set) != want {
			t.Errorf("%v: %d events, want %d: the plan, 11 starts, 12 ends with evidence, a gate with its commit", order, len(set), want)
		}
	}
}

// told counts the drafts by kind, except those that result from a gate or a folder.
func told(t *testing.T, recording []byte) map[string]int {
	count := map[string]int{}
	for _, r := range readertest.Read(t, omx.New(), recording) {
		for _, d := range r.Drafts {
			switch d.Kind {
			case "test.passed", "lane.commit.created", "session.identity_enriched":
			default:
				count[string(d.Kind)]++
			}
		}
	}
	return count
}

func FuzzRead(f *testing.F) {
	for _, recording := range readertest.Files(f, fixtures+"/*.json*") {
		for _, line := range bytes.SplitAfterN(recording, []byte("\n"), 30) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, recording []byte) { readertest.Any(t, omx.New(), recording) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, omx.New(), fixtures+"/*.json*", readertest.Apart{})
}
