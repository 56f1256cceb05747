package logcmd_test

import (
	"os"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestWithoutGitNoRepositoryIsRead takes git out of PATH.
func TestWithoutGitNoRepositoryIsRead(t *testing.T) {
	w := clitest.New(t)
	w.Env["PATH"] = w.Path("nothing") + string(os.PathListSeparator) + "."
	a := w.Run("import", "--from", "git", ".", "--json")
	if a.Code != 6 || !strings.Contains(a.Out, `"kind": "unavailable"`) || !strings.Contains(a.Out, "no git program is installed") {
		t.Errorf("exit %d: %s", a.Code, a.Out)
	}
}
