package logcmd_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// ofOthers is the agent of each format of a manifest; "" is an agent that claw does not read.
var ofOthers = map[string]string{"claude-code": "claude-code", "claude-stream": "claude-stream", "copilot-cli": "copilot-cli", "copilot-stream": "copilot-cli", // it says nothing
	"opencode": "opencode", "kilo": "kilo", "qwen": "", "qwen-stream": "", "factory-droid": "", "droid-stream": "", "cline": "", "cline-cli": "",
	"cline-stream": "", "kimi": "", "kimi-stream": "", "continue": "", "pi": "", "pi-stream": "", "kilo-stream": "", "opencode-stream": "",
	"vscode-chat": "", "specstory": "", "crush": "", "cursor-vscdb": "", "cursor-acp-log": "", "cursor-transcript": "", "antigravity": "",
	"beads": "", "acp-traffic": ""}

// TestARecordingOfAnotherAgentIsNotTakenForOne shows recordings of agents that claw does not
// read, and of those from which they grew, to every reader.
func TestARecordingOfAnotherAgentIsNotTakenForOne(t *testing.T) {
	root := clitest.InRepository("../shared/data2")
	text, err := os.ReadFile(filepath.Join(root, "manifest.json"))
	if os.IsNotExist(err) {
		t.Skip("no recordings beside the repository; the tests of each reader's Sniff hold the same")
	}
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ File, Fmt string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, row := range rows {
		want, known := ofOthers[row.Fmt]
		if !known {
			continue // the collection grew by a format about which nothing is said here
		}
		seen[row.Fmt] = true
		name := filepath.Join(root, filepath.FromSlash(row.File))
		if strings.HasSuffix(name, ".yaml") || strings.HasSuffix(name, ".meta.json") { // files beside recordings
			want = ""
		}
		if got := claimed(t, name); got != want {
			t.Errorf("%s (%s) is taken for %q, want %q", row.File, row.Fmt, got, want)
		}
	}
	for format := range ofOthers {
		if !seen[format] {
			t.Errorf("the manifest has no %s", format)
		}
	}
}
