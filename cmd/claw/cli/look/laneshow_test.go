package lookcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestALaneSaysWhenItWasHeardOf holds what people read where a time is not recorded.
func TestALaneSaysWhenItWasHeardOf(t *testing.T) {
	const lane = "01KJSESXM0FXE8CX6BVXYZ3Z7R"
	rows := []struct {
		name string
		lane string // "" is the only one of the log
		make func(*clitest.World)
		want string
	}{
		{"a session", clitest.ContestedLane, func(w *clitest.World) {
			w.Must("log", "restore", clitest.InRepository("fixtures/runs/contested-then-settled/log.jsonl"))
		},
			"2026-03-03T09:00:21Z to 2026-03-03T09:01:03Z (90d ago)"},
		{"no session", lane, func(w *clitest.World) {
			w.In = `{"kind":"lane.started","stream":"lane-` + lane + `","observed_at":"2026-05-31T12:00:00Z","data":{}}` + "\n"
			w.Must("log", "append")
		}, "until 2026-05-31T12:00:00Z (24h ago)"},
		{"a session without times", "", func(w *clitest.World) {
			w.Must("import", clitest.InRepository("fixtures/mini-swe-agent/messages.traj.json"))
		}, "not recorded"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			w := clitest.Empty(t)
			row.make(w)
			id := row.lane
			if id == "" {
				lanes := clitest.Documents(t, w.Must("lanes", "--json").Out)[0]["lanes"].([]any)
				id = lanes[0].(map[string]any)["lane"].(string)
			}
			if out := w.Must("lane", "show", id).Out; !strings.Contains(out, "  when         "+row.want+"\n") {
				t.Errorf("want when %q:\n%s", row.want, out)
			}
		})
	}
}
