package cli_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// noPlaces are places where no log can be, by what they are; each is made in a world.
var noPlaces = map[string]func(w *world) (path string){
	"a folder": func(w *world) string { w.folder("runs"); return w.path("runs") },
	"below a file": func(w *world) string {
		w.file("notes", "x\n")
		return w.path("notes/log.db")
	},
	"far below a file": func(w *world) string {
		w.file("notes", "x\n")
		return w.path("notes/a/log.db")
	},
	"a link to nothing":           func(w *world) string { return w.symlink("nothing", "link") },
	"below a link to nothing":     func(w *world) string { return filepath.Join(w.symlink("nothing", "link"), "log.db") },
	"far below a link to nothing": func(w *world) string { return filepath.Join(w.symlink("nothing", "link"), "a", "log.db") },
	"a link to itself":            func(w *world) string { return w.symlink("link", "link") },
	"below a link to itself":      func(w *world) string { return filepath.Join(w.symlink("link", "link"), "log.db") },
}

func (w *world) symlink(to, name string) string {
	if err := os.Symlink(to, w.path(name)); err != nil {
		w.t.Skip(err)
	}
	return w.path(name)
}

// TestAPlaceThatCanHoldNoLogIsToldAsThat asks every verb for a log in such a place: none says
// that there is no log yet, nor how to make one there, which cannot be done.
func TestAPlaceThatCanHoldNoLogIsToldAsThat(t *testing.T) {
	for says, make := range noPlaces {
		t.Run(says, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.env["CLAW_LOG"] = make(w)
			for verb := range good {
				args := commandLine(verb)
				if verb == "claw log restore" {
					args = []string{"log", "restore", "whole.jsonl"}
				}
				a := w.run(append(args, "--json")...)
				for _, wrong := range []string{"no log yet", "no log here", "or claw init makes it", "make one"} {
					if told := a.Out + a.Err; strings.Contains(told, wrong) {
						t.Errorf("%s says %q: %s", verb, wrong, told)
					}
				}
				all := documents(t, a.Out)
				e, _ := all[len(all)-1]["error"].(map[string]any)
				if a.Code != 0 && e != nil && e["kind"] != "filesystem" && e["kind"] != "policy" || a.Code == 0 && slices.Contains(writing, verb) {
					t.Errorf("%s: exit %d, %v", verb, a.Code, e)
				}
			}
		})
	}
}
