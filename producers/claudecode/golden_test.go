package claudecode_test

import (
	"flag"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const fixtures = "../../fixtures/claude-code"

func TestTheFixturesGiveTheirEvents(t *testing.T) {
	readertest.Golden(t, claudecode.New(), fixtures, *update)
}

// TestTheFixturesHoldWhatIsInThem counts over all of them, as one session is in several files.
func TestTheFixturesHoldWhatIsInThem(t *testing.T) {
	want, got := newRecount(), newImported()
	files := readertest.Files(t, filepath.Join(fixtures, "*.jsonl"))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		content := files[name]
		want.file(content)
		got.file(t, content)
		readertest.Doubled(t, claudecode.New(), content)
	}
	if diff := cmp.Diff(want.totals(), got.totals(want.records)); diff != "" {
		t.Errorf("-recount +importer:\n%s", diff)
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, exactly one
// fate a record, and every draft accepted by a log.
func FuzzRead(f *testing.F) {
	for _, row := range oddities {
		f.Add([]byte(row.input))
	}
	for _, content := range readertest.Files(f, fixtures+"/*.jsonl") {
		f.Add(content)
	}
	f.Fuzz(func(t *testing.T, content []byte) { readertest.Any(t, claudecode.New(), content) })
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	// A copy may name another version. Other ids make it another session's, or of another call.
	readertest.Altered(t, claudecode.New(), fixtures+"/*.jsonl", readertest.Apart{Members: []string{"version", "sessionId", "id", "parentToolUseID"}})
	// The result of a turn that is over does not report its cost and its denials again.
	readertest.Altered(t, claudecode.NewStream(), "../../fixtures/claude-stream/*.json*",
		readertest.Apart{Members: []string{"service_tier", "tool_name"}, Reasons: []string{"the program tells what comes of it"}})
}
