package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestAnOlderClawLaysAsideWhatANewerLogIsToHold runs the hook of an older claw, the program
// that CLAW_TEST_OLDER names (that of commit c79638a), on a log of a later format.
func TestAnOlderClawLaysAsideWhatANewerLogIsToHold(t *testing.T) {
	older := os.Getenv("CLAW_TEST_OLDER")
	if older == "" {
		t.Skip("CLAW_TEST_OLDER names no program of an older claw; the story newer.txtar holds this one to the same")
	}
	home := t.TempDir()
	log := filepath.Join(home, "log.db")
	run := func(in string, args ...string) (out, errs string) {
		t.Helper()
		cmd := exec.Command(older, args...)
		var o, e bytes.Buffer
		cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Dir = strings.NewReader(in), &o, &e, home
		cmd.Env = []string{"HOME=" + home, "CLAW_LOG=" + log, "XDG_STATE_HOME=" + filepath.Join(home, "state"), "PATH=" + os.Getenv("PATH")}
		if err := cmd.Run(); err != nil {
			t.Fatalf("claw %s: %v\n%s%s", strings.Join(args, " "), err, o.String(), e.String())
		}
		return o.String(), e.String()
	}
	run("", "init")
	run(`{"session_id":"s1","cwd":"/work","hook_event_name":"SessionStart","source":"startup"}`, "hook", "claude-code")
	before, _ := run("", "log", "export")
	conn, err := sqlite.OpenConn(log, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA user_version = 3", nil); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{"UserPromptSubmit", "Stop"} {
		if out, errs := run(`{"session_id":"s1","prompt_id":"p1","cwd":"/work","hook_event_name":"`+event+`"}`, "hook", "claude-code"); out != "" || strings.Count(errs, "\n") > 2 {
			t.Errorf("%s: the hook prints %q, tells %q", event, out, errs)
		}
	}
	if after, _ := run("", "log", "export"); after != before {
		t.Errorf("the log holds\n%s, held\n%s", after, before)
	}
	waiting, err := filepath.Glob(filepath.Join(home, "state", "claw", "spool", "*", "*.jsonl"))
	if err != nil || len(waiting) != 2 {
		t.Errorf("%d files wait, want 2: %v", len(waiting), err)
	}
}
