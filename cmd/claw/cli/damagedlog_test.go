package cli_test

import (
	"os"
	"strings"
	"testing"
)

// TestADamagedLogTakesNoAppends: damage that a verification found, which no append would meet,
// ends appends; hooks lay their events aside and say nothing to the agent. Restored from a
// backup the log takes them.
func TestADamagedLogTakesNoAppends(t *testing.T) {
	w := patient(t)
	w.must("init", "--user")
	for _, command := range []string{"first", "second-xyzzy", "third"} {
		w.hook(bash("PreToolUse", command), "claude-code")
	}
	w.must("log", "backup", "copy.db")
	w.edit("home/.local/share/claw/log.db", "second-xyzzy", "second-forgd")
	if a := w.run("log", "verify"); a.Code != 5 {
		t.Fatalf("the verification finds nothing: exit %d\n%s%s", a.Code, a.Out, a.Err)
	}
	a := w.run("log", "append", w.draftFile())
	if a.Code != 5 || !strings.Contains(a.Err, "the log is damaged and can only be read") || !strings.Contains(a.Err, "claw log restore") {
		t.Errorf("append: exit %d\n%s", a.Code, a.Err)
	}
	if a := w.hook(bash("PreToolUse", "fourth"), "claude-code"); a.Out != "" {
		t.Errorf("the hook says %q", a.Out)
	}
	if a := w.must("status"); !strings.Contains(a.Out, "spool     1 event of hooks waits in ") {
		t.Errorf("status says\n%s%s", a.Out, a.Err)
	}
	if err := os.Rename(w.log(), w.path("damaged.db")); err != nil {
		t.Fatal(err)
	}
	w.must("log", "restore", "copy.db")
	w.must("status")
	if text := w.must("log", "read").Out; !strings.Contains(text, "fourth") {
		t.Errorf("the restored log has no event of the hook that came meanwhile:\n%s", text)
	}
}
