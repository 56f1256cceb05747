package codex_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/producers/codex"
)

func TestSniff(t *testing.T) {
	const at = `"timestamp":"2026-01-02T03:04:05Z"`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"a session's first record", `{` + at + `,"type":"session_meta","payload":{"id":"s"}}` + "\n", true},
		{"a first record that is longer than the head", `{` + at + `,"type":"session_meta","payload":{"id":"s","base_instructions":"` + strings.Repeat("x", 64<<10), true},
		{"a slice that begins with an item", `{` + at + `,"ordinal":7,"type":"response_item","payload":{}}`, true},
		{"blank lines before it", "\r\n\n{" + at + `,"type":"turn_context","payload":{}}`, true},
		{"a damaged first line", "\x00\x01garbage\n{\"timesta\n{" + at + `,"type":"event_msg","payload":{}}`, true},
		{"the first line of mid-2025", `{"id":"s",` + at + `,"instructions":null,"git":{}}`, true},
		{"nothing", "", false},
		{"a compressed file, which could be anything", "\x28\xb5\x2f\xfd", false},
		{"a Claude Code transcript", `{"type":"user","uuid":"u","sessionId":"s",` + at + `,"message":{"role":"user","content":"go"}}`, false},
		{"a transcript that quotes a rollout", `{"type":"user","uuid":"u",` + at + `,"message":{"content":"{\"type\":\"session_meta\",\"payload\":{}}"}}` + "\n" + `{` + at + `,"type":"event_msg","payload":{}}`, false},
		{"a session of claw's own format", `{"type":"session_meta","created_at_ms":1,"session_id":"s"}`, false},
		{"a log of the Codex front end", `{"ts":"2026-01-02T03:04:05Z","dir":"meta","kind":"session_start","payload":{}}`, false},
		{"what codex exec prints", `{"type":"thread.started","thread_id":"t"}`, false},
		{"a Gemini session", `{"sessionId":"s","projectHash":"p","messages":[]}`, false},
		{"a hook's payload", `{"session_id":"s","hook_event_name":"Stop","cwd":"/w"}`, false},
		{"a Copilot session", `{"type":"session.start","data":{},"id":"i",` + at + `}`, false},
		{"a record without a time", `{"type":"session_meta","payload":{"id":"s"}}`, false},
		{"text", "# notes\nsession_meta payload\n", false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := codex.New().Sniff([]byte(row.head)); got != row.want {
				t.Errorf("claimed %v, want %v", got, row.want)
			}
		})
	}
}
