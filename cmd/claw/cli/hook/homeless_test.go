package hookcmd_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// homes are homes that take nothing.
var homes = map[string]func(w *clitest.World) string{
	"no home folder":  func(*clitest.World) string { return "" },
	"a relative home": func(*clitest.World) string { return "home" },
	"a home that is not to be made": func(w *clitest.World) string {
		w.File("nobody", "")
		return w.Path("nobody/home")
	},
	"a home that is a file": func(w *clitest.World) string {
		w.File("nobody", "")
		return w.Path("nobody")
	},
}

// homeless lets the world's programs have that home, and no variable instead of it.
func homeless(w *clitest.World, home string, patience time.Duration) {
	w.Env["XDG_DATA_HOME"] = "relative, which names none"
	w.Tune = func(p *app.Program) { p.Home, p.Patience = home, patience }
}

// TestWithoutAHomeAnEventGoesIntoTheLogThatIsNamed names it in each way; where the log is
// held, or not there yet, the event waits beside it and is in it once it can be.
func TestWithoutAHomeAnEventGoesIntoTheLogThatIsNamed(t *testing.T) {
	for says, home := range homes {
		for way, name := range map[string]func(w *clitest.World) (args []string, file string){
			"--log": func(w *clitest.World) ([]string, string) {
				return []string{"--log", w.Path("logs/log.db")}, "logs/log.db"
			},
			"CLAW_LOG": func(w *clitest.World) ([]string, string) {
				w.Env["CLAW_LOG"] = w.Path("logs/log.db")
				return nil, "logs/log.db"
			},
			"a project": func(w *clitest.World) ([]string, string) {
				w.File(".claw/config.toml", "log = \"sqlite:.claw/log.db\"\n")
				return nil, ".claw/log.db"
			},
		} {
			t.Run(says+", "+way, func(t *testing.T) {
				w := clitest.Empty(t)
				args, file := name(w)
				w.Folder(filepath.Dir(file))
				own := home(w)
				aside := w.Path(file) + "-spool"
				homeless(w, own, time.Minute)
				hook := func(event, command string) {
					t.Helper()
					if a := w.Hook(clitest.Bash(event, command), append([]string{"claude-code"}, args...)...); a.Out+a.Err != "" {
						t.Errorf("it says %q %q", a.Out, a.Err)
					}
				}
				hook("PreToolUse", "ls") // there is no log yet
				waits(t, aside, 1)
				w.Must(append([]string{"log", "append", "--log", w.Path(file)}, w.DraftFile())...)
				waits(t, aside, 0)
				release := w.HoldFile(w.Path(file))
				homeless(w, own, 20*time.Millisecond)
				hook("PreToolUse", "pwd")
				waits(t, aside, 1)
				release()
				homeless(w, own, time.Minute)
				hook("PostToolUse", "pwd")
				waits(t, aside, 0)
				w.Env["CLAW_LOG"] = w.Path(file)
				if diff := cmp.Diff([]string{"tool.requested", "lane.started", "tool.requested", "tool.completed"}, w.Kinds()); diff != "" {
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
	w := clitest.Patient(t)
	w.Env["CLAW_LOG"] = w.Path("log.db")
	tune := w.Tune
	homeless(w, "", time.Minute)
	w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code")
	w.Tune = tune
	w.Hook(clitest.Bash("PreToolUse", "pwd"), "claude-code") // waits in the home
	w.Must("init")
	if diff := cmp.Diff([]string{"tool.requested", "tool.requested"}, w.Kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestAFolderBesideTheLogThatOthersMayWriteIsNotBelieved plants events there, as a
// repository that is cloned could.
func TestAFolderBesideTheLogThatOthersMayWriteIsNotBelieved(t *testing.T) {
	w := clitest.Patient(t)
	w.Env["CLAW_LOG"] = w.Path("log.db")
	tune := w.Tune
	homeless(w, "", time.Minute)
	w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code")
	w.Tune = tune
	if err := os.Chmod(w.Path("log.db-spool"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.Must("init")
	if got := w.Kinds(); got != nil {
		t.Errorf("the log holds %v", got)
	}
	checks := clitest.Documents(t, w.Run("doctor", "--json").Out)[0]["checks"].([]any)
	for _, one := range checks {
		if c := one.(map[string]any); c["name"] == "spool" && c["status"] != "warn" {
			t.Errorf("%v", c)
		}
	}
}

// TestWithoutAPlaceForALogTheProjectsPolicyHolds has neither a home nor a log.
func TestWithoutAPlaceForALogTheProjectsPolicyHolds(t *testing.T) {
	w := clitest.Empty(t)
	homeless(w, "", time.Minute)
	w.File(".claw/policy.toml", clitest.Rules)
	a := w.Hook(clitest.Bash("PreToolUse", "git push"), "claude-code", "--enforce")
	if got, reason := clitest.Decision(t, a); got != "deny" || a.Err == "" {
		t.Errorf("%q, %s\n%s", got, reason, a.Err)
	}
	if got, reason := clitest.Decision(t, w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code", "--enforce")); got != "" {
		t.Errorf("%q, %s", got, reason)
	}
}
