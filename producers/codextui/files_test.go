package codextui_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/codextui"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/codex-tui"
	shared   = "../../../shared/data"
	fixture  = fixtures + "/session.jsonl"
)

func TestGolden(t *testing.T) { readertest.Golden(t, codextui.New(), fixtures, *update) }

// hold is what every recording of the format is held to.
func hold(t *testing.T, content []byte) {
	t.Helper()
	if diff := cmp.Diff(recount(t, content), readertest.Count(t, codextui.New(), content)); diff != "" {
		t.Errorf("-recount +reader:\n%s", diff)
	}
	readertest.Again(t, codextui.New(), content)
	readertest.Cuts(t, codextui.New(), content, 12)
}

func TestTheFixtureGivesWhatAnIndependentCountFinds(t *testing.T) {
	content := readFile(t, fixture)
	hold(t, content)
	readertest.Slowly(t, codextui.New(), content)
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	for name, content := range readertest.Shared(t, shared, "codex-tui-log", "TestTheFixtureGivesWhatAnIndependentCountFinds") {
		t.Run(name, func(t *testing.T) { hold(t, content) })
	}
}

func TestSniff(t *testing.T) {
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"the start of the program", `{"ts":"2026-01-01T00:00:00Z","dir":"meta","kind":"session_start"}`, true},
		{"an event of the core", `{"ts":"2026-01-01T00:00:00Z","dir":"to_tui","kind":"codex_event","payload":{}}`, true},
		{"garbage, then an answer", "\x00\n" + `{"ts":"2026-01-01T00:00:00Z","dir":"from_tui","kind":"op","payload":{}}`, true},
		{"an event whose end is cut off, its begin said enough", `{"ts":"2026-01-01T00:00:00Z","dir":"to_tui","kind":"codex_event","payload":{"id":"` + strings.Repeat("x", 100), true},
		{"another direction", `{"ts":"2026-01-01T00:00:00Z","dir":"in","kind":"x"}`, false},
		{"traffic of a protocol", `{"t":12,"dir":"out","msg":{}}`, false},
		{"a rollout", `{"timestamp":"2026-01-01T00:00:00Z","type":"event_msg","payload":{}}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(codextui.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}

// FuzzRead holds for any bytes: no panic, a record for each line, drafts that a log takes.
func FuzzRead(f *testing.F) {
	f.Add(readFile(f, fixture))
	f.Fuzz(func(t *testing.T, content []byte) {
		readertest.Sniffed(codextui.New(), content)
		readertest.Again(t, codextui.New(), content)
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
