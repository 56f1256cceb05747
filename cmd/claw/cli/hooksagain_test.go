package cli_test

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestUninstallTakesOutWhatEarlierInstallationsWrote installs over a hook of claw's that
// stands in settings which are not as claw left them.
func TestUninstallTakesOutWhatEarlierInstallationsWrote(t *testing.T) {
	const file = "home/.claude/settings.json"
	for says, row := range map[string]struct {
		change func(w *world)
		want   string // "" for no file
	}{
		"another member was added": {func(w *world) { w.edit(file, "{\n  \"hooks\"", "{\n  \"model\": \"opus\",\n  \"hooks\"") }, "{\n  \"model\": \"opus\"\n}\n"},
		"it was laid out anew":     {func(w *world) { w.edit(file, "  ", " ") }, ""},
		"claw's notes are lost":    {func(w *world) { _ = os.RemoveAll(w.path("home/.local/state")) }, "{}\n"},
	} {
		w := emptyWorld(t)
		w.must("hooks", "install", "--yes")
		row.change(w)
		w.must("hooks", "install", "--enforce", "--yes")
		if a := w.must("hooks", "uninstall"); !strings.Contains(a.Out, "absent") {
			t.Errorf("%s: %s", says, a.Out)
		}
		if text, _ := os.ReadFile(w.path(file)); string(text) != row.want {
			t.Errorf("%s: %q, want %q", says, text, row.want)
		}
	}
}

// TestSettingsStayWhereNoNoteOfThemCanBeKept has a home that is a file.
func TestSettingsStayWhereNoNoteOfThemCanBeKept(t *testing.T) {
	w := emptyWorld(t)
	w.must("init", "--user")
	w.file("nobody", "")
	w.env["CLAW_LOG"] = w.path("log.db")
	w.must("log", "append", w.draftFile())
	w.homeless(w.path("nobody"), time.Minute)
	if a := w.run("hooks", "install", "--scope", "project", "--yes"); a.Code != 1 {
		t.Errorf("exit %d, %s", a.Code, a.Err)
	}
	if _, err := os.Stat(w.path(".claude/settings.json")); err == nil {
		t.Error("the settings are written, and the answer is an error")
	}
}
