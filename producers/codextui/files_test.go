package codextui_test

import (
	"flag"
	"strings"
	"testing"

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

var format = readertest.Format{Reader: codextui.New(), Recount: recount, Cuts: 12}

func TestTheFixtureGivesWhatAnIndependentCountFinds(t *testing.T) { format.Fixtures(t, fixture) }

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	format.Shared(t, shared, "codex-tui-log", "TestTheFixtureGivesWhatAnIndependentCountFinds")
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
		format.Claims(t, row.name, row.head, row.want)
	}
}

func FuzzRead(f *testing.F) { format.Fuzz(f, fixture) }

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	// A request is answered once, and a turn ends once.
	readertest.Altered(t, codextui.New(), fixtures+"/*.jsonl", readertest.Apart{Reasons: []string{"answer to nothing that was asked", "no open turn"}})
}
