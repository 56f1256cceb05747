package topcmd_test

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestScreens runs the real program in terminals of four sizes.
func TestScreens(t *testing.T) {
	w := yesterday(t)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {220, 50}} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			x := newTerminal(t, w, size[0], size[1])
			x.press("claw top", "Enter")
			x.golden(name+"-board", "claw top", "? help")
			x.press("j", "Enter")
			x.golden(name+"-story", "the story of", "? help", "fingerprint")
			x.press("Escape")
			x.shows("6 lanes")
			x.press("e")
			x.golden(name+"-why", "why, of", "actionable = ")
			x.press("?")
			x.golden(name+"-keys", "claw top  keys")
		})
	}
}

// TestTheLaneThatBrokeTheTests finds it, and why, by three keys.
func TestTheLaneThatBrokeTheTests(t *testing.T) {
	x := newTerminal(t, yesterday(t), 120, 40)
	x.press("claw top", "Enter")
	x.shows("6 lanes")
	keys := []string{"f", "j", "x"}
	for _, key := range keys {
		x.press(key)
	}
	x.shows("what failed in", "round the cents of the totals", "go test ./...", "FAIL: TestRoundsCents", "got 9.99, want 10.00")
	if len(keys) > 4 {
		t.Errorf("it takes %d keys", len(keys))
	}
}

// TestItLeavesTheScreenAsItWas ends the program by a key, by Ctrl-C and by a signal.
func TestItLeavesTheScreenAsItWas(t *testing.T) {
	w := yesterday(t)
	for _, c := range []struct {
		says string
		end  func(*terminal, int)
	}{
		{"q", func(x *terminal, _ int) { x.press("q") }},
		{"Ctrl-C in a question", func(x *terminal, _ int) { x.press("a", "C-c") }},
		{"SIGTERM", func(x *terminal, pid int) { kill(x.t, pid, "-TERM") }},
		{"SIGHUP", func(x *terminal, pid int) { kill(x.t, pid, "-HUP") }},
	} {
		t.Run(c.says, func(t *testing.T) {
			x := newTerminal(t, w, 80, 24)
			x.press("echo before; stty -a >~/tty.before; claw top; echo after $?; stty -a | diff - ~/tty.before && echo same", "Enter")
			x.shows("? help")
			c.end(x, childOf(t, x))
			screen := x.shows("after 0", "same")
			if !strings.Contains(screen, "before\n") || strings.Contains(screen, "6 lanes") {
				t.Errorf("the screen is\n%s", screen)
			}
		})
	}
}

// TestItStopsAndGoesOn presses Ctrl-Z in a shell with jobs, and where no shell waits.
func TestItStopsAndGoesOn(t *testing.T) {
	w := yesterday(t)
	x := newTerminal(t, w, 80, 24)
	x.press("set -m; echo before; stty -a >~/tty.before; claw top", "Enter")
	x.shows("? help")
	x.press("j", "C-z")
	x.until("the shell", func(screen string) bool {
		return strings.Contains(screen, "before\n") && !strings.Contains(screen, "6 lanes")
	})
	x.press("stty -a | diff - ~/tty.before && echo same", "Enter")
	x.shows("same")
	x.press("fg", "Enter")
	x.shows("6 lanes", "? help")
	x.press("q")
	x.until("the shell again", func(screen string) bool { return !strings.Contains(screen, "6 lanes") })
	x.press("clear; exec claw top", "Enter")
	x.shows("6 lanes")
	x.press("C-z", "?")
	x.shows("claw top  keys")
}

// TestAPanicLeavesTheScreenAsItWas runs the screen over a source that panics when a page is opened.
func TestAPanicLeavesTheScreenAsItWas(t *testing.T) {
	x := newTerminal(t, clitest.Empty(t), 80, 24)
	x.press("echo before; stty -a >~/tty.before; panics 2>~/panic; echo after $?; stty -a | diff - ~/tty.before && echo same", "Enter")
	x.shows("the only lane")
	x.press("Enter")
	if screen := x.shows("after 1", "same"); !strings.Contains(screen, "before\n") || strings.Contains(screen, "the only lane") {
		t.Errorf("the screen is\n%s", screen)
	}
}

// childOf is the process that the shell of a terminal runs.
func childOf(t *testing.T, x *terminal) int {
	t.Helper()
	out, err := x.command("display-message", "-p", "#{pane_pid}").Output()
	if err != nil {
		t.Fatal(err)
	}
	child, err := exec.Command("ps", "-o", "pid=", "--ppid", strings.TrimSpace(string(out))).Output()
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(child)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

func kill(t *testing.T, pid int, name string) {
	t.Helper()
	if out, err := exec.Command("kill", name, strconv.Itoa(pid)).CombinedOutput(); err != nil {
		t.Fatalf("kill: %v %s", err, out)
	}
}

// TestNewsComeWhileItRuns appends to the log below a running program.
func TestNewsComeWhileItRuns(t *testing.T) {
	w := yesterday(t)
	x := newTerminal(t, w, 120, 40)
	x.press("claw top", "Enter")
	x.shows("6 lanes")
	x.press("G")
	x.underCursor("V8D3TG0R")
	w.File("later.jsonl", recorded("ffffffff-0000-4000-8000-000000000006", "late", "a lane that came later", "Done.", clitest.Now.Add(-time.Minute)))
	w.Must("import", w.Path("later.jsonl"), "--yes")
	after := x.shows("7 lanes", "a lane that came later")
	if !strings.Contains(under(after), "V8D3TG0R") {
		t.Errorf("the cursor was on V8D3TG0R, and is on\n%s", after)
	}
}

// TestItSaysThatTheLogIsGone moves the log away below a running program, and back.
func TestItSaysThatTheLogIsGone(t *testing.T) {
	w := yesterday(t)
	x := newTerminal(t, w, 120, 40)
	x.press("claw top", "Enter")
	x.shows("6 lanes")
	if err := os.Rename(w.Log(), w.Log()+".away"); err != nil {
		t.Fatal(err)
	}
	x.shows("6 lanes", "it is not there any more")
	w.File("home/.local/share/claw/log.db", "another file")
	x.shows("6 lanes", "another file is in its place")
	if err := os.Rename(w.Log()+".away", w.Log()); err != nil {
		t.Fatal(err)
	}
	x.until("the board without an error", func(screen string) bool { return !strings.Contains(screen, "error:") })
}

// underCursor waits until the row under the cursor holds a part.
func (x *terminal) underCursor(part string) {
	x.t.Helper()
	x.until(part+" under the cursor", func(screen string) bool { return strings.Contains(under(screen), part) })
}

// under is the row under the cursor.
func under(screen string) string {
	for line := range strings.Lines(screen) {
		if row, ok := strings.CutPrefix(line, "> "); ok {
			return row
		}
	}
	return ""
}

// TestItAcceptsAsThePerson types a reason, and compares with what claw lane accept records.
func TestItAcceptsAsThePerson(t *testing.T) {
	w := yesterday(t)
	x := newTerminal(t, w, 120, 40)
	x.press("claw top", "Enter")
	x.shows("6 lanes")
	x.press("/cents", "Enter")
	x.underCursor("round the cents")
	x.press("a")
	x.shows("because:")
	x.press("-l", "--", "--log=/etc/passwd")
	x.press("Enter")
	x.shows("lane.accepted recorded at position", "typed at a terminal", "accepted")
	events := w.Must("log", "read", "--kind", "lane.accepted", "--json").Out
	if !strings.Contains(events, `"reason":"--log=/etc/passwd"`) || strings.Count(events, `"lane.accepted"`) != 1 {
		t.Errorf("recorded:\n%s", events)
	}
}

// TestItShowsHowToGrant opens what a lane waits for: a push that a policy held back.
func TestItShowsHowToGrant(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	w.File("policy.toml", clitest.Rules)
	w.Must("policy", "adopt", "policy.toml")
	w.Hook(clitest.Payload("SessionStart", map[string]any{"source": "startup"}), "claude-code")
	w.Hook(clitest.Payload("UserPromptSubmit", map[string]any{"prompt": "ship it"}), "claude-code")
	w.Hook(clitest.Bash("PreToolUse", "git push origin main"), "claude-code", "--enforce")
	list := clitest.Documents(t, w.Must("approval", "list", "--state", "pending", "--json").Out)[0]["approvals"].([]any)
	asked := list[0].(map[string]any)
	x := newTerminal(t, w, 120, 40)
	x.press("claw top", "Enter")
	x.shows("? help", "ship it")
	x.press("n", "g")
	x.shows("how to grant", "git push origin main", asked["action_digest"].(string), "claw approval grant "+asked["approval"].(string), "claw approval deny ")
}

// TestPlainTerminals draws without UTF-8, without colors, and only on a terminal.
func TestPlainTerminals(t *testing.T) {
	w := yesterday(t)
	for says, env := range map[string][]string{"LANG=C": {"LANG=C"}, "NO_COLOR": {"NO_COLOR=1"}, "no locale": {"LANG="}} {
		t.Run(says, func(t *testing.T) {
			x := newTerminal(t, w, 80, 24, env...)
			x.press("claw top", "Enter")
			screen := x.shows("? help", "> ")
			styled, err := x.command("capture-pane", "-p", "-e").Output()
			if err != nil {
				t.Fatal(err)
			}
			isASCII := strings.IndexFunc(screen, func(r rune) bool { return r > '~' }) < 0
			if isASCII != (says != "NO_COLOR") {
				t.Errorf("ASCII is %t on\n%s", isASCII, screen)
			}
			if colored := strings.Contains(string(styled), "\x1b[3"); colored != (says != "NO_COLOR") {
				t.Errorf("colors are %t on\n%q", colored, styled)
			}
		})
	}
}
