package omx_test

import (
	"testing"

	"github.com/clawable/claw/producers/omx"
)

func TestSniff(t *testing.T) {
	const at = `"timestamp":"2026-01-02T03:04:05Z"`
	for _, row := range []struct {
		name, head string
		want       bool
	}{
		{"a ledger", `{"ts":"2026-01-02T03:04:05Z","event":"plan_created"}` + "\n", true},
		{"a ledger that begins with an event of a later version", `{"ts":"2026-01-02T03:04:05Z","event":"plan_dreamt"}` + "\n" + `{"ts":"2026-01-02T03:04:05Z","event":"goal_started","goalId":"G"}`, true},
		{"a log of turns", `{` + at + `,"type":"agent-turn-complete","thread_id":"t","turn_id":"u"}`, true},
		{"a log of heartbeats", `{` + at + `,"type":"dispatch_drain_tick"}`, true},
		{"a log of sessions", `{"event":"session_start","session_id":"s",` + at + `,"_ts":""}`, true},
		{"a session of Cline", `{"version":1,"session_id":"s","pid":1,"started_at":"2026-01-02T03:04:05Z","provider":"p","prompt":"go"}`, false},
		{"the history of sessions", `{"session_id":"s","started_at":"2026-01-02T03:04:05Z","ended_at":"2026-01-02T03:04:06Z"}`, true},
		{"nothing", "", false},
		{"text", "# goals\n\nplan_created ts\n", false},
		{"a rollout of Codex", `{` + at + `,"type":"session_meta","payload":{"id":"s"}}`, false},
		{"a Claude Code transcript that quotes a ledger", `{"type":"user","uuid":"u","parentUuid":null,"isSidechain":false,"sessionId":"s","message":{"content":"{\"ts\":1,\"event\":\"plan_created\"}"}}`, false},
		{"a session of claw-code", `{"type":"session_meta","created_at_ms":1,"session_id":"s","version":1}`, false},
		{"a hook's payload", `{"session_id":"s","hook_event_name":"Stop","cwd":"/w"}`, false},
		{"somebody's own log of sessions", `{"event":"session_start","session_id":"s"}`, false},
		{"a list", `[{"ts":"2026-01-02T03:04:05Z","event":"plan_created"}]`, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := omx.New().Sniff([]byte(row.head)); got != row.want {
				t.Errorf("claimed %v, want %v", got, row.want)
			}
		})
	}
}
