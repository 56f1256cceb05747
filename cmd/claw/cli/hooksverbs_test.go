package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// TestAHookIsNotInstalledThatWouldNotBeKnown runs claw under another name: what it wrote
// could neither be told nor be taken out again.
func TestAHookIsNotInstalledThatWouldNotBeKnown(t *testing.T) {
	for _, agent := range []string{"claude-code", "codex", "gemini", "opencode"} {
		w := newWorld(t)
		w.tune = func(p *app.Program) { p.Self = "/opt/tools/ledger" }
		if a := w.run("hooks", "install", "--yes", "--agent", agent); a.Code != 2 || !strings.Contains(a.Err, "/opt/tools/ledger") {
			t.Errorf("%s: exit %d, %s", agent, a.Code, a.Err)
		}
		w.tune = nil
		if a := w.must("hooks", "status", "--agent", agent); !strings.Contains(a.Out, "absent") {
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
		"OpenCode":                       {"opencode", "home/.config/opencode/plugins/claw.js", nil},
		"OpenCode, a folder of settings": {"opencode", "own/opencode/plugins/claw.js", map[string]string{"XDG_CONFIG_HOME": "own"}},
		"OpenCode, its own folder":       {"opencode", "its/plugins/claw.js", map[string]string{"XDG_CONFIG_HOME": "own", "OPENCODE_CONFIG_DIR": "its"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			for variable, folder := range row.env {
				w.env[variable] = w.path(folder)
			}
			w.must("hooks", "install", "--yes", "--agent", row.agent)
			if text := read(t, w.path(row.file)); !strings.Contains(text, "claw hook "+row.agent) {
				t.Errorf("%s holds\n%s", row.file, text)
			}
		})
	}
}
