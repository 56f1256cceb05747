package clitest_test

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// contents are the files of a world with what they hold, and its folders, each with its mode.
func contents(t *testing.T, w *clitest.World) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(filepath.Dir(w.Dir), func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		all[name] = info.Mode().String()
		if info.Mode().IsRegular() {
			all[name] += " " + clitest.Read(t, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAWorldOfAnotherTestIsAsNew changes a world in each way that there is, and looks at the
// world that the next test gets, which is in the same folder.
func TestAWorldOfAnotherTestIsAsNew(t *testing.T) {
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	var dir string
	var want map[string]string
	t.Run("as made", func(t *testing.T) {
		w := clitest.New(t)
		dir, want = w.Dir, contents(t, w)
		if len(want) < 50 || want[w.Log()] == "" {
			t.Errorf("a new world holds %d files and folders", len(want))
		}
	})
	for says, change := range map[string]func(w *clitest.World){
		"nothing":                       func(*clitest.World) {},
		"the log goes on":               func(w *clitest.World) { w.Must("lane", "close", clitest.ContestedLane, "--reason", "seen") },
		"a file of the same size":       func(w *clitest.World) { w.Edit("policy.toml", "allow", "wolla") },
		"a file is gone":                func(w *clitest.World) { check(os.Remove(w.Path("alice.key"))) },
		"a folder is gone":              func(w *clitest.World) { check(os.RemoveAll(w.Path("home"))) },
		"a file more":                   func(w *clitest.World) { w.File("yard/hooks/pre-push", "#!/bin/sh\n") },
		"a file beside the world":       func(w *clitest.World) { w.File("../shared.db", "x") },
		"a link in the place of a file": func(w *clitest.World) { check(os.Remove(w.Path("p.diff"))); w.Symlink("run.jsonl", "p.diff") },
		"a folder for a file":           func(w *clitest.World) { check(os.Remove(w.Path("p.diff"))); w.File("p.diff/x", "x") },
		"a file for a folder":           func(w *clitest.World) { check(os.RemoveAll(w.Path("theirs"))); w.File("theirs", "x") },
		"other modes": func(w *clitest.World) {
			check(os.Chmod(w.Path("alice.key"), 0o644))
			check(os.Chmod(w.Path("mine"), 0o500))
		},
	} {
		t.Run(says, func(t *testing.T) {
			w := clitest.New(t)
			change(w)
			if says != "nothing" && maps.Equal(want, contents(t, w)) {
				t.Error("the world is as it was")
			}
		})
		t.Run("after it", func(t *testing.T) {
			w := clitest.New(t)
			if w.Dir != dir {
				t.Errorf("a world in %s, want the one in %s", w.Dir, dir)
			}
			if diff := cmp.Diff(want, contents(t, w)); diff != "" {
				t.Errorf("after %s (-want +got)\n%.2000s", says, diff)
			}
		})
	}
}
