package hookcmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestAPersonIsAskedBeforeHooksOfGitAreWritten answers the question on a terminal; with
// --yes, and in a script, there is no question.
func TestAPersonIsAskedBeforeHooksOfGitAreWritten(t *testing.T) {
	for _, row := range []struct {
		answer   string
		terminal bool
		args     []string
		code     int
	}{{"y\n", true, nil, 0}, {"n\n", true, nil, 1}, {"", true, []string{"--yes"}, 0}, {"", false, nil, 0}} {
		w := clitest.New(t)
		w.In = row.answer
		w.Env["CLAW_LOG"] = w.Path("new/log.db")
		w.Tune = func(p *app.Program) { p.InTerminal = row.terminal }
		a := w.Run(append([]string{"ship", "hooks", "install", "yard"}, row.args...)...)
		asked := row.answer != ""
		if a.Code != row.code || asked != strings.Contains(a.Err, "would write "+w.Path("yard/hooks/pre-push")) || asked != strings.Contains(a.Err, "would make the log") {
			t.Errorf("%+v: exit %d, %s", row, a.Code, a.Err)
		}
		for _, name := range []string{"yard/hooks/pre-push", "new/log.db"} {
			if _, err := os.Stat(w.Path(filepath.FromSlash(name))); (err == nil) != (row.code == 0) {
				t.Errorf("%+v: %s is there: %v", row, name, err == nil)
			}
		}
	}
}
