package logcmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestWhatExcludeLeavesOutIsSaid imports a folder without some of what is in it.
func TestWhatExcludeLeavesOutIsSaid(t *testing.T) {
	for name, test := range map[string]struct {
		line string
		want []string // warnings, else what the error says
	}{
		"nothing excluded":      {"", nil},
		"a file and a folder":   {"--exclude inline* --exclude deep", []string{"files and folders left out by --exclude: 2"}},
		"nothing has that name": {"--exclude *.bak", []string{"--exclude *.bak: nothing in the folders matches it"}},
		"everything":            {"--exclude *.jsonl", []string{"no recorded session was found; --exclude left out 3"}},
		"another agent's":       {"--from codex", []string{"no recorded session was found; 3 files passed over, no recordings of codex"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			for to, from := range map[string]string{"session": "session", "inline": "inline", "deep/subagent": "subagent"} {
				b, err := os.ReadFile(filepath.Join(clitest.InRepository("fixtures"), "claude-code", from+".jsonl"))
				if err != nil {
					t.Fatal(err)
				}
				w.File("recordings/"+to+".jsonl", string(b))
			}
			a := w.Run(append([]string{"import", "recordings", "--dry-run"}, strings.Fields(test.line)...)...)
			var said []string
			for line := range strings.Lines(a.Err) {
				for _, mark := range []string{"warning: ", "error: import: "} {
					if text, ok := strings.CutPrefix(line, mark); ok {
						said = append(said, strings.TrimSuffix(text, "\n"))
					}
				}
			}
			if diff := cmp.Diff(test.want, said); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}
