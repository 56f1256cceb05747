package logcmd_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// accounts is the source of the recordings made for claw, by the beginnings of their paths;
// "" is none.
var accounts = []struct{ begins, source string }{
	{"claude/hooks-", "claude-hooks"},
	{"claude/permission-matrix.json", ""}, // a table of decisions: the policy's tests read it
	{"claude/stream-json-", "claude-stream"},
	{"codex/appserver-rpc.jsonl", "codex-app-server"},
	{"codex/exec-", "codex-exec"},
	{"codex/login/", ""},
	{"codex/mcp-client-traffic.jsonl", ""},
	{"codex/rollouts/", "codex"},
}

// TestEveryAccountOfARecordedFileIsTrue shows each file that an account names to every reader, as an import does.
func TestEveryAccountOfARecordedFileIsTrue(t *testing.T) {
	root := clitest.InRepository("../shared/data/recorded")
	if _, err := os.Stat(root); err != nil {
		t.Skip("the shared recordings are not beside the repository; TestAFixtureIsOneAgents holds the same on fixtures")
	}
	seen := map[string]bool{} // beginnings
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		for _, a := range accounts {
			if strings.HasPrefix(rel, a.begins) {
				if got := claimed(t, name); got != a.source {
					t.Errorf("%s is taken for %q, want %q", rel, got, a.source)
				}
				seen[a.begins] = true
				return nil
			}
		}
		return nil // the recordings grew by one of which no account says anything
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range accounts {
		if !seen[a.begins] {
			t.Errorf("there is no recording %s…", a.begins)
		}
	}
}
