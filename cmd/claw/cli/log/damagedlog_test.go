package logcmd_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestADamagedLogTakesNoAppends: damage that a verification found, which no append would meet,
// ends appends; hooks lay their events aside and say nothing to the agent. Restored from a
// backup the log takes them.
func TestADamagedLogTakesNoAppends(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	for _, command := range []string{"first", "second-xyzzy", "third"} {
		w.Hook(clitest.Bash("PreToolUse", command), "claude-code")
	}
	w.Must("log", "backup", "copy.db")
	w.Edit("home/.local/share/claw/log.db", "second-xyzzy", "second-forgd")
	if a := w.Run("log", "verify"); a.Code != 5 {
		t.Fatalf("the verification finds nothing: exit %d\n%s%s", a.Code, a.Out, a.Err)
	}
	a := w.Run("log", "append", w.DraftFile())
	if a.Code != 5 || !strings.Contains(a.Err, "the log is damaged and can only be read") || !strings.Contains(a.Err, "claw log restore") {
		t.Errorf("append: exit %d\n%s", a.Code, a.Err)
	}
	if a := w.Hook(clitest.Bash("PreToolUse", "fourth"), "claude-code"); a.Out != "" {
		t.Errorf("the hook says %q", a.Out)
	}
	if a := w.Must("status"); !strings.Contains(a.Out, "spool     1 event of hooks waits in ") {
		t.Errorf("status says\n%s%s", a.Out, a.Err)
	}
	if err := os.Rename(w.Log(), w.Path("damaged.db")); err != nil {
		t.Fatal(err)
	}
	w.Must("log", "restore", "copy.db")
	w.Must("status")
	if text := w.Must("log", "read").Out; !strings.Contains(text, "fourth") {
		t.Errorf("the restored log has no event of the hook that came meanwhile:\n%s", text)
	}
}
