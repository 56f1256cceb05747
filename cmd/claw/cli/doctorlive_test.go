package cli_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// TestDoctorLooksAtWhatRunsLive breaks one thing after the other: its check says so and
// what to do, and no other check turns.
func TestDoctorLooksAtWhatRunsLive(t *testing.T) {
	for name, row := range map[string]struct {
		check, status, says, hint string
		prepare                   func(w *world)
	}{
		"nothing is installed": {"hooks", "ok", "no agent runs claw", "claw hooks install --agent claude-code", func(*world) {}},
		"hooks are installed": {"hooks", "ok", "installed for claude-code (user), codex (project)", "", func(w *world) {
			w.must("hooks", "install", "--yes")
			w.must("hooks", "install", "--yes", "--agent", "codex", "--scope", "project")
		}},
		"an event is missing": {"hooks", "warn", "claude-code does not tell of Stop", "claw hooks install --agent claude-code --scope user", func(w *world) {
			w.must("hooks", "install", "--yes")
			w.edit("home/.claude/settings.json", `"Stop"`, `"Halt"`)
		}},
		"another claw": {"hooks", "warn", "runs another claw: /opt/claw hook gemini", "claw hooks install --agent gemini --scope user", func(w *world) {
			w.must("hooks", "install", "--yes", "--agent", "gemini")
			w.edit("home/.gemini/settings.json", "/usr/local/bin/claw", "/opt/claw")
		}},
		"settings that are none":     {"hooks", "warn", "not as the agent reads them", "mend the file", func(w *world) { w.file("home/.claude/settings.json", "{") }},
		"no policy":                  {"policy", "ok", "nothing is held back", "claw policy adopt FILE", func(*world) {}},
		"an adopted policy":          {"policy", "ok", "4 rules of the adopted policy", "", func(w *world) { w.file("policy.toml", rules); w.must("policy", "adopt", "policy.toml") }},
		"a file that allows":         {"policy", "warn", "1 finding", "claw policy lint names them", func(w *world) { w.file(".claw/policy.toml", rules) }},
		"a policy that is none":      {"policy", "fail", "holds everything back", "claw policy lint", func(w *world) { w.file(".claw/policy.toml", "version = ") }},
		"no signer":                  {"signers", "warn", "nobody may grant approvals", "claw signers add LINE", func(*world) {}},
		"a signer":                   {"signers", "ok", "1 signer, 0 of them with a key that proves presence", "", func(w *world) { w.grant(domain.StreamID{}) }},
		"nothing waits":              {"spool", "ok", "nothing waits", "", func(*world) {}},
		"events that no log takes":   {"spool", "warn", "would not take 1 file of events", "look at them", func(w *world) { w.spooled("1-1-1.refused") }},
		"events that another drains": {"spool", "warn", ": 1 file", "any verb that opens the log", func(w *world) { w.spooled("1-1-1.jsonl"); w.drained() }},
		"no projector":               {"projector", "ok", "none runs", "claw projector run", func(*world) {}},
	} {
		t.Run(name, func(t *testing.T) {
			w := patient(t)
			w.env["PATH"] = os.Getenv("PATH") // of git
			w.must("init", "--user")
			row.prepare(w)
			a := w.run("doctor", "--json")
			if failed := row.status == "fail"; (a.Code != 0) != failed {
				t.Errorf("exit %d", a.Code)
			}
			var checked []string
			for _, c := range documents(t, a.Out)[0]["checks"].([]any) {
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

// edit changes a text in a file.
func (w *world) edit(name, from, to string) {
	w.t.Helper()
	text := read(w.t, w.path(name))
	if !strings.Contains(text, from) {
		w.t.Fatalf("%s does not hold %s", name, from)
	}
	w.file(name, strings.ReplaceAll(text, from, to))
}

// spoolFolder is where events wait for the log.
func (w *world) spoolFolder() string {
	key := sha256.Sum256([]byte(w.log()))
	return "home/.local/state/claw/spool/" + hex.EncodeToString(key[:8]) + "/"
}

func (w *world) spooled(name string) { w.file(w.spoolFolder()+name, "{}\n") }

// drained lets another one drain the spool until the test ends.
func (w *world) drained() {
	w.t.Helper()
	lock, err := files.TryLockFile(w.path(w.spoolFolder() + ".lock"))
	if err != nil || lock == nil {
		w.t.Fatalf("lock %v, error %v", lock, err)
	}
	w.t.Cleanup(func() { _ = lock.Release() })
}
