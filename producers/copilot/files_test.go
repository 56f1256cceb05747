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

// TestARecordOfUsageTellsTheOutputThatItsAnswerDoesNot: of one call of the provider the output
// is recorded under one item, also where the answer has it, and two calls of one id are two.
func TestARecordOfUsageTellsTheOutputThatItsAnswerDoesNot(t *testing.T) {
	record := func(kind, id, data string) string {
		return `{"type":"` + kind + `","data":{` + data + `},"id":"` + id + `","timestamp":"2026-01-01T00:00:00Z","parentId":null}` + "\n"
	}
	const usage = `"usage":{"model":"m","inputTokens":10,"outputTokens":5,"cacheReadTokens":4,"apiCallId":"c1"}`
	content := record("session.start", "e1", `"sessionId":"s"`) + record("assistant.message", "e2", `"content":"hi","outputTokens":5,"apiCallId":"c1"`) +
		record("session.usage_record", "e3", usage) + record("session.usage_record", "e4", usage) + record("session.usage_record", "e5", `"usage":{}`)
	var got []string
	for _, r := range readertest.Read(t, copilot.New(), []byte(content)) {
		for _, d := range r.Drafts {
			if d.Kind == "usage.recorded" {
				got = append(got, string(d.Subject.Item.Value)+" "+string(d.Data))
			}
		}
	}
	const cost = ` {"model":"m","input_tokens":0,"cache_read_tokens":0,"cache_creation_tokens":0,"output_tokens":5,"reasoning_tokens":0}`
	if diff := cmp.Diff([]string{"c1" + strings.Replace(cost, `"model":"m",`, "", 1), "c1" + cost, "e4" + cost}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, copilot.New(), fixtures+"/*.jsonl", readertest.Apart{})
}
