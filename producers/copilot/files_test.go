package copilot_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/copilot"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/copilot-cli"
	shared   = "../../../shared/data"
	fixture  = fixtures + "/session.jsonl"
)

func TestGolden(t *testing.T) { readertest.Golden(t, copilot.New(), fixtures, *update) }

var format = readertest.Format{Reader: copilot.New(), Recount: recount, Cuts: 40}

func TestTheFixtureGivesWhatAnIndependentCountFinds(t *testing.T) { format.Fixtures(t, fixture) }

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	format.Shared(t, shared, "copilot-cli", "TestTheFixtureGivesWhatAnIndependentCountFinds")
}

func TestSniff(t *testing.T) {
	const rest = `,"data":{},"id":"e","timestamp":"2026-01-01T00:00:00Z","parentId":null}`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"an event", `{"type":"session.start"` + rest, true},
		{"an event of a later version in a known family", `{"type":"session.moon"` + rest, true},
		{"an abort", `{"type":"abort"` + rest, true},
		{"garbage, then an event", "\x00\xff\n{\n" + `{"type":"user.message"` + rest, true},
		{"a torn event, then a whole one", `{"type":"user.message","data":{"content":"` + "\n" + `{"type":"hook.end"` + rest, true},
		{"an event whose end is cut off", `{"type":"user.message","data":{"content":"` + strings.Repeat("x", 100), false},
		{"another type", `{"type":"message"` + rest, false},
		{"no parent", `{"type":"session.start","data":{},"id":"e","timestamp":"t"}`, false},
		{"an event of a protocol", `{"type":"session.idle","properties":{"sessionID":"s"}}`, false},
		{"an array of events", `[{"type":"session.start"` + rest + `]`, false},
	} {
		format.Claims(t, row.name, row.head, row.want)
	}
}

func TestARecordIsToldOnceWhateverStandsBetween(t *testing.T) {
	record := func(kind, id, data string) string {
		return `{"type":"` + kind + `","data":{` + data + `},"id":"` + id + `","timestamp":"2026-01-01T00:00:00Z","parentId":null}` + "\n"
	}
	begun := record("session.start", "e1", `"sessionId":"s"`)
	started := record("tool.execution_start", "e2", `"toolCallId":"c","toolName":"bash"`)
	asked := record("assistant.message", "e3", `"toolRequests":[{"toolCallId":"c","name":"view"}]`)
	for _, row := range []struct {
		name, input string
		want        []int // drafts of each line
	}{
		{"a call that runs, is asked for, and the record of its run again", begun + started + asked + started, []int{1, 2, 1, 0}},
		{"a prompt twice", begun + strings.Repeat(record("user.message", "e2", `"content":"go"`), 2), []int{1, 2, 0}},
		{"a call under the id of one that was denied", begun + asked + record("permission.completed", "e4", `"toolCallId":"c","result":{"kind":"denied-by-rules"}`) +
			record("assistant.message", "e5", `"toolRequests":[{"toolCallId":"c","name":"view"}]`) + record("tool.execution_complete", "e6", `"toolCallId":"c","success":true`),
			[]int{1, 1, 2, 1, 1}},
		{"another record under the same id", begun + started + record("tool.execution_start", "e2", `"toolCallId":"d","toolName":"view"`),
			[]int{1, 2, 2}},
	} {
		t.Run(row.name, func(t *testing.T) {
			readertest.Again(t, copilot.New(), []byte(row.input))
			var got []int
			for _, r := range readertest.Read(t, copilot.New(), []byte(row.input)) {
				got = append(got, len(r.Drafts))
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("drafts of each line (-want +got):\n%s", diff)
			}
		})
	}
}

func FuzzRead(f *testing.F) { format.Fuzz(f, fixture) }
