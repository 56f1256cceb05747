package cli_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// homes are homes that take nothing.
var homes = map[string]func(w *world) string{
	"no home folder":  func(*world) string { return "" },
	"a relative home": func(*world) string { return "home" },
	"a home that is not to be made": func(w *world) string {
		w.file("nobody", "")
		return w.path("nobody/home")
	},
	"a home that is a file": func(w *world) string {
		w.file("nobody", "")
		return w.path("nobody")
	},
}

// homeless lets the world's programs have that home, and no variable instead of it.
func (w *world) homeless(home string, patience time.Duration) {
	w.env["XDG_DATA_HOME"] = "relative, which names none"
	w.tune = func(p *app.Program) { p.Home, p.Patience = home, patience }
}

// TestWithoutAHomeAnEventGoesIntoTheLogThatIsNamed names it in each way; where the log is
// held, or not there yet, the event waits beside it and is in it once it can be.
func TestWithoutAHomeAnEventGoesIntoTheLogThatIsNamed(t *testing.T) {
	for says, home := range homes {
		for way, name := range map[string]func(w *world) (args []string, file string){
			"--log": func(w *world) ([]string, string) { return []string{"--log", w.path("logs/log.db")}, "logs/log.db" },
			"CLAW_LOG": func(w *world) ([]string, string) {
				w.env["CLAW_LOG"] = w.path("logs/log.db")
				return nil, "logs/log.db"
			},
			"a project": func(w *world) ([]string, string) {
				w.file(".claw/config.toml", "log = \"sqlite:.claw/log.db\"\n")
				return nil, ".claw/log.db"
			},
		} {
			t.Run(says+", "+way, func(t *testing.T) {
				w := emptyWorld(t)
				args, file := name(w)
				w.folder(filepath.Dir(file))
				own := home(w)
				aside := w.path(file) + "-spool"
				w.homeless(own, time.Minute)
				hook := func(event, command string) {
					t.Helper()
					if a := w.hook(bash(event, command), append([]string{"claude-code"}, args...)...); a.Out+a.Err != "" {
						t.Errorf("it says %q %q", a.Out, a.Err)
					}
				}
				hook("PreToolUse", "ls") // there is no log yet
				waits(t, aside, 1)
				w.must(append([]string{"log", "append", "--log", w.path(file)}, w.draftFile())...)
				waits(t, aside, 0)
				release := w.holdFile(w.path(file))
				w.homeless(own, 20*time.Millisecond)
				hook("PreToolUse", "pwd")
				waits(t, aside, 1)
				release()
				w.homeless(own, time.Minute)
				hook("PostToolUse", "pwd")
				waits(t, aside, 0)
				w.env["CLAW_LOG"] = w.path(file)
				if diff := cmp.Diff([]string{"tool.requested", "lane.started", "tool.requested", "tool.completed"}, w.kinds()); diff != "" {
					t.Errorf("-want +got\n%s", diff)
				}
			})
		}
	}
}

// waits holds the folder beside a log to how many files wait in it.
func waits(t *testing.T, folder string, want int) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(files) != want {
		t.Errorf("%d files wait in %s, want %d, error %v", len(files), folder, want, err)
	}
}

// TestWhatWaitsBesideTheLogIsThereForWhoHasAHome drains what a hook without a home left.
func TestWhatWaitsBesideTheLogIsThereForWhoHasAHome(t *testing.T) {
	w := patient(t)
	w.env["CLAW_LOG"] = w.path("log.db")
	tune := w.tune
	w.homeless("", time.Minute)
	w.hook(bash("PreToolUse", "ls"), "claude-code")
	w.tune = tune
	w.hook(bash("PreToolUse", "pwd"), "claude-code") // waits in the home
	w.must("init")
	if diff := cmp.Diff([]string{"tool.requested", "tool.requested"}, w.kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestAFolderBesideTheLogThatOthersMayWriteIsNotBelieved plants events there, as a
// repository that is cloned could.
func TestAFolderBesideTheLogThatOthersMayWriteIsNotBelieved(t *testing.T) {
	w := patient(t)
	w.env["CLAW_LOG"] = w.path("log.db")
	tune := w.tune
	w.homeless("", time.Minute)
	w.hook(bash("PreToolUse", "ls"), "claude-code")
	w.tune = tune
	if err := os.Chmod(w.path("log.db-spool"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.must("init")
	if got := w.kinds(); got != nil {
		t.Errorf("the log holds %v", got)
	}
	checks := documents(t, w.run("doctor", "--json").Out)[0]["checks"].([]any)
	for _, one := range checks {
		if c := one.(map[string]any); c["name"] == "spool" && c["status"] != "warn" {
			t.Errorf("%v", c)
		}
	}
}

// TestWithoutAPlaceForALogTheProjectsPolicyHolds has neither a home nor a log.
func TestWithoutAPlaceForALogTheProjectsPolicyHolds(t *testing.T) {
	w := emptyWorld(t)
	w.homeless("", time.Minute)
	w.file(".claw/policy.toml", rules)
	a := w.hook(bash("PreToolUse", "git push"), "claude-code", "--enforce")
	if got, reason := decision(t, a); got != "deny" || a.Err == "" {
		t.Errorf("%q, %s\n%s", got, reason, a.Err)
	}
	if got, reason := decision(t, w.hook(bash("PreToolUse", "ls"), "claude-code", "--enforce")); got != "" {
		t.Errorf("%q, %s", got, reason)
	}
}
