package logcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestTwoLogsAreCompared changes what another log holds.
func TestTwoLogsAreCompared(t *testing.T) {
	for name, row := range map[string]struct {
		other func(w *clitest.World) string // what the log is compared with
		says  map[string]any                // members of the answer that are not 0
		how   any
	}{
		"a backup": {func(w *clitest.World) string { w.Must("log", "backup", "copy.db"); return "copy.db" }, map[string]any{}, nil},
		"an export": {func(w *clitest.World) string { w.File("all.jsonl", w.Must("log", "export").Out); return "all.jsonl" },
			map[string]any{}, nil},
		"itself, by its URL": {func(w *clitest.World) string { return "sqlite:" + w.Log() }, map[string]any{}, nil},
		"an export without its last event": {func(w *clitest.World) string {
			lines := strings.SplitAfter(strings.TrimSuffix(w.Must("log", "export").Out, "\n"), "\n")
			w.File("cut.jsonl", strings.Join(lines[:len(lines)-1], ""))
			return "cut.jsonl"
		}, map[string]any{"only_here": 1.0}, "only_here"},
		"a log that has one more": {func(w *clitest.World) string {
			w.Must("log", "backup", "more.db")
			w.Must("lane", "start", "--purpose", "more", "--log", "more.db")
			return "more.db"
		}, map[string]any{"only_there": 1.0}, "only_there"},
		"an export in which an event stands twice": {func(w *clitest.World) string {
			all := w.Must("log", "export").Out
			w.File("twice.jsonl", all+all[strings.LastIndex(strings.TrimSuffix(all, "\n"), "\n")+1:])
			return "twice.jsonl"
		}, nil, nil},
		"one event of which other data are told": {func(w *clitest.World) string {
			w.Must("lane", "start", "--purpose", "the tide table")
			w.File("other.jsonl", strings.ReplaceAll(w.Must("log", "export").Out, "the tide table", "the moon table"))
			return "other.jsonl"
		}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := clitest.New(t)
			other := row.other(w)
			a := w.Run("log", "compare", other, "--json")
			d := clitest.Documents(t, a.Out)[0]
			if row.says == nil { // what is no copy of a log is refused
				if e, _ := d["error"].(map[string]any); a.Code == 0 || e == nil || e["kind"] != "corrupt" || e["operation"] != "compare" {
					t.Errorf("exit %d: %v", a.Code, d)
				}
				return
			}
			for _, member := range []string{"only_here", "only_there", "differ"} {
				want, told := row.says[member]
				if !told {
					want = 0.0
				}
				if d[member] != want {
					t.Errorf("%s is %v, want %v: %v", member, d[member], want, d)
				}
			}
			first, _ := d["first"].(map[string]any)
			if (a.Code == 1) != (row.how != nil) || first["how"] != row.how {
				t.Errorf("exit %d, first %v, want %v", a.Code, first, row.how)
			}
		})
	}
}

// TestAnEventOfTwoCoresDiffers appends one id in two logs, with other data.
func TestAnEventOfTwoCoresDiffers(t *testing.T) {
	w := clitest.New(t)
	draft := func(purpose string) string {
		return `{"id":"01KT1GPPQ0M3Z6R8W2E5D00007","kind":"lane.started","stream":"lane-01KT1GPPQ0M3Z6R8W2E5D00008","observed_at":"2026-06-01T10:00:00Z","data":{"purpose":"` + purpose + `"}}` + "\n"
	}
	w.File("one.jsonl", draft("one"))
	w.File("two.jsonl", draft("two"))
	w.Must("log", "backup", "two.db")
	w.Must("log", "append", "one.jsonl")
	w.Must("log", "append", "two.jsonl", "--log", "two.db")
	a := w.Run("log", "compare", "two.db")
	if a.Code != 1 || !strings.Contains(a.Out, "1 of one id differ") || !strings.Contains(a.Out, "lane.started 01KT1GPPQ0M3Z6R8W2E5D00007 of lane-01KT1GPPQ0M3Z6R8W2E5D00008 is another one there") {
		t.Errorf("exit %d: %s%s", a.Code, a.Out, a.Err)
	}
}
