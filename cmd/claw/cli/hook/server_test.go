package hookcmd_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// withProjector is a world with a program projector in PATH.
func withProjector(t *testing.T) *clitest.World {
	w := clitest.Empty(t)
	w.File("bin/projector", "#!/bin/sh\n")
	w.File("bin/claw", "#!/bin/sh\n")
	for _, name := range []string{"bin/projector", "bin/claw"} {
		if err := os.Chmod(w.Path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.Env["PATH"] = w.Path("bin")
	return w
}

// TestTheServerIsInstalledAndRemoved in each place where claw adds one, with settings there and without.
func TestTheServerIsInstalledAndRemoved(t *testing.T) {
	for _, c := range []struct{ says, agent, scope, file, before, holds string }{
		{"Claude Code without settings", "claude-code", "user", "home/.claude.json", "", `"claw": {"type": "stdio", "command": "PROJECTOR", "args": ["mcp"]}`},
		{"Claude Code's own state", "claude-code", "user", "home/.claude.json", "{\n  \"numStartups\": 3,\n  \"mcpServers\": {}\n}\n", `"command": "PROJECTOR"`},
		{"a project of Claude Code", "claude-code", "project", ".mcp.json", "", `"command": "projector"`},
		{"Codex with comments", "codex", "user", "home/.codex/config.toml", "# mine\nmodel = \"o3\"\n", "[mcp_servers.claw]\ncommand = \"PROJECTOR\"\nargs = [\"mcp\"]\n"},
		{"a project of Codex", "codex", "project", ".codex/config.toml", "", "command = \"projector\"\n"},
	} {
		t.Run(c.says, func(t *testing.T) {
			w := withProjector(t)
			if c.before != "" {
				w.File(c.file, c.before)
			}
			at := []string{"--agent", c.agent, "--scope", c.scope}
			if dry := w.Must(append([]string{"hooks", "install", "--mcp", "--dry-run"}, at...)...).Out; !strings.Contains(dry, w.Path(c.file)) {
				t.Errorf("a dry run does not name the file\n%s", dry)
			}
			w.Must(append([]string{"hooks", "install", "--mcp", "--yes", "--json"}, at...)...)
			want := strings.ReplaceAll(c.holds, "PROJECTOR", w.Path("bin/projector"))
			if text := clitest.Read(t, w.Path(c.file)); !strings.Contains(text, want) {
				t.Errorf("%q is not in\n%s", want, text)
			}
			if status := w.Must(append([]string{"hooks", "status"}, at...)...).Out; !strings.Contains(status, "mcp: installed in "+w.Path(c.file)) {
				t.Errorf("the status is\n%s", status)
			}
			if again := w.Must(append([]string{"hooks", "install", "--mcp", "--yes", "--json"}, at...)...).Out; strings.Contains(again, `"writes"`) {
				t.Errorf("installing again writes\n%s", again)
			}
			w.Must(append([]string{"hooks", "uninstall"}, at...)...)
			left, err := os.ReadFile(w.Path(c.file))
			if diff := cmp.Diff(c.before, string(left)); diff != "" || (err == nil) != (c.before != "") {
				t.Errorf("removed, %v (-want +got)\n%s", err, diff)
			}
			if status := w.Must(append([]string{"hooks", "status"}, at...)...).Out; strings.Contains(status, "mcp:") {
				t.Errorf("removed, the status is\n%s", status)
			}
		})
	}
}

// TestAServerIsNotInstalledByHalf refuses before hooks are written.
func TestAServerIsNotInstalledByHalf(t *testing.T) {
	for _, c := range []struct {
		says, kind string
		make       func(*clitest.World)
		args       []string
	}{
		{"an agent without a place for it", "usage", func(*clitest.World) {}, []string{"--agent", "gemini"}},
		{"a scope without a place for it", "usage", func(*clitest.World) {}, []string{"--scope", "local"}},
		{"no projector", "usage", func(w *clitest.World) { w.Env["PATH"] = "" }, nil},
		{"a server of others under its name", "conflict", func(w *clitest.World) {
			w.File("home/.claude.json", `{"mcpServers": {"claw": {"command": "game", "args": []}}}`)
		}, nil},
		{"settings that are no JSON", "parse", func(w *clitest.World) { w.File("home/.claude.json", "{") }, nil},
	} {
		w := withProjector(t)
		c.make(w)
		a := w.Run(append([]string{"hooks", "install", "--mcp", "--yes"}, c.args...)...)
		if a.Code == 0 || !strings.Contains(a.Err, "kind: "+c.kind) {
			t.Errorf("%s: %+v", c.says, a)
		}
		if _, err := os.Stat(w.Path("home/.claude/settings.json")); err == nil {
			t.Errorf("%s: hooks were written", c.says)
		}
	}
}

// TestTheStatusNamesABrokenServer whose program is gone.
func TestTheStatusNamesABrokenServer(t *testing.T) {
	w := withProjector(t)
	w.Must("hooks", "install", "--mcp", "--yes")
	if err := os.Remove(w.Path("bin/projector")); err != nil {
		t.Fatal(err)
	}
	if status := w.Must("hooks", "status").Out; !strings.Contains(status, "mcp: broken in ") {
		t.Errorf("the status is\n%s", status)
	}
}
