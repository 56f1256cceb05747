package codex_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/codex"
	"github.com/clawable/claw/producers/readertest"
)

const (
	sharedData = "../../../shared/data"
	fixtures   = "../../fixtures/codex"
)

// fixtureRollouts are the recorded rollouts that the repository holds.
func fixtureRollouts(t testing.TB) map[string][]byte {
	t.Helper()
	return rolloutsUnder(t, fixtures)
}

// sharedRollouts are all rollouts of the shared data, found by their content.
func sharedRollouts(t testing.TB) map[string][]byte {
	t.Helper()
	if _, err := os.Stat(sharedData); err != nil {
		t.Skip("the shared recordings are not beside the repository; the subtest fixtures proves the same on a recorded rollout")
	}
	return rolloutsUnder(t, sharedData)
}

func rolloutsUnder(t testing.TB, root string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	each(t, root, func(path string, content []byte) {
		if strings.HasSuffix(path, ".jsonl") && bytes.Contains(content[:min(len(content), 64<<10)], []byte(`"session_meta","payload"`)) {
			found[path] = content
		}
	})
	if len(found) == 0 {
		t.Fatalf("no rollouts under %s", root)
	}
	return found
}

func each(t testing.TB, root string, do func(path string, content []byte)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil {
			do(path, content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for name, rollouts := range map[string]func(testing.TB) map[string][]byte{"fixtures": fixtureRollouts, "shared data": sharedRollouts} {
		t.Run(name, func(t *testing.T) {
			var all [][]byte
			for path, rollout := range rollouts(t) {
				if diff := cmp.Diff(recount(rollout), imported(t, rollout)); diff != "" {
					t.Errorf("%s counted by itself and imported differ (-want +got)\n%s", path, diff)
				}
				all = append(all, rollout)
			}
			if diff := cmp.Diff(recount(all...), imported(t, all...)); diff != "" {
				t.Errorf("all files together (-want +got)\n%s", diff)
			}
		})
	}
}

func TestEveryLineIsAccountedFor(t *testing.T) {
	for name, rollouts := range map[string]func(testing.TB) map[string][]byte{"fixtures": fixtureRollouts, "shared data": sharedRollouts} {
		t.Run(name, func(t *testing.T) {
			for path, rollout := range rollouts(t) {
				checkRecords(t, path, rollout)
			}
		})
	}
}

// TestRecordingsAreReadAtOnce reads each recording by several readers at the same time, which share decoders.
func TestRecordingsAreReadAtOnce(t *testing.T) {
	for path, rollout := range fixtureRollouts(t) {
		for range 2 {
			t.Run(path, func(t *testing.T) {
				t.Parallel()
				checkRecords(t, path, rollout)
			})
		}
	}
}

func TestALineThatStandsTwiceHasNoSecondContent(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine after the other")
	}
	for path, rollout := range fixtureRollouts(t) {
		t.Run(path, func(t *testing.T) { readertest.Doubled(t, codex.New(), rollout) })
	}
}

// checkRecords fails unless the lines add up, each draft is one that a log takes, and
// no id is that of two different events.
func checkRecords(t testing.TB, path string, rollout []byte) {
	t.Helper()
	records := readertest.Read(t, codex.New(), rollout)
	if lines := readertest.Lines(rollout); len(records) != lines {
		t.Errorf("%s: %d lines gave %d records", path, lines, len(records))
	}
	held := map[domain.EventID]domain.Event{}
	for i, r := range records {
		if r.Line != i+1 {
			t.Errorf("%s: record %d is of line %d", path, i+1, r.Line)
		}
		if said := len(r.Drafts) > 0 || r.Unreadable != ""; said == (r.Skipped != "") {
			t.Errorf("%s:%d: %d drafts, skipped %q, unreadable %q", path, r.Line, len(r.Drafts), r.Skipped, r.Unreadable)
		}
		for i := range r.Drafts {
			e, err := eventlog.Prepare(&r.Drafts[i], bytes.NewReader(make([]byte, 16)))
			if err != nil {
				t.Fatalf("%s:%d: %v\n%.2000s", path, r.Line, err, r.Drafts[i].Data)
			}
			if before, twice := held[e.ID]; twice && !eventlog.SameCore(&before, &e) {
				t.Errorf("%s:%d: one id for two events: %s and %s", path, r.Line, before.Data, e.Data)
			}
			held[e.ID] = e
		}
	}
}

func TestSniffKnowsRolloutsByTheirContent(t *testing.T) {
	if _, err := os.Stat(sharedData); err != nil {
		t.Skip("the shared recordings are not beside the repository; TestSniff proves the same on single lines")
	}
	rollouts := sharedRollouts(t)
	claimed := 0
	each(t, sharedData, func(path string, content []byte) {
		got := codex.New().Sniff(content[:min(len(content), 64<<10)])
		if _, is := rollouts[path]; got != is {
			t.Errorf("%s: claimed %v, is a rollout %v", path, got, is)
		}
		if got {
			claimed++
		}
	})
	if claimed < 12 {
		t.Errorf("claimed %d files, the shared data hold 12 rollouts", claimed)
	}
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	// A session that is taken up again names its provider and its commit only where it began.
	readertest.Altered(t, codex.New(), fixtures+"/*/rollout.jsonl", readertest.Apart{Members: []string{"model_provider", "commit_hash"}})
}
