package copilot_test

import (
	"flag"
	"strings"
	"testing"

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

func FuzzRead(f *testing.F) { format.Fuzz(f, fixture) }
