package cli_test

import (
	"os"
	"strings"
	"testing"
)

// TestWithoutGitNoRepositoryIsRead takes git out of PATH.
func TestWithoutGitNoRepositoryIsRead(t *testing.T) {
	w := newWorld(t)
	w.env["PATH"] = w.path("nothing") + string(os.PathListSeparator) + "."
	a := w.run("import", "--from", "git", ".", "--json")
	if a.Code != 6 || !strings.Contains(a.Out, `"kind": "unavailable"`) || !strings.Contains(a.Out, "no git program is installed") {
		t.Errorf("exit %d: %s", a.Code, a.Out)
	}
}
