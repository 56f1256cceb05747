package codexexec_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/codexexec"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const fixtures = "../../fixtures/codex-exec"

var format = readertest.Format{Reader: codexexec.New(), Recount: recount, Cuts: 40}

func TestGolden(t *testing.T) { readertest.Golden(t, codexexec.New(), fixtures, *update) }

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	format.Fixtures(t, fixtures+"/*.jsonl")
}

// recount counts the lines that a run consists of.
func recount(_ *testing.T, content []byte) readertest.Counts {
	c := readertest.Counts{}
	for text := range bytes.Lines(content) {
		var l struct{ Type string }
		if json.Unmarshal(text, &l) != nil {
			continue // torn
		}
		if what := map[string]string{"thread.started": "session.created", "turn.completed": "turn completed", "turn.failed": "turn failed"}[l.Type]; what != "" {
			c.Add(what, 1)
		}
	}
	return c
}

func TestOddRuns(t *testing.T) {
	const thread = `{"type":"thread.started","thread_id":"T"}` + "\n"
	for _, row := range []struct {
		name, input string
		want        readertest.Counts
	}{
		{"a run that names no thread says nothing", `{"type":"turn.completed"}`, readertest.Counts{}},
		{"a line that is torn", thread + `{"type":"turn.comp`, readertest.Counts{"session.created": 1}},
		{"a run that broke off has no turn to name", thread + `{"type":"turn.started"}`, readertest.Counts{"session.created": 1}},
		{"two turns that end in the same words", thread + `{"type":"turn.failed"}` + "\n" + `{"type":"turn.failed"}`,
			readertest.Counts{"session.created": 1, "turn failed": 2}},
		{"two threads in one file", thread + `{"type":"thread.started","thread_id":"U"}`, readertest.Counts{"session.created": 2}},
		{"a type that is not known", thread + `{"type":"moon"}`, readertest.Counts{"session.created": 1}},
	} {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, readertest.Count(t, codexexec.New(), []byte(row.input))); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			readertest.Again(t, codexexec.New(), []byte(row.input))
		})
	}
}

// TestARunFollowsTheOneBeforeItInTheFile holds that runs of one thread have an order where
// one file has them, and none where each has a separate file.
func TestARunFollowsTheOneBeforeItInTheFile(t *testing.T) {
	const thread = `{"type":"thread.started","thread_id":"T"}` + "\n"
	const other = `{"type":"thread.started","thread_id":"U"}` + "\n"
	const failed, completed = `{"type":"turn.failed","error":{"message":"no"}}` + "\n", `{"type":"turn.completed"}` + "\n"
	for _, row := range []struct {
		name, input string
		want        []domain.Kind // of the cause of each end, "" for none
	}{
		{"one run", thread + failed, []domain.Kind{""}},
		{"a run that takes up the one before", thread + failed + thread + completed, []domain.Kind{"", "turn.failed"}},
		{"a run of another thread", thread + failed + other + completed, []domain.Kind{"", ""}},
		{"a run of another thread in between", thread + failed + other + completed + thread + completed, []domain.Kind{"", "", "turn.failed"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			var got []domain.Kind
			kinds := map[domain.EventID]domain.Kind{}
			for _, r := range readertest.Read(t, codexexec.New(), []byte(row.input)) {
				for _, d := range r.Drafts {
					kinds[d.ID] = d.Kind
					if d.Kind != "session.created" {
						got = append(got, kinds[slices.Concat(d.Causes, []domain.EventID{{}})[0]])
					}
				}
			}
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a run", `{"type":"thread.started","thread_id":"T"}`, true},
		{"a run behind a program's own words", "Reading additional input\n" + `{"type":"thread.started","thread_id":"T"}`, true},
		{"a run without its begin", `{"type":"turn.started"}`, false},
		{"traffic with the app-server", `{"dir":"s2c","msg":{"method":"thread/started","params":{}}}`, false},
		{"a rollout", `{"timestamp":"2026-01-01T00:00:00Z","type":"event_msg","payload":{}}`, false},
	} {
		format.Claims(t, row.name, row.head, row.want)
	}
}

func FuzzRead(f *testing.F) { format.Fuzz(f, fixtures+"/*.jsonl") }

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	readertest.Altered(t, codexexec.New(), fixtures+"/*.jsonl", readertest.Apart{})
}
