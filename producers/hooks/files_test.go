package hooks_test

import (
	"flag"
	"strings"
	"testing"

	"github.com/clawable/claw/producers/hooks"
	"github.com/clawable/claw/producers/readertest"
)

var update = flag.Bool("update", false, "write what the reader makes of the fixtures")

const (
	fixtures = "../../fixtures/claude-hooks"
	shared   = "../../../shared/data"
)

func TestGolden(t *testing.T) { readertest.Golden(t, hooks.New(), fixtures, *update) }

var format = readertest.Format{Reader: hooks.New(), Recount: recount, Cuts: 30}

func TestTheFixturesGiveWhatAnIndependentCountFinds(t *testing.T) {
	format.Fixtures(t, fixtures+"/*.json*")
}

func TestEveryRecordingGivesWhatAnIndependentCountFinds(t *testing.T) {
	format.Shared(t, shared, "claude-hooks", "TestTheFixturesGiveWhatAnIndependentCountFinds")
}

func TestSniff(t *testing.T) {
	const stop = `{"session_id":"S","transcript_path":"/t.jsonl","hook_event_name":"Stop"}`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"nothing", "", false},
		{"a payload", stop, true},
		{"payloads in an array", "[\n  " + stop + ",", true},
		{"an event that is not known", `{"session_id":"S","hook_event_name":"Moon"}`, true},
		{"a payload without a session, of which the place is known", `{"cwd":"/w","hook_event_name":"Stop"}`, true},
		{"a payload whose end is cut off", `{"session_id":"S","hook_event_name":"PostToolUse","tool_response":"` + strings.Repeat("x", 100), true},
		{"a payload in a wrapper", `{"ts":1,"payload":` + stop + "}", true},
		{"a payload as a string in a wrapper", `{"stdin":"{\"session_id\":\"S\",\"hook_event_name\":\"Stop\"}"}`, true},
		{"a sequence in a wrapper", `{"version":"1","hook_payloads":[{"event":"Stop","raw":` + stop + "}]}", true},
		{"a sequence whose end is cut off", `{"version":"1","hook_payloads":[{"event":"Stop","raw":` + stop + "},{", true},
		{"a line of a log", "[2026-07-18T14:50:25+02:00] ARRIVAL pid=1 payload=" + stop, true},
		{"a log without payloads", "[2026-07-18T14:50:25+02:00] started", false},
		{"a payload of Copilot CLI", `{"sessionId":"S","timestamp":1,"cwd":"/w","prompt":"go"}`, true},
		{"an empty object", "{}", false},
		{"a transcript", `{"type":"user","sessionId":"S","cwd":"/w","timestamp":"2026-01-01T00:00:00Z"}`, false},
		{"a history of prompts", `{"display":"go","timestamp":1,"project":"/w","sessionId":"S"}`, false},
		{"settings that name hooks", `{"hooks":{"Stop":[]}}`, false},
	} {
		format.Claims(t, row.name, row.head, row.want)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("[2026-07-18T14:50:25+02:00] ARRIVAL payload={\"session_id\":\"S\",\"hook_event_name\":\"Stop\"}\n\n[2026"))
	format.Fuzz(f, fixtures+"/*.json*")
}

func TestNoRecordIsLostBehindOneOfItsID(t *testing.T) {
	// An end that no turn is open for names none, and has no answer.
	readertest.Altered(t, hooks.New(), fixtures+"/*.json*", readertest.Apart{Members: []string{"last_assistant_message", "error_details"}})
}
