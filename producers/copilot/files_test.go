package copilot_test

import (
	"flag"
	"os"
	"path/filepath"
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

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(t, content), readertest.Count(t, copilot.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, copilot.New(), content)
	readertest.Cuts(t, copilot.New(), content, 40)
}

func TestTheFixtureGivesWhatAnIndependentCountFinds(t *testing.T) {
	content := readFile(t, fixture)
	hold(t, content)
	readertest.Slowly(t, copilot.New(), content)
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "copilot-cli", "TestTheFixtureGivesWhatAnIndependentCountFinds") {
		t.Run(name, func(t *testing.T) { hold(t, content) })
	}
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
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(copilot.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	f.Add(readFile(f, fixture))
	f.Fuzz(func(t *testing.T, content []byte) {
		readertest.Sniffed(copilot.New(), content)
		readertest.Again(t, copilot.New(), content)
	})
}

func readFile(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}
