package logcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestAnAtomicAppendIsAllOrNothing appends lines of which the last is refused, or of another stream.
func TestAnAtomicAppendIsAllOrNothing(t *testing.T) {
	line := func(id, kind, lane, data string) string {
		return `{"id":"01KT1GW6G0AAAAAAAAAAAAAAA` + id + `","kind":"` + kind + `","stream":"lane-01KJSESXM0FXE8CX6BVXYZ3Z` + lane + `","data":` + data + "}\n"
	}
	good := line("1", "lane.heartbeat", "7R", "{}")
	for says, c := range map[string]struct {
		lines    string
		receipts int
	}{
		"all good":                      {good + line("2", "lane.heartbeat", "7R", "{}"), 2},
		"one that cannot be read":       {good + "[1]\n", 0},
		"one with other data":           {good + line("2", "lane.heartbeat", "7R", `{"mood":1}`), 0},
		"one that no append may decide": {good + line("2", "lane.acknowledged", "7R", `{"by":"human:ada"}`), 0},
		"one of another stream":         {good + line("2", "lane.heartbeat", "8R", "{}"), 0},
		"one id with two contents":      {good + line("1", "lane.ready", "7R", "{}"), 0},
	} {
		w := clitest.Empty(t)
		w.File("drafts.jsonl", c.lines)
		before := strings.Count(w.Run("log", "export").Out, "\n")
		a := w.Run("log", "append", "--atomic", "drafts.jsonl")
		if got := strings.Count(a.Out, `"type":"receipt"`); got != c.receipts || (a.Code == 0) != (c.receipts > 0) {
			t.Errorf("%s: %d receipts, exit code %d: %s", says, got, a.Code, a.Err)
		}
		if after := strings.Count(w.Run("log", "export").Out, "lane-"); after != 0 != (c.receipts > 0) || before > 1 {
			t.Errorf("%s: the log holds %d events of the lane", says, after)
		}
	}
}
