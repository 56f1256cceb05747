package hookcmd_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestHooksAndALaterImportAreOneHistory hands hooks what they would have been handed in a
// session, then imports its transcript: the lists are those of the transcript alone.
func TestHooksAndALaterImportAreOneHistory(t *testing.T) {
	transcript := clitest.Read(t, clitest.InRepository("fixtures/claude-code/session.jsonl"))
	alone, joined := clitest.Patient(t), clitest.Patient(t)
	for _, w := range []*clitest.World{alone, joined} {
		w.Must("init", "--user")
		w.File("session.jsonl", transcript)
	}
	heard := 0
	for line := range strings.Lines(clitest.Read(t, clitest.InRepository("fixtures/claude-hooks/session.jsonl"))) {
		var one struct {
			At      int64           `json:"received_at_ms"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		joined.Now = func() time.Time { return time.UnixMilli(one.At) }
		joined.Hook(string(one.Payload), "claude-code")
		heard++
	}
	joined.Now = alone.Now
	if got := len(joined.Kinds()); heard == 0 || got < heard {
		t.Fatalf("%d payloads made %d events", heard, got)
	}
	for _, w := range []*clitest.World{alone, joined} {
		w.Must("import", "session.jsonl")
		w.Must("import", "session.jsonl") // once more changes nothing
	}
	for _, row := range []struct {
		verb    string
		members []string
	}{
		{"tools", []string{"total", "by_status"}},
		{"usage", []string{"total", "rows"}},
		{"errors", []string{"total", "by_kind"}},
		{"sessions", []string{"total"}},
		{"board", []string{"total", "by_outcome"}},
	} {
		want, got := clitest.Documents(t, alone.Must(row.verb, "--json").Out)[0], clitest.Documents(t, joined.Must(row.verb, "--json").Out)[0]
		for _, m := range row.members {
			if diff := cmp.Diff(want[m], got[m]); diff != "" {
				t.Errorf("%s: %s (-the transcript alone +with hooks)\n%s", row.verb, m, diff)
			}
		}
	}
	want, got := clitest.Documents(t, alone.Must("sessions", "--json").Out)[0]["sessions"], clitest.Documents(t, joined.Must("sessions", "--json").Out)[0]["sessions"]
	for _, m := range []string{"session", "turns", "title", "prompts", "state", "tools"} {
		if m == "turns" { // only the hooks of a subagent report its turn
			want.([]any)[0].(map[string]any)[m] = map[string]any{"completed": 1.0}
		}
		if diff := cmp.Diff(clitest.Members(want, m), clitest.Members(got, m)); diff != "" {
			t.Errorf("sessions: %s (-the transcript alone +with hooks)\n%s", m, diff)
		}
	}
}
