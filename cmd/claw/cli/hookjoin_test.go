package cli_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestHooksAndALaterImportAreOneHistory hands hooks what they would have been handed in a
// session, then imports its transcript: the lists are those of the transcript alone.
func TestHooksAndALaterImportAreOneHistory(t *testing.T) {
	transcript := read(t, folder(t, "fixtures/claude-code/session.jsonl"))
	alone, joined := patient(t), patient(t)
	for _, w := range []*world{alone, joined} {
		w.must("init", "--user")
		w.file("session.jsonl", transcript)
	}
	heard := 0
	for line := range strings.Lines(read(t, folder(t, "fixtures/claude-hooks/session.jsonl"))) {
		var one struct {
			At      int64           `json:"received_at_ms"`
			Payload json.RawMessage `json:"payload"`
		}
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		joined.now = func() time.Time { return time.UnixMilli(one.At) }
		joined.hook(string(one.Payload), "claude-code")
		heard++
	}
	joined.now = alone.now
	if got := len(joined.kinds()); heard == 0 || got < heard {
		t.Fatalf("%d payloads made %d events", heard, got)
	}
	for _, w := range []*world{alone, joined} {
		w.must("import", "session.jsonl")
		w.must("import", "session.jsonl") // once more changes nothing
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
		want, got := documents(t, alone.must(row.verb, "--json").Out)[0], documents(t, joined.must(row.verb, "--json").Out)[0]
		for _, m := range row.members {
			if diff := cmp.Diff(want[m], got[m]); diff != "" {
				t.Errorf("%s: %s (-the transcript alone +with hooks)\n%s", row.verb, m, diff)
			}
		}
	}
	want, got := documents(t, alone.must("sessions", "--json").Out)[0]["sessions"], documents(t, joined.must("sessions", "--json").Out)[0]["sessions"]
	for _, m := range []string{"session", "turns", "title", "prompts", "state", "tools"} {
		if m == "turns" { // of a subagent only its hooks tell the turn
			want.([]any)[0].(map[string]any)[m] = map[string]any{"completed": 1.0}
		}
		if diff := cmp.Diff(membersOf(want, m), membersOf(got, m)); diff != "" {
			t.Errorf("sessions: %s (-the transcript alone +with hooks)\n%s", m, diff)
		}
	}
}

// membersOf is one member of each element of a list.
func membersOf(list any, name string) (all []any) {
	for _, e := range list.([]any) {
		all = append(all, e.(map[string]any)[name])
	}
	return all
}
