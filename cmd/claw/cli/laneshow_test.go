package cli_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestALaneSaysWhenItWasHeardOf holds what people read where a time is not recorded.
func TestALaneSaysWhenItWasHeardOf(t *testing.T) {
	const lane = "01KJSESXM0FXE8CX6BVXYZ3Z7R"
	rows := []struct {
		name string
		lane string // "" is the only one of the log
		make func(*world)
		want string
	}{
		{"a session", contestedLane, func(w *world) {
			w.must("log", "restore", filepath.Join(fixtures, "runs/contested-then-settled/log.jsonl"))
		},
			"2026-03-03T09:00:21Z to 2026-03-03T09:01:03Z (90d ago)"},
		{"no session", lane, func(w *world) {
			w.in = `{"kind":"lane.started","stream":"lane-` + lane + `","observed_at":"2026-05-31T12:00:00Z","data":{}}` + "\n"
			w.must("log", "append")
		}, "until 2026-05-31T12:00:00Z (24h ago)"},
		{"a session without times", "", func(w *world) { w.must("import", filepath.Join(fixtures, "mini-swe-agent/messages.traj.json")) }, "not recorded"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := emptyWorld(t)
			row.make(w)
			id := row.lane
			if id == "" {
				lanes := documents(t, w.must("lanes", "--json").Out)[0]["lanes"].([]any)
				id = lanes[0].(map[string]any)["lane"].(string)
			}
			if out := w.must("lane", "show", id).Out; !strings.Contains(out, "  when         "+row.want+"\n") {
				t.Errorf("want when %q:\n%s", row.want, out)
			}
		})
	}
}
