package openhands_test

import (
	"bytes"
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/openhands"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/openhands"
	shared   = "../../../shared/data"
)

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(t, content), readertest.Count(t, openhands.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, openhands.New(), content)
	readertest.Slowly(t, openhands.New(), content)
	readertest.Doubled(t, openhands.New(), content)
	readertest.Cuts(t, openhands.New(), content, 100)
}

func eachRun(t *testing.T, content []byte) {
	t.Helper()
	for line := range bytes.Lines(content) {
		hold(t, line)
	}
	readertest.Again(t, openhands.New(), content)
}

func TestTheFixturesGiveTheirEvents(t *testing.T) {
	readertest.Golden(t, openhands.New(), fixtures, *update)
}

// Each file is counted run by run: runs have their calls and turns to themselves.
func TestTheFixturesHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Files(t, fixtures+"/*.jsonl") {
		t.Run(name, func(t *testing.T) { eachRun(t, content) })
	}
}

func TestTheRecordingsHoldWhatIsInThem(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "openhands", "TestTheFixturesHoldWhatIsInThem") {
		t.Run(name, func(t *testing.T) { eachRun(t, content) })
	}
}

// TestIDsThatStartAnewAreOtherCalls reads a history in which the ids of entries and calls
// start anew, once with an entry that says the same as before.
func TestIDsThatStartAnewAreOtherCalls(t *testing.T) {
	entry := func(id, more string) string {
		return `{"id":` + id + `,"source":"agent","tool_call_metadata":{"tool_call_id":"call_0"},` + more + `}`
	}
	ls, went := entry("1", `"action":"run","args":{"command":"ls"}`), entry("2", `"cause":1,"observation":"run","content":"a"`)
	test, failed := entry("1", `"action":"run","args":{"command":"go test"}`), entry("2", `"cause":1,"observation":"run","content":"no","extras":{"exit_code":1}`)
	content := []byte(`{"instance_id":"x","instruction":"i","history":[` + strings.Join([]string{ls, went, test, failed, ls, went}, ",") + `]}` + "\n")
	kinds := map[domain.Kind]int{}
	ids := map[domain.EventID]bool{}
	readertest.Again(t, openhands.New(), content)
	for _, r := range readertest.Read(t, openhands.New(), content) {
		for _, d := range r.Drafts {
			kinds[d.Kind]++
			ids[d.ID] = true
		}
	}
	want := map[domain.Kind]int{"session.created": 1, "turn.started": 1, "tool.requested": 3, "tool.completed": 2, "tool.failed": 1}
	if diff := cmp.Diff(want, kinds); diff != "" || len(ids) != 8 {
		t.Errorf("%d events, -want +got:\n%s", len(ids), diff)
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a run of the resolver", `{"issue":{"number":1},"instruction":"i","history":[{"content":"c","action":"message"}`, true},
		{"a run of an evaluation, in pairs", `{"instance_id":"x","history":[[{"action":"message"},{"observation":"null"}]]`, true},
		{"a run whose first entry is longer than the head", `{"instance_id":"x","history":[{"id":0,"action":"system","args":{"content":"`, true},
		{"a run without a history yet", `{"instance_id":"x","history":[]}`, false},
		{"a history of another program", `{"history":[{"role":"system","content":"c","agent":"main"}]}`, false},
		{"a history without a task", `{"history":[{"action":"message"}]}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(openhands.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, and drafts that a log takes.
func FuzzRead(f *testing.F) {
	for _, content := range readertest.Files(f, fixtures+"/*.jsonl") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, openhands.New(), content) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, openhands.New(), fixtures+"/*.jsonl", readertest.Apart{})
}
