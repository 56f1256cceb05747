package hookcmd_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/producers/hooks/settings"
)

// TestAHookIsNotInstalledThatWouldNotBeKnown runs claw under another name: its hook
// could neither be recognised nor be removed again.
func TestAHookIsNotInstalledThatWouldNotBeKnown(t *testing.T) {
	for _, agent := range []string{"claude-code", "codex", "gemini", "opencode", "copilot"} {
		w := clitest.New(t)
		w.Tune = func(p *app.Program) { p.Self = "/opt/tools/ledger" }
		if a := w.Run("hooks", "install", "--yes", "--agent", agent); a.Code != 2 || !strings.Contains(a.Err, "/opt/tools/ledger") {
			t.Errorf("%s: exit %d, %s", agent, a.Code, a.Err)
		}
		w.Tune = nil
		if a := w.Must("hooks", "status", "--agent", agent); !strings.Contains(a.Out, "absent") {
			t.Errorf("%s: %s", agent, a.Out)
		}
	}
}

// TestHooksAreWrittenWhereTheAgentReadsThem sets what an agent takes its folder from.
func TestHooksAreWrittenWhereTheAgentReadsThem(t *testing.T) {
	for name, row := range map[string]struct {
		agent, file string
		env         map[string]string // of folders in the world
	}{
		"Claude Code":                    {"claude-code", "home/.claude/settings.json", nil},
		"Claude Code, a folder":          {"claude-code", "own/settings.json", map[string]string{"CLAUDE_CONFIG_DIR": "own"}},
		"Codex, a folder":                {"codex", "own/hooks.json", map[string]string{"CODEX_HOME": "own"}},
		"Gemini CLI":                     {"gemini", "home/.gemini/settings.json", nil},
		"Gemini CLI, a home":             {"gemini", "own/.gemini/settings.json", map[string]string{"GEMINI_CLI_HOME": "own"}},
		"Copilot CLI":                    {"copilot", "home/.copilot/hooks/claw.json", nil},
		"Copilot CLI, its own folder":    {"copilot", "own/hooks/claw.json", map[string]string{"COPILOT_HOME": "own"}},
		"OpenCode":                       {"opencode", "home/.config/opencode/plugins/claw.js", nil},
		"OpenCode, a folder of settings": {"opencode", "own/opencode/plugins/claw.js", map[string]string{"XDG_CONFIG_HOME": "own"}},
		"OpenCode, its own folder":       {"opencode", "its/plugins/claw.js", map[string]string{"XDG_CONFIG_HOME": "own", "OPENCODE_CONFIG_DIR": "its"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.New(t)
			for variable, folder := range row.env {
				w.Env[variable] = w.Path(folder)
			}
			w.Must("hooks", "install", "--yes", "--agent", row.agent)
			if text := clitest.Read(t, w.Path(row.file)); !strings.Contains(text, "claw hook "+row.agent) {
				t.Errorf("%s holds\n%s", row.file, text)
			}
		})
	}
}

// inConfig are tables of hooks in Codex's config.toml that run a program at every event.
func inConfig(program string) string {
	text := "model = \"gpt-5.5\"\n"
	for _, event := range settings.CodexTOML.Events {
		text += "\n[[hooks." + event + "]]\n[[hooks." + event + ".hooks]]\ntype = \"command\"\ncommand = '" + program + " hook codex'\n"
	}
	return text
}

// TestStatusReadsTheOtherFilesOfAScope puts claw's hook into files that claw does not write.
func TestStatusReadsTheOtherFilesOfAScope(t *testing.T) {
	const self = "/usr/local/bin/claw"
	copilot, err := settings.Copilot.Install(nil, self+" hook copilot; exit 0")
	if err != nil {
		t.Fatal(err)
	}
	for says, row := range map[string]struct {
		file, text, agent, want string
	}{
		"a person's config.toml":    {"home/.codex/config.toml", inConfig(self), "codex", "user installed"},
		"a project's config.toml":   {".codex/config.toml", inConfig(self), "codex", "project installed"},
		"another claw there":        {".codex/config.toml", inConfig("/opt/claw"), "codex", "project foreign"},
		"some events there":         {".codex/config.toml", "hooks.Stop = [{ hooks = [{ command = \"" + self + " hook codex\" }] }]", "codex", "project partial"},
		"a broken config.toml":      {"home/.codex/config.toml", "[hooks", "codex", "user unreadable"},
		"a config.toml without one": {"home/.codex/config.toml", "model = \"gpt-5.5\"\n", "codex", ""},
		"another file of hooks":     {"home/.copilot/hooks/team.json", string(copilot), "copilot", "user installed"},
		"a person's settings":       {"home/.copilot/settings.json", string(copilot), "copilot", "user installed"},
		"a project's file of hooks": {".github/hooks/team.json", string(copilot), "copilot", "project installed"},
		"a project's settings":      {".github/copilot/settings.json", string(copilot), "copilot", "project installed"},
		"no file of hooks":          {".github/hooks/notes.txt", string(copilot), "copilot", ""},
	} {
		w := clitest.Empty(t)
		w.File(row.file, row.text)
		d := clitest.Documents(t, w.Must("hooks", "status", "--agent", row.agent, "--json").Out)[0]
		got := ""
		for _, one := range d["all"].([]any) {
			if o := one.(map[string]any); o["file"] == w.Path(row.file) {
				got = o["scope"].(string) + " " + o["state"].(string)
			}
		}
		if got != row.want {
			t.Errorf("%s: %q, want %q", says, got, row.want)
		}
		for _, c := range clitest.Documents(t, w.Run("doctor", "--json").Out)[0]["checks"].([]any) {
			if c := c.(map[string]any); c["name"] == "hooks" && (c["status"] != "ok") != (row.want != "" && !strings.HasSuffix(row.want, " installed")) {
				t.Errorf("%s: %v", says, c)
			}
		}
	}
}

// TestHooksInTwoFilesOfAScopeAreSaidToRunTwice installs beside a hook of claw that is in config.toml.
func TestHooksInTwoFilesOfAScopeAreSaidToRunTwice(t *testing.T) {
	w := clitest.Empty(t)
	w.File("home/.codex/config.toml", inConfig("/usr/local/bin/claw"))
	a := w.Must("hooks", "install", "--agent", "codex", "--yes", "--json")
	config := w.Path("home/.codex/config.toml")
	if !strings.Contains(a.Out+a.Err, "hooks_twice") || !strings.Contains(a.Out+a.Err, "change "+config) {
		t.Errorf("it warns of nothing: %s%s", a.Out, a.Err)
	}
	text := w.Must("hooks", "status", "--agent", "codex").Out
	for _, says := range []string{"codex: installed in " + config + " (user)", "beside the hooks in " + config, "beside the hooks in " + w.Path("home/.codex/hooks.json")} {
		if !strings.Contains(text, says) {
			t.Errorf("it does not say %q:\n%s", says, text)
		}
	}
	for _, c := range clitest.Documents(t, w.Run("doctor", "--json").Out)[0]["checks"].([]any) {
		if c := c.(map[string]any); c["name"] == "hooks" && c["status"] != "warn" {
			t.Errorf("%v", c)
		}
	}
}

// TestAnotherFileMayTurnHooksOff turns them off where claw writes nothing.
func TestAnotherFileMayTurnHooksOff(t *testing.T) {
	for _, row := range []struct{ agent, scope, file, text, off string }{
		{"codex", "user", "home/.codex/config.toml", "[features]\nhooks = false\n", "features.hooks is false in "},
		{"copilot", "project", ".github/copilot/settings.json", `{"disableAllHooks": true}`, "disableAllHooks is true in "},
		{"copilot", "project", ".github/hooks/team.json", `{"version": 1, "disableAllHooks": true}`, ""}, // its own alone
	} {
		w := clitest.Empty(t)
		w.File(row.file, row.text)
		w.Must("hooks", "install", "--agent", row.agent, "--scope", row.scope, "--yes")
		want := any(nil)
		if row.off != "" {
			want = row.off + w.Path(row.file)
		}
		if d := clitest.Documents(t, w.Must("hooks", "status", "--agent", row.agent, "--scope", row.scope, "--json").Out)[0]; d["off"] != want {
			t.Errorf("%s: off is %v, want %v", row.file, d["off"], want)
		}
	}
}
