package cli_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli"
)

// TestAHookIsNotInstalledThatWouldNotBeKnown runs claw under another name: what it wrote
// could neither be told nor be taken out again.
func TestAHookIsNotInstalledThatWouldNotBeKnown(t *testing.T) {
	for _, agent := range []string{"claude-code", "codex", "gemini", "opencode"} {
		w := newWorld(t)
		w.tune = func(p *cli.Program) { p.Self = "/opt/tools/ledger" }
		if a := w.run("hooks", "install", "--agent", agent); a.Code != 2 || !strings.Contains(a.Err, "/opt/tools/ledger") {
			t.Errorf("%s: exit %d, %s", agent, a.Code, a.Err)
		}
		w.tune = nil
		if a := w.must("hooks", "status", "--agent", agent); !strings.Contains(a.Out, "absent") {
			t.Errorf("%s: %s", agent, a.Out)
		}
	}
}
