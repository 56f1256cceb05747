package claudecode_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/claudecode"
	"github.com/clawable/claw/producers/readertest"
)

// The manifest names formats by content; the recordings' own metadata name other
// programs for some of them.
func TestSniffClaimsTheTranscriptsAmongAllRecordings(t *testing.T) {
	want := map[string]bool{}
	for _, f := range recordings(t) {
		if f.format == "claude-code" {
			want[f.name] = true
		}
	}
	if len(want) == 0 {
		t.Skip("no recordings beside the repository; TestSniff and TestTheFixturesGiveTheirEvents hold the same on fixtures")
	}
	got := map[string]bool{}
	err := filepath.WalkDir(shared, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if err == nil && readertest.Sniffed(claudecode.New(), content) {
			name, _ := filepath.Rel(shared, path)
			got[filepath.ToSlash(name)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("claimed files, -want +got:\n%s", diff)
	}
}

func TestSniff(t *testing.T) {
	long := strings.Repeat("x", 70<<10)
	chained := `{"parentUuid":null,"isSidechain":false,"userType":"external","cwd":"/w","sessionId":"S","type":"user","uuid":"u"`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"an empty file is nobody's", "", false},
		{"a prompt", chained + `,"message":{}}` + "\n", true},
		{"a prompt longer than the head, the session at its end", `{"parentUuid":null,"isSidechain":false,"promptId":"p","type":"user","message":{"role":"user","content":"` + long, true},
		{"a summary first", `{"type":"summary","summary":"Fix the build","leafUuid":"l"}` + "\n", true},
		{"a file backup first", `{"type":"file-history-snapshot","messageId":"m","snapshot":{},"isSnapshotUpdate":false}`, true},
		{"a queued prompt first", `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-01-01T00:00:00Z","sessionId":"S","content":"go"}`, true},
		{"a mode first", `{"type":"mode","mode":"normal","sessionId":"S"}`, true},
		{"a type of a later version first, then a prompt", `{"type":"moon-phase","sessionId":"S"}` + "\n" + chained + "}", true},
		{"garbage, then a prompt", "\x00\xff\n\n" + chained + "}", true},
		{"a type of a later version alone", `{"type":"moon-phase","sessionId":"S"}`, false},
		{"stream-json of a single run, which names its session otherwise", `{"type":"user","message":{},"parent_tool_use_id":null,"session_id":"S","uuid":"u"}`, false},
		{"a payload of a hook", `{"session_id":"S","transcript_path":"/t.jsonl","hook_event_name":"Stop"}`, false},
		{"an answer of a session without a chain", `{"type":"assistant","sessionId":"S","message":{}}`, false},
		{"a rollout of another agent", `{"timestamp":"2026-01-01T00:00:00Z","type":"session_meta","payload":{"id":"S"}}`, false},
		{"transcripts in an array", "[" + chained + "}]", false},
		{"a prompt to a subagent of Qwen Code", chained + `,"message":{"role":"user","parts":[{"text":"go"}]}}`, false},
		{"a system record of a subagent of Qwen Code", strings.Replace(chained, "user\"", "system\"", 1) + `,"systemPayload":{}}`, false},
		{"the history of prompts", `{"display":"go","timestamp":1,"project":"/w","sessionId":"S"}`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := readertest.Sniffed(claudecode.New(), []byte(row.head)); got != row.want {
				t.Errorf("claimed %t, want %t", got, row.want)
			}
		})
	}
}
