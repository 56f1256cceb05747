package logcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestALogIsCopied copies a log, a backup and an export to a new place, and not over another log.
func TestALogIsCopied(t *testing.T) {
	t.Parallel()
	w := clitest.New(t)
	w.Must("log", "backup", "backup.db")
	w.File("all.jsonl", w.Must("log", "export").Out)
	for from, to := range map[string]string{w.Log(): "new/of_log.db", "backup.db": "sqlite:" + w.Path("of_backup.db"), "all.jsonl": "of_export.db"} {
		d := clitest.Documents(t, w.Must("log", "copy", from, to, "--json").Out)[0]
		if d["events"] == 0.0 || d["known"] != 0.0 || d["log_id"] == "" {
			t.Errorf("%s: %v", from, d)
		}
		if a := w.Run("log", "compare", to); a.Code != 0 {
			t.Errorf("%s is not what was copied: %+v", to, a)
		}
		if a := w.Run("log", "compare", from, to); a.Code != 0 {
			t.Errorf("%s and %s: %+v", from, to, a)
		}
	}
	for to, want := range map[string][2]string{"of_export.db": {"conflict", "another TO"}, "mem:": {"usage", "another TO"}, "esdb://127.0.0.1:1": {"usage", ""}} {
		d := clitest.Documents(t, w.Run("log", "copy", "backup.db", to, "--json").Out)[0]
		e, _ := d["error"].(map[string]any)
		hint, _ := e["hint"].(string)
		if e["kind"] != want[0] || !strings.Contains(hint, want[1]) {
			t.Errorf("to %s: %v", to, d)
		}
	}
}
