package setupcmd_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// TestDoctorLooksAtWhatRunsLive breaks one thing after the other: its check says so and
// what to do, and no other check turns.
func TestDoctorLooksAtWhatRunsLive(t *testing.T) {
	for name, row := range map[string]struct {
		check, status, says, hint string
		prepare                   func(w *clitest.World)
	}{
		"nothing is installed": {"hooks", "ok", "no agent runs claw", "claw hooks install --agent claude-code", func(*clitest.World) {}},
		"hooks are installed": {"hooks", "ok", "installed for claude-code (user), codex (project)", "", func(w *clitest.World) {
			w.Must("hooks", "install", "--yes")
			w.Must("hooks", "install", "--yes", "--agent", "codex", "--scope", "project")
		}},
		"an event is missing": {"hooks", "warn", "claude-code does not tell of Stop", "claw hooks install --agent claude-code --scope user", func(w *clitest.World) {
			w.Must("hooks", "install", "--yes")
			w.Edit("home/.claude/settings.json", `"Stop"`, `"Halt"`)
		}},
		"another claw": {"hooks", "warn", "runs another claw: /opt/claw hook gemini", "claw hooks install --agent gemini --scope user", func(w *clitest.World) {
			w.Must("hooks", "install", "--yes", "--agent", "gemini")
			w.Edit("home/.gemini/settings.json", "/usr/local/bin/claw", "/opt/claw")
		}},
		"settings that are none":     {"hooks", "warn", "not as the agent reads them", "mend the file", func(w *clitest.World) { w.File("home/.claude/settings.json", "{") }},
		"no policy":                  {"policy", "ok", "nothing is held back", "claw policy adopt FILE", func(*clitest.World) {}},
		"an adopted policy":          {"policy", "ok", "4 rules of the adopted policy", "", func(w *clitest.World) { w.File("policy.toml", clitest.Rules); w.Must("policy", "adopt", "policy.toml") }},
		"a file that allows":         {"policy", "warn", "1 finding", "claw policy lint names them", func(w *clitest.World) { w.File(".claw/policy.toml", clitest.Rules) }},
		"a policy that is none":      {"policy", "fail", "holds everything back", "claw policy lint", func(w *clitest.World) { w.File(".claw/policy.toml", "version = ") }},
		"no signer":                  {"signers", "warn", "nobody may grant approvals", "claw signers add LINE", func(*clitest.World) {}},
		"a signer":                   {"signers", "ok", "1 signer, 0 of them with a key that proves presence", "", func(w *clitest.World) { w.Grant(domain.StreamID{}) }},
		"nothing waits":              {"spool", "ok", "nothing waits", "", func(*clitest.World) {}},
		"events that no log takes":   {"spool", "warn", "would not take 1 file of events", "look at them", func(w *clitest.World) { spooled(w, "1-1-1.refused") }},
		"events that another drains": {"spool", "warn", ": 1 file", "any verb that opens the log", func(w *clitest.World) { spooled(w, "1-1-1.jsonl"); drained(w) }},
		"no projector":               {"projector", "ok", "none runs", "claw projector run", func(*clitest.World) {}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Patient(t)
			w.Env["PATH"] = os.Getenv("PATH") // of git
			w.Must("init", "--user")
			row.prepare(w)
			a := w.Run("doctor", "--json")
			if failed := row.status == "fail"; (a.Code != 0) != failed {
				t.Errorf("exit %d", a.Code)
			}
			var checked []string
			for _, c := range clitest.Documents(t, a.Out)[0]["checks"].([]any) {
				one := c.(map[string]any)
				checked = append(checked, one["name"].(string))
				hint, _ := one["hint"].(string)
				if one["name"] == row.check && (one["status"] != row.status || !strings.Contains(one["says"].(string), row.says) || !strings.HasPrefix(hint, row.hint)) {
					t.Errorf("%v", one)
				}
				if one["name"] != row.check && one["status"] != "ok" && one["name"] != "signers" { // a new log has none
					t.Errorf("beside it: %v", one)
				}
			}
			if !slices.Contains(checked, row.check) {
				t.Errorf("there is no check %s: %v", row.check, checked)
			}
		})
	}
}

// spoolFolder is where events wait for the log.
func spoolFolder(w *clitest.World) string {
	key := sha256.Sum256([]byte(w.Log()))
	return "home/.local/state/claw/spool/" + hex.EncodeToString(key[:8]) + "/"
}

func spooled(w *clitest.World, name string) { w.File(spoolFolder(w)+name, "{}\n") }

// drained lets another one drain the spool until the test ends.
func drained(w *clitest.World) {
	w.T.Helper()
	lock, err := files.TryLockFile(w.Path(spoolFolder(w) + ".lock"))
	if err != nil || lock == nil {
		w.T.Fatalf("lock %v, error %v", lock, err)
	}
	w.T.Cleanup(func() { _ = lock.Release() })
}
