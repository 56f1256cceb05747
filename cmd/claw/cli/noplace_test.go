package cli_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// noPlaces are places where no log can be, by what they are; each is made in a world.
var noPlaces = map[string]func(w *clitest.World) (path string){
	"a folder": func(w *clitest.World) string { w.Folder("runs"); return w.Path("runs") },
	"below a file": func(w *clitest.World) string {
		w.File("notes", "x\n")
		return w.Path("notes/log.db")
	},
	"far below a file": func(w *clitest.World) string {
		w.File("notes", "x\n")
		return w.Path("notes/a/log.db")
	},
	"a link to nothing":           func(w *clitest.World) string { return w.Symlink("nothing", "link") },
	"below a link to nothing":     func(w *clitest.World) string { return filepath.Join(w.Symlink("nothing", "link"), "log.db") },
	"far below a link to nothing": func(w *clitest.World) string { return filepath.Join(w.Symlink("nothing", "link"), "a", "log.db") },
	"a link to itself":            func(w *clitest.World) string { return w.Symlink("link", "link") },
	"below a link to itself":      func(w *clitest.World) string { return filepath.Join(w.Symlink("link", "link"), "log.db") },
}

// TestAPlaceThatCanHoldNoLogIsToldAsThat asks every verb for a log in such a place: none says
// that there is no log yet, nor how to make one there, which cannot be done.
func TestAPlaceThatCanHoldNoLogIsToldAsThat(t *testing.T) {
	for says, make := range noPlaces {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := clitest.New(t)
			w.Env["CLAW_LOG"] = make(w)
			for verb := range good {
				args := commandLine(verb)
				if verb == "claw log restore" {
					args = []string{"log", "restore", "whole.jsonl"}
				}
				a := w.Run(append([]string{"--json"}, args...)...)
				for _, wrong := range []string{"no log yet", "no log here", "or claw init makes it", "make one"} {
					if told := a.Out + a.Err; strings.Contains(told, wrong) {
						t.Errorf("%s says %q: %s", verb, wrong, told)
					}
				}
				all := clitest.Documents(t, a.Out)
				e, _ := all[len(all)-1]["error"].(map[string]any)
				if a.Code != 0 && e != nil && e["kind"] != "filesystem" && e["kind"] != "policy" || a.Code == 0 && slices.Contains(writing, verb) {
					t.Errorf("%s: exit %d, %v", verb, a.Code, e)
				}
			}
		})
	}
}
