package hookcmd_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// hookAgentsWritten are the agents into whose settings claw writes.
var hookAgentsWritten = []string{"claude-code", "codex", "gemini", "opencode", "copilot"}

// inPath makes a program called claw and puts its folder into PATH.
func inPath(w *clitest.World, folder string) (program string) {
	w.File(folder+"/claw", "#!/bin/sh\n")
	if err := os.Chmod(w.Path(folder+"/claw"), 0o755); err != nil {
		w.T.Fatal(err)
	}
	w.Env["PATH"] = w.Path(folder)
	return w.Path(folder + "/claw")
}

// treeOf lists the files and folders of a world, with what files hold.
func treeOf(w *clitest.World) map[string]string {
	w.T.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(w.Dir, func(path string, e os.DirEntry, err error) error {
		name, _ := filepath.Rel(w.Dir, path)
		if err == nil && e.Type().IsRegular() {
			all[name] = clitest.Read(w.T, path)
		} else {
			all[name] = e.Type().String()
		}
		return err
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return all
}

// TestAPersonIsAskedBeforeHooksAreWritten answers the question on a terminal.
func TestAPersonIsAskedBeforeHooksAreWritten(t *testing.T) {
	for _, row := range []struct {
		answer string
		code   int
	}{{"y\n", 0}, {"Yes\n", 0}, {"n\n", 1}, {"\n", 1}, {"", 1}} {
		w := clitest.Empty(t)
		w.In = row.answer
		w.Tune = func(p *app.Program) { p.InTerminal, p.ErrTerminal = true, true }
		before := treeOf(w)
		a := w.Run("hooks", "install")
		for _, says := range []string{"/usr/local/bin/claw hook claude-code", "would make " + w.Path("home/.claude/settings.json"), "would make the log", "write this? [y/N] "} {
			if a.Code != row.code || !strings.Contains(a.Err, says) {
				t.Errorf("answer %q: exit %d, it does not say %q: %s", row.answer, a.Code, says, a.Err)
			}
		}
		if row.code != 0 {
			if diff := cmp.Diff(before, treeOf(w)); diff != "" {
				t.Errorf("answer %q: -before +after\n%s", row.answer, diff)
			}
		}
		w.In = "" // what is there already needs no answer
		if a := w.Run("hooks", "install"); row.code == 0 && a.Code != 0 {
			t.Errorf("again: exit %d, %s", a.Code, a.Err)
		}
	}
}

// TestADryRunOfHooksWritesNothing says what an installation would do.
func TestADryRunOfHooksWritesNothing(t *testing.T) {
	for _, agent := range hookAgentsWritten {
		w := clitest.Empty(t)
		before := treeOf(w)
		d := clitest.Documents(t, w.Must("hooks", "install", "--agent", agent, "--dry-run", "--json").Out)[0]
		if diff := cmp.Diff(before, treeOf(w)); diff != "" || d["changed"] != false || d["log_made"] == nil {
			t.Errorf("%s: %v, -before +after\n%s", agent, d, diff)
		}
		would := d["writes"]
		if diff := cmp.Diff(would, clitest.Documents(t, w.Must("hooks", "install", "--agent", agent, "--yes", "--json").Out)[0]["writes"]); diff != "" {
			t.Errorf("%s: -would +did\n%s", agent, diff)
		}
	}
}

// TestUninstallLeavesWhatWasThere installs and takes out, with each state that settings and
// folders may be in before.
func TestUninstallLeavesWhatWasThere(t *testing.T) {
	const theirs = "{\r\n\t\"a\" : 1 }"
	for _, agent := range hookAgentsWritten {
		for _, scope := range []string{"user", "project", "local"} {
			if scope == "local" && agent != "claude-code" && agent != "copilot" {
				continue // it has none
			}
			for says, before := range map[string]func(w *clitest.World, file string){
				"nothing":       func(*clitest.World, string) {},
				"its folder":    func(w *clitest.World, file string) { w.Folder(filepath.Dir(file)) },
				"its settings":  func(w *clitest.World, file string) { settingsOf(w, agent, file, theirs) },
				"an empty file": func(w *clitest.World, file string) { settingsOf(w, agent, file, "") },
			} {
				w := clitest.Empty(t)
				inPath(w, "bin")
				w.Must("init", "--user") // which makes the log, and stays
				file, err := filepath.Rel(w.Dir, fileOf(w.Must("hooks", "status", "--agent", agent, "--scope", scope, "--json"), t))
				if err != nil {
					t.Fatal(err)
				}
				before(w, file)
				was := treeOf(w)
				w.Must("hooks", "install", "--agent", agent, "--scope", scope, "--yes")
				w.Must("hooks", "install", "--agent", agent, "--scope", scope, "--enforce", "--yes")
				if cmp.Diff(was, treeOf(w)) == "" {
					t.Errorf("%s, %s, %s: nothing was written", agent, scope, says)
				}
				w.Must("hooks", "uninstall", "--agent", agent, "--scope", scope)
				if diff := cmp.Diff(was, treeOf(w)); diff != "" {
					t.Errorf("%s, %s, %s: -before +after\n%s", agent, scope, says, diff)
				}
			}
		}
	}
}

// settingsOf writes settings of an agent; of OpenCode, whose plugin is claw's alone, beside it.
func settingsOf(w *clitest.World, agent, file, text string) {
	if agent == "opencode" {
		file = filepath.Join(filepath.Dir(file), "theirs.js")
	}
	w.File(file, text)
}

// fileOf is the settings' file in a document.
func fileOf(a clitest.Answer, t *testing.T) string {
	t.Helper()
	return clitest.Documents(t, a.Out)[0]["file"].(string)
}

// TestTheLastToGoRemovesTheFolder installs in two scopes that share one.
func TestTheLastToGoRemovesTheFolder(t *testing.T) {
	for _, first := range []string{"project", "local"} {
		w := clitest.Empty(t)
		inPath(w, "bin")
		w.Must("init", "--user")
		was := treeOf(w)
		for _, scope := range []string{"project", "local", "user"} {
			w.Must("hooks", "install", "--scope", scope, "--yes")
		}
		w.Must("hooks", "uninstall", "--scope", first)
		for _, scope := range []string{"project", "user", "local"} {
			w.Must("hooks", "uninstall", "--scope", scope)
		}
		if diff := cmp.Diff(was, treeOf(w)); diff != "" {
			t.Errorf("%s first: -before +after\n%s", first, diff)
		}
	}
}

// TestUninstallKeepsWhatOthersWroteMeanwhile changes folders and settings after claw.
func TestUninstallKeepsWhatOthersWroteMeanwhile(t *testing.T) {
	for says, row := range map[string]struct {
		change func(w *clitest.World)
		want   map[string]string // below home/.claude
		gone   bool
	}{
		"a file beside it": {func(w *clitest.World) { w.File("home/.claude/notes", "x") }, map[string]string{"notes": "x"}, false},
		"another member": {func(w *clitest.World) {
			w.Edit("home/.claude/settings.json", "{\n  \"hooks\"", "{\n  \"model\": \"opus\",\n  \"hooks\"")
		}, map[string]string{"settings.json": "{\n  \"model\": \"opus\"\n}\n"}, false},
		"only how it is laid out": {func(w *clitest.World) { w.Edit("home/.claude/settings.json", "  ", " ") }, nil, true},
		"the file is gone":        {func(w *clitest.World) { _ = os.Remove(w.Path("home/.claude/settings.json")) }, nil, true},
	} {
		w := clitest.Empty(t)
		w.Must("hooks", "install", "--yes")
		row.change(w)
		w.Must("hooks", "uninstall")
		got := map[string]string{}
		files, err := os.ReadDir(w.Path("home/.claude"))
		if os.IsNotExist(err) != row.gone {
			t.Errorf("%s: the folder is there: %v", says, err == nil)
		}
		for _, f := range files {
			got[f.Name()] = clitest.Read(t, w.Path("home/.claude/"+f.Name()))
		}
		if diff := cmp.Diff(row.want, got); diff != "" && len(row.want)+len(got) > 0 {
			t.Errorf("%s: -want +got\n%s", says, diff)
		}
		if _, err := os.Stat(w.Path("home/.local/state")); err == nil {
			t.Errorf("%s: the folder of claw's notes is left", says)
		}
	}
}

// TestSettingsOfAProjectNameNoPathOfThisMachine installs from two places, and moves the project.
func TestSettingsOfAProjectNameNoPathOfThisMachine(t *testing.T) {
	for _, agent := range hookAgentsWritten {
		var texts []string
		for _, folder := range []string{"bin", "opt/a b"} {
			w := clitest.Empty(t)
			self := inPath(w, folder)
			w.Tune = func(p *app.Program) { p.Self = self }
			a := w.Must("hooks", "install", "--agent", agent, "--scope", "project", "--enforce", "--yes", "--json")
			d := clitest.Documents(t, a.Out)[0]
			text := clitest.Read(t, fileOf(a, t))
			texts = append(texts, text)
			if d["state"] != "installed" || d["enforce"] != true || strings.Contains(text, w.Dir) || strings.Contains(text, "/usr/") || !strings.Contains(text, "claw hook "+agent+" --enforce") {
				t.Errorf("%s: %v\n%s", agent, d, text)
			}
			w.Env["PATH"] = ""
			if d := clitest.Documents(t, w.Must("hooks", "status", "--agent", agent, "--scope", "project", "--json").Out)[0]; d["state"] != "broken" {
				t.Errorf("%s, without claw in PATH: %v", agent, d["state"])
			}
			w.Env["PATH"] = filepath.Dir(inPath(w, "other"))
			if d := clitest.Documents(t, w.Must("hooks", "status", "--agent", agent, "--scope", "project", "--json").Out)[0]; d["state"] != "foreign" {
				t.Errorf("%s, with another claw in PATH: %v", agent, d["state"])
			}
		}
		if texts[0] != texts[1] {
			t.Errorf("%s: two machines write\n%s\nand\n%s", agent, texts[0], texts[1])
		}
	}
}

// TestAnAgentGoesOnWhereNobodyInstalledClaw runs the commands of a project's settings in a
// shell that finds no claw, and of Gemini CLI and Copilot CLI, which take its exit code for a no,
// those of a person's.
func TestAnAgentGoesOnWhereNobodyInstalledClaw(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip(err)
	}
	for _, row := range [][2]string{{"claude-code", "project"}, {"codex", "project"}, {"gemini", "project"}, {"gemini", "user"}, {"copilot", "project"}, {"copilot", "user"}, {"copilot", "local"}} { // OpenCode's plugin passes over each exit code
		agent, scope := row[0], row[1]
		w := clitest.Empty(t)
		w.Must("hooks", "install", "--agent", agent, "--scope", scope, "--enforce", "--yes")
		commands := clitest.Documents(t, w.Must("hooks", "status", "--agent", agent, "--scope", scope, "--json").Out)[0]["commands"].([]any)
		if len(commands) != 1 {
			t.Fatalf("%s runs %v", agent, commands)
		}
		cmd := exec.Command(shell, "-c", commands[0].(string))
		cmd.Env = []string{"PATH=" + w.Path("empty")}
		if out, err := cmd.Output(); err != nil || len(out) > 0 {
			t.Errorf("%s: %q, %v", agent, out, err)
		}
	}
}

// TestInstallMakesTheLogThatEventsWaitFor lays events aside before.
func TestInstallMakesTheLogThatEventsWaitFor(t *testing.T) {
	w := clitest.Patient(t)
	w.Hook(clitest.Bash("PreToolUse", "ls"), "claude-code")
	d := clitest.Documents(t, w.Must("hooks", "install", "--yes", "--json").Out)[0]
	if d["log_made"] != "sqlite:"+w.Log() || d["waited"] != 1.0 {
		t.Errorf("%v", d)
	}
	if diff := cmp.Diff([]string{"tool.requested"}, w.Kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if d := clitest.Documents(t, w.Must("hooks", "install", "--agent", "codex", "--yes", "--json").Out)[0]; d["log_made"] != nil {
		t.Errorf("made again: %v", d)
	}
}

// TestStatusListsEveryAgentAndScope installs for some.
func TestStatusListsEveryAgentAndScope(t *testing.T) {
	w := clitest.Empty(t)
	inPath(w, "bin")
	w.Env["PATH"] += string(os.PathListSeparator) + "/usr/local/bin"
	self := w.Path("bin/claw")
	w.Tune = func(p *app.Program) { p.Self = self }
	w.File("managed.json", "")
	w.Env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] = w.Path("managed.json")
	w.Must("hooks", "install", "--yes", "--enforce")
	w.Must("hooks", "install", "--agent", "codex", "--scope", "project", "--yes")
	w.Must("hooks", "install", "--agent", "claude-code", "--scope", "local", "--yes")
	w.Must("hooks", "install", "--agent", "gemini", "--yes")
	w.Edit("home/.gemini/settings.json", self, "/opt/claw/claw")
	w.File(".gemini/settings.json", "{")
	w.File(".opencode/plugins/claw.js", "// theirs\n")
	d := clitest.Documents(t, w.Must("hooks", "status", "--json").Out)[0]
	got := map[string]string{}
	for _, one := range d["all"].([]any) {
		o := one.(map[string]any)
		got[o["agent"].(string)+" "+o["scope"].(string)] = o["state"].(string)
	}
	want := map[string]string{"claude-code user": "installed", "claude-code project": "absent", "claude-code local": "installed", "claude-code managed": "absent",
		"codex user": "absent", "codex project": "installed", "codex managed": "absent",
		"gemini user": "foreign", "gemini project": "unreadable", "gemini managed": "absent",
		"opencode user": "absent", "opencode project": "absent",
		"copilot user": "absent", "copilot project": "absent", "copilot local": "absent", "copilot managed": "absent"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	text := w.Must("hooks", "status").Out
	for _, says := range []string{"claude-code: installed in " + w.Path("home/.claude/settings.json") + " (user)", "this claw, " + self + ", version ", "the policy decides about calls",
		"beside the hooks of the scope local", "runs claw hook codex", "runs /opt/claw/claw hook gemini", "which is not there: nothing is recorded", "gemini: unreadable"} {
		if !strings.Contains(text, says) {
			t.Errorf("it does not say %q:\n%s", says, text)
		}
	}
	narrow := clitest.Documents(t, w.Must("hooks", "status", "--scope", "local", "--json").Out)[0]
	if all := narrow["all"].([]any); len(all) != 2 || narrow["state"] != "installed" {
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
	w := clitest.Empty(t)
	w.Tune = func(p *app.Program) { p.Self = claw }
	w.Must("hooks", "install", "--yes")
	w.Tune = nil
	d := clitest.Documents(t, w.Must("hooks", "status", "--json").Out)[0]
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
		"copilot":     {"home/.copilot/hooks/claw.json", `"disableAllHooks": true`, "disableAllHooks is true"},
	} {
		w := clitest.Empty(t)
		w.File(row.file, "{"+row.member+"}")
		w.Must("hooks", "install", "--agent", agent, "--yes")
		if d := clitest.Documents(t, w.Must("hooks", "status", "--agent", agent, "--json").Out)[0]; d["off"] != row.off {
			t.Errorf("%s: %v", agent, d)
		}
		for _, c := range clitest.Documents(t, w.Run("doctor", "--json").Out)[0]["checks"].([]any) {
			if c := c.(map[string]any); c["name"] == "hooks" && c["status"] != "warn" {
				t.Errorf("%s: %v", agent, c)
			}
		}
	}
}
