package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// hookAgentsWritten are the agents into whose settings claw writes.
var hookAgentsWritten = []string{"claude-code", "codex", "gemini", "opencode"}

// inPath makes a program called claw and puts its folder into PATH.
func (w *world) inPath(folder string) (program string) {
	w.file(folder+"/claw", "#!/bin/sh\n")
	if err := os.Chmod(w.path(folder+"/claw"), 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.env["PATH"] = w.path(folder)
	return w.path(folder + "/claw")
}

// tree lists the files and folders of a world, with what files hold.
func (w *world) tree() map[string]string {
	w.t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(w.dir, func(path string, e os.DirEntry, err error) error {
		name, _ := filepath.Rel(w.dir, path)
		if err == nil && e.Type().IsRegular() {
			all[name] = read(w.t, path)
		} else {
			all[name] = e.Type().String()
		}
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return all
}

// TestAPersonIsAskedBeforeHooksAreWritten answers the question on a terminal.
func TestAPersonIsAskedBeforeHooksAreWritten(t *testing.T) {
	for _, row := range []struct {
		answer string
		code   int
	}{{"y\n", 0}, {"Yes\n", 0}, {"n\n", 1}, {"\n", 1}, {"", 1}} {
		w := emptyWorld(t)
		w.in = row.answer
		w.tune = func(p *app.Program) { p.InTerminal, p.ErrTerminal = true, true }
		before := w.tree()
		a := w.run("hooks", "install")
		for _, says := range []string{"/usr/local/bin/claw hook claude-code", "would make " + w.path("home/.claude/settings.json"), "would make the log", "write this? [y/N] "} {
			if a.Code != row.code || !strings.Contains(a.Err, says) {
				t.Errorf("answer %q: exit %d, it does not say %q: %s", row.answer, a.Code, says, a.Err)
			}
		}
		if row.code != 0 {
			if diff := cmp.Diff(before, w.tree()); diff != "" {
				t.Errorf("answer %q: -before +after\n%s", row.answer, diff)
			}
		}
		w.in = "" // what is there already needs no answer
		if a := w.run("hooks", "install"); row.code == 0 && a.Code != 0 {
			t.Errorf("again: exit %d, %s", a.Code, a.Err)
		}
	}
}

// TestADryRunOfHooksWritesNothing says what an installation would do.
func TestADryRunOfHooksWritesNothing(t *testing.T) {
	for _, agent := range hookAgentsWritten {
		w := emptyWorld(t)
		before := w.tree()
		d := documents(t, w.must("hooks", "install", "--agent", agent, "--dry-run", "--json").Out)[0]
		if diff := cmp.Diff(before, w.tree()); diff != "" || d["changed"] != false || d["log_made"] == nil {
			t.Errorf("%s: %v, -before +after\n%s", agent, d, diff)
		}
		would := d["writes"]
		if diff := cmp.Diff(would, documents(t, w.must("hooks", "install", "--agent", agent, "--yes", "--json").Out)[0]["writes"]); diff != "" {
			t.Errorf("%s: -would +did\n%s", agent, diff)
		}
	}
}

// TestUninstallLeavesWhatWasThere installs and takes out, with each state that settings and
// folders may be in before.
func TestUninstallLeavesWhatWasThere(t *testing.T) {
	const theirs = "{\r\n\t\"a\" : 1 }"
	for _, agent := range hookAgentsWritten {
		for _, scope := range []string{"user", "project"} {
			for says, before := range map[string]func(w *world, file string){
				"nothing":       func(*world, string) {},
				"its folder":    func(w *world, file string) { w.folder(filepath.Dir(file)) },
				"its settings":  func(w *world, file string) { w.settingsOf(agent, file, theirs) },
				"an empty file": func(w *world, file string) { w.settingsOf(agent, file, "") },
			} {
				w := emptyWorld(t)
				w.inPath("bin")
				w.must("init", "--user") // which makes the log, and stays
				file, err := filepath.Rel(w.dir, w.must("hooks", "status", "--agent", agent, "--scope", scope, "--json").file(t))
				if err != nil {
					t.Fatal(err)
				}
				before(w, file)
				was := w.tree()
				w.must("hooks", "install", "--agent", agent, "--scope", scope, "--yes")
				w.must("hooks", "install", "--agent", agent, "--scope", scope, "--enforce", "--yes")
				if cmp.Diff(was, w.tree()) == "" {
					t.Errorf("%s, %s, %s: nothing was written", agent, scope, says)
				}
				w.must("hooks", "uninstall", "--agent", agent, "--scope", scope)
				if diff := cmp.Diff(was, w.tree()); diff != "" {
					t.Errorf("%s, %s, %s: -before +after\n%s", agent, scope, says, diff)
				}
			}
		}
	}
}

// settingsOf writes settings of an agent; of OpenCode, whose plugin is claw's alone, beside it.
func (w *world) settingsOf(agent, file, text string) {
	if agent == "opencode" {
		file = filepath.Join(filepath.Dir(file), "theirs.js")
	}
	w.file(file, text)
}

// file is the settings' file in a document.
func (a answer) file(t *testing.T) string {
	t.Helper()
	return documents(t, a.Out)[0]["file"].(string)
}

// TestTheLastToGoRemovesTheFolder installs in two scopes that share one.
func TestTheLastToGoRemovesTheFolder(t *testing.T) {
	for _, first := range []string{"project", "local"} {
		w := emptyWorld(t)
		w.inPath("bin")
		w.must("init", "--user")
		was := w.tree()
		for _, scope := range []string{"project", "local", "user"} {
			w.must("hooks", "install", "--scope", scope, "--yes")
		}
		w.must("hooks", "uninstall", "--scope", first)
		for _, scope := range []string{"project", "user", "local"} {
			w.must("hooks", "uninstall", "--scope", scope)
		}
		if diff := cmp.Diff(was, w.tree()); diff != "" {
			t.Errorf("%s first: -before +after\n%s", first, diff)
		}
	}
}

// TestUninstallKeepsWhatOthersWroteMeanwhile changes folders and settings after claw.
func TestUninstallKeepsWhatOthersWroteMeanwhile(t *testing.T) {
	for says, row := range map[string]struct {
		change func(w *world)
		want   map[string]string // below home/.claude
		gone   bool
	}{
		"a file beside it": {func(w *world) { w.file("home/.claude/notes", "x") }, map[string]string{"notes": "x"}, false},
		"another member": {func(w *world) {
			w.edit("home/.claude/settings.json", "{\n  \"hooks\"", "{\n  \"model\": \"opus\",\n  \"hooks\"")
		}, map[string]string{"settings.json": "{\n  \"model\": \"opus\"\n}\n"}, false},
		"only how it is laid out": {func(w *world) { w.edit("home/.claude/settings.json", "  ", " ") }, nil, true},
		"the file is gone":        {func(w *world) { _ = os.Remove(w.path("home/.claude/settings.json")) }, nil, true},
	} {
		w := emptyWorld(t)
		w.must("hooks", "install", "--yes")
		row.change(w)
		w.must("hooks", "uninstall")
		got := map[string]string{}
		files, err := os.ReadDir(w.path("home/.claude"))
		if os.IsNotExist(err) != row.gone {
			t.Errorf("%s: the folder is there: %v", says, err == nil)
		}
		for _, f := range files {
			got[f.Name()] = read(t, w.path("home/.claude/"+f.Name()))
		}
		if diff := cmp.Diff(row.want, got); diff != "" && len(row.want)+len(got) > 0 {
			t.Errorf("%s: -want +got\n%s", says, diff)
		}
		if _, err := os.Stat(w.path("home/.local/state")); err == nil {
			t.Errorf("%s: the folder of claw's notes is left", says)
		}
	}
}

// TestSettingsOfAProjectNameNoPathOfThisMachine installs from two places, and moves the project.
func TestSettingsOfAProjectNameNoPathOfThisMachine(t *testing.T) {
	for _, agent := range hookAgentsWritten {
		var texts []string
		for _, folder := range []string{"bin", "opt/a b"} {
			w := emptyWorld(t)
			self := w.inPath(folder)
			w.tune = func(p *app.Program) { p.Self = self }
			a := w.must("hooks", "install", "--agent", agent, "--scope", "project", "--enforce", "--yes", "--json")
			d := documents(t, a.Out)[0]
			text := read(t, a.file(t))
			texts = append(texts, text)
			if d["state"] != "installed" || d["enforce"] != true || strings.Contains(text, w.dir) || strings.Contains(text, "/usr/") || !strings.Contains(text, "claw hook "+agent+" --enforce") {
				t.Errorf("%s: %v\n%s", agent, d, text)
			}
			w.env["PATH"] = ""
			if d := documents(t, w.must("hooks", "status", "--agent", agent, "--scope", "project", "--json").Out)[0]; d["state"] != "broken" {
				t.Errorf("%s, without claw in PATH: %v", agent, d["state"])
			}
			w.env["PATH"] = filepath.Dir(w.inPath("other"))
			if d := documents(t, w.must("hooks", "status", "--agent", agent, "--scope", "project", "--json").Out)[0]; d["state"] != "foreign" {
				t.Errorf("%s, with another claw in PATH: %v", agent, d["state"])
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: two machines write\n%s\nand\n%s", agent, texts[0], texts[1])
		}
	}
}

// TestAnAgentGoesOnWhereNobodyInstalledClaw runs the commands of a project's settings in a
// shell that finds no claw, and of Gemini CLI, which takes its exit code for a no, those of a person's.
func TestAnAgentGoesOnWhereNobodyInstalledClaw(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, row := range [][2]string{{"claude-code", "project"}, {"codex", "project"}, {"gemini", "project"}, {"gemini", "user"}} { // OpenCode's plugin passes over each exit code
		agent, scope := row[0], row[1]
		w := emptyWorld(t)
		w.must("hooks", "install", "--agent", agent, "--scope", scope, "--enforce", "--yes")
		commands := documents(t, w.must("hooks", "status", "--agent", agent, "--scope", scope, "--json").Out)[0]["commands"].([]any)
		if len(commands) != 1 {
			t.Fatalf("%s runs %v", agent, commands)
		}
		cmd := exec.Command(shell, "-c", commands[0].(string))
		cmd.Env = []string{"PATH=" + w.path("empty")}
		if out, err := cmd.Output(); err != nil || len(out) > 0 {
			t.Errorf("%s: %q, %v", agent, out, err)
		}
	}
}

// TestInstallMakesTheLogThatEventsWaitFor lays events aside before.
func TestInstallMakesTheLogThatEventsWaitFor(t *testing.T) {
	w := patient(t)
	w.hook(bash("PreToolUse", "ls"), "claude-code")
	d := documents(t, w.must("hooks", "install", "--yes", "--json").Out)[0]
	if d["log_made"] != "sqlite:"+w.log() || d["waited"] != 1.0 {
		t.Errorf("%v", d)
	}
	if diff := cmp.Diff([]string{"tool.requested"}, w.kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if d := documents(t, w.must("hooks", "install", "--agent", "codex", "--yes", "--json").Out)[0]; d["log_made"] != nil {
		t.Errorf("made again: %v", d)
	}
}

// TestStatusListsEveryAgentAndScope installs for some.
func TestStatusListsEveryAgentAndScope(t *testing.T) {
	w := emptyWorld(t)
	w.inPath("bin")
	w.env["PATH"] += string(os.PathListSeparator) + "/usr/local/bin"
	self := w.path("bin/claw")
	w.tune = func(p *app.Program) { p.Self = self }
	w.file("managed.json", "")
	w.env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] = w.path("managed.json")
	w.must("hooks", "install", "--yes", "--enforce")
	w.must("hooks", "install", "--agent", "codex", "--scope", "project", "--yes")
	w.must("hooks", "install", "--agent", "claude-code", "--scope", "local", "--yes")
	w.must("hooks", "install", "--agent", "gemini", "--yes")
	w.edit("home/.gemini/settings.json", self, "/opt/claw/claw")
	w.file(".gemini/settings.json", "{")
	w.file(".opencode/plugins/claw.js", "// theirs\n")
	d := documents(t, w.must("hooks", "status", "--json").Out)[0]
	got := map[string]string{}
	for _, one := range d["all"].([]any) {
		o := one.(map[string]any)
		got[o["agent"].(string)+" "+o["scope"].(string)] = o["state"].(string)
	}
	want := map[string]string{"claude-code user": "installed", "claude-code project": "absent", "claude-code local": "installed", "claude-code managed": "absent",
		"codex user": "absent", "codex project": "installed", "codex managed": "absent",
		"gemini user": "foreign", "gemini project": "unreadable", "gemini managed": "absent",
		"opencode user": "absent", "opencode project": "absent"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	text := w.must("hooks", "status").Out
	for _, says := range []string{"claude-code: installed in " + w.path("home/.claude/settings.json") + " (user)", "this claw, " + self + ", version ", "the policy decides about calls",
		"beside the hooks of the scope local", "runs claw hook codex", "runs /opt/claw/claw hook gemini", "which is not there: nothing is recorded", "gemini: unreadable"} {
		if !strings.Contains(text, says) {
			t.Errorf("it does not say %q:\n%s", says, text)
		}
	}
	narrow := documents(t, w.must("hooks", "status", "--scope", "local", "--json").Out)[0]
	if all := narrow["all"].([]any); len(all) != 1 || narrow["state"] != "installed" {
		t.Errorf("of the scope local: %v", all)
	}
	if also := narrow["all"].([]any)[0].(map[string]any)["also"]; !slices.Equal(also.([]any), []any{"user"}) {
		t.Errorf("beside it: %v", also)
	}
}

// TestStatusKnowsTheVersionOfAnotherClaw reads it out of the program, which is not run.
func TestStatusKnowsTheVersionOfAnotherClaw(t *testing.T) {
	claw, err := built()
	if err != nil {
		t.Fatal(err)
	}
	w := emptyWorld(t)
	w.tune = func(p *app.Program) { p.Self = claw }
	w.must("hooks", "install", "--yes")
	w.tune = nil
	d := documents(t, w.must("hooks", "status", "--json").Out)[0]
	program := d["programs"].([]any)[0].(map[string]any)
	if d["state"] != "foreign" || program["this"] != false || program["version"] == nil || program["file"] != claw {
		t.Errorf("%v", d)
	}
}

// TestHooksThatAreTurnedOffAreNotCalledInstalled turns them off in the agent's settings.
func TestHooksThatAreTurnedOffAreNotCalledInstalled(t *testing.T) {
	for agent, row := range map[string]struct{ file, member, off string }{
		"claude-code": {"home/.claude/settings.json", `"disableAllHooks": true`, "disableAllHooks is true"},
		"gemini":      {"home/.gemini/settings.json", `"hooksConfig": {"enabled": false}`, "hooksConfig.enabled is false"},
	} {
		w := emptyWorld(t)
		w.file(row.file, "{"+row.member+"}")
		w.must("hooks", "install", "--agent", agent, "--yes")
		if d := documents(t, w.must("hooks", "status", "--agent", agent, "--json").Out)[0]; d["off"] != row.off {
			t.Errorf("%s: %v", agent, d)
		}
		for _, c := range documents(t, w.run("doctor", "--json").Out)[0]["checks"].([]any) {
			if c := c.(map[string]any); c["name"] == "hooks" && c["status"] != "warn" {
				t.Errorf("%s: %v", agent, c)
			}
		}
	}
}
