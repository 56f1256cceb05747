//go:build unix

package hookcmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// endless replace a file by something that has no end.
var endless = map[string]func(file string) error{
	"a pipe without a writer":      func(file string) error { return syscall.Mkfifo(file, 0o600) },
	"a link to an endless device":  func(file string) error { return os.Symlink("/dev/zero", file) },
	"a file larger than any of it": func(file string) error { return firstOf(os.WriteFile(file, nil, 0o600), os.Truncate(file, 1<<42)) },
}

func firstOf(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// soon runs f, and fails where it does not end.
func soon(t *testing.T, f func() clitest.Answer) (a clitest.Answer) {
	t.Helper()
	done := make(chan clitest.Answer, 1)
	go func() { done <- f() }()
	select {
	case a = <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("it waits")
	}
	return a
}

// TestAHookWaitsForNoFile denies by the person's policy, or because one cannot be read: an
// agent lets a call pass whose hook does not end.
func TestAHookWaitsForNoFile(t *testing.T) {
	for what, place := range endless {
		for _, file := range []string{".claw/policy.toml", ".git", ".git/HEAD"} {
			t.Run(what+" as "+file, func(t *testing.T) {
				w := clitest.Patient(t)
				w.File("xdg/claw/policy.toml", clitest.Rules)
				w.Env["XDG_CONFIG_HOME"] = w.Path("xdg")
				w.Folder(filepath.Dir(file))
				if err := place(w.Path(file)); err != nil {
					t.Skip(err)
				}
				push := clitest.Payload("PreToolUse", map[string]any{"cwd": w.Dir, "tool_name": "Bash", "tool_use_id": "toolu_1", "tool_input": map[string]any{"command": "git push"}})
				a := soon(t, func() clitest.Answer { return w.Hook(push, "claude-code", "--enforce") })
				if got, reason := clitest.Decision(t, a); got != "deny" {
					t.Errorf("%q, %s", got, reason)
				}
			})
		}
	}
}

// TestSettingsThatNobodyCanReadAreSaid looks at all settings, and installs into those.
func TestSettingsThatNobodyCanReadAreSaid(t *testing.T) {
	for what, place := range endless {
		t.Run(what, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Folder(".claude")
			if err := place(w.Path(".claude/settings.json")); err != nil {
				t.Skip(err)
			}
			a := soon(t, func() clitest.Answer { return w.Run("hooks", "status") })
			if a.Code != 0 || !strings.Contains(a.Out, "claude-code: unreadable in ") {
				t.Errorf("exit %d, %s%s", a.Code, a.Out, a.Err)
			}
			a = soon(t, func() clitest.Answer { return w.Run("hooks", "install", "--scope", "project", "--yes") })
			if a.Code != 1 || !strings.Contains(a.Err, "filesystem") {
				t.Errorf("exit %d, %s%s", a.Code, a.Out, a.Err)
			}
			soon(t, func() clitest.Answer { return w.Run("doctor") })
		})
	}
}
