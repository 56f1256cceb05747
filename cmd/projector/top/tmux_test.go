package topcmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// terminal is a tmux of the test's own, with a shell in which claw and projector can be started.
type terminal struct {
	t      *testing.T
	socket string
}

// newTerminal starts tmux over a world. more are variables of the shell beside those of every one.
func newTerminal(t *testing.T, w *clitest.World, width, height int, more ...string) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("there is no tmux here, in which the real program could run")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, name := range []string{"claw", "projector", "panics"} {
		if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	dir, err := os.MkdirTemp("", "top") // the path of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{t, filepath.Join(dir, "s")}
	t.Cleanup(func() {
		_ = term.command("kill-server").Run() // the shell may have ended it
		_ = os.RemoveAll(dir)
	})
	shell := append([]string{"env", "-i", "PATH=" + bin + ":/usr/bin:/bin", "HOME=" + w.Path("home"), "TERM=tmux-256color", "USER=dev", "LANG=C.UTF-8", "TZ=UTC", "PS1=$ "}, more...)
	conf := filepath.Join(dir, "conf")
	if err := os.WriteFile(conf, []byte("set -g status off\nset -g default-terminal tmux-256color\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	start := exec.Command("tmux", append([]string{"-u", "-S", term.socket, "-f", conf, "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height)}, append(shell, "sh")...)...)
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v %s", err, out)
	}
	term.until("the shell", func(screen string) bool { return strings.HasPrefix(screen, "$") })
	return term
}

func (x *terminal) command(args ...string) *exec.Cmd {
	return exec.Command("tmux", append([]string{"-u", "-S", x.socket}, args...)...)
}

// press types keys, by the names that tmux gives them.
func (x *terminal) press(keys ...string) {
	x.t.Helper()
	if out, err := x.command(append([]string{"send-keys"}, keys...)...).CombinedOutput(); err != nil {
		x.t.Fatalf("press %q: %v %s", keys, err, out)
	}
}

// screen is the text on the screen, without trailing spaces.
func (x *terminal) screen() string {
	x.t.Helper()
	out, err := x.command("capture-pane", "-p").Output()
	if err != nil {
		x.t.Fatal(err)
	}
	return string(out)
}

// until returns the screen as soon as it is as wanted.
func (x *terminal) until(what string, wanted func(string) bool) string {
	x.t.Helper()
	last := ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		if last = x.screen(); wanted(last) {
			return last
		}
	}
	x.t.Fatalf("%s is not on the screen:\n%s", what, last)
	return ""
}

// shows returns the screen as soon as it holds all parts.
func (x *terminal) shows(parts ...string) string {
	x.t.Helper()
	return x.until(fmt.Sprintf("%q", parts), func(screen string) bool {
		for _, part := range parts {
			if !strings.Contains(screen, part) {
				return false
			}
		}
		return true
	})
}

// golden holds the screen to a file, once it is the same; -update rewrites the file by a screen that holds parts.
func (x *terminal) golden(name string, parts ...string) {
	x.t.Helper()
	file := filepath.Join("testdata", name+".txt")
	if *clitest.Update {
		clitest.Golden(x.t, file, x.shows(parts...))
		return
	}
	want, last := clitest.Read(x.t, file), ""
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); {
		if last = x.screen(); last == want {
			return
		}
	}
	x.t.Errorf("%s (-want +got)\n%s", file, cmp.Diff(want, last))
}
