package hookcmd_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestUninstallTakesOutWhatEarlierInstallationsWrote installs over a hook of claw in
// settings that were changed after claw wrote them.
func TestUninstallTakesOutWhatEarlierInstallationsWrote(t *testing.T) {
	const file = "home/.claude/settings.json"
	for says, row := range map[string]struct {
		change func(w *clitest.World)
		want   string // "" for no file
	}{
		"another member was added": {func(w *clitest.World) { w.Edit(file, "{\n  \"hooks\"", "{\n  \"model\": \"opus\",\n  \"hooks\"") }, "{\n  \"model\": \"opus\"\n}\n"},
		"it was laid out anew":     {func(w *clitest.World) { w.Edit(file, "  ", " ") }, ""},
		"claw's notes are lost":    {func(w *clitest.World) { _ = os.RemoveAll(w.Path("home/.local/state")) }, "{}\n"},
	} {
		w := clitest.Empty(t)
		w.Must("hooks", "install", "--yes")
		row.change(w)
		w.Must("hooks", "install", "--enforce", "--yes")
		if a := w.Must("hooks", "uninstall"); !strings.Contains(a.Out, "absent") {
			t.Errorf("%s: %s", says, a.Out)
		}
		if text, _ := os.ReadFile(w.Path(file)); string(text) != row.want {
			t.Errorf("%s: %q, want %q", says, text, row.want)
		}
	}
}

// TestSettingsStayWhereNoNoteOfThemCanBeKept has a home that is a file.
func TestSettingsStayWhereNoNoteOfThemCanBeKept(t *testing.T) {
	w := clitest.Empty(t)
	w.Must("init", "--user")
	w.File("nobody", "")
	w.Env["CLAW_LOG"] = w.Path("log.db")
	w.Must("log", "append", w.DraftFile())
	homeless(w, w.Path("nobody"), time.Minute)
	if a := w.Run("hooks", "install", "--scope", "project", "--yes"); a.Code != 1 {
		t.Errorf("exit %d, %s", a.Code, a.Err)
	}
	if _, err := os.Stat(w.Path(".claude/settings.json")); err == nil {
		t.Error("the settings are written, and the answer is an error")
	}
}
