// Package hometest runs the tests of a package with an empty home folder, and fails them when
// something is left there: tests leave nothing in the folders of the user that runs them. It
// is for TestMain only.
package hometest

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Tests is what [testing.M] does.
type Tests interface{ Run() int }

// In returns m as tests that run in a separate home: HOME, the XDG folders and those of
// Windows are new folders, which are removed in the end, and the local time zone is UTC. The go command keeps its settings,
// modules and caches. The exit code is that of m, or 1 when m passes and leaves a file in the
// home.
func In(m Tests) Tests { return guarded{m} }

type guarded struct{ tests Tests }

// Run implements [Tests].
func (g guarded) Run() int {
	home, err := os.MkdirTemp("", "claw-home")
	if err == nil {
		err = moveTo(home)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "make a home for tests:", err)
		return 1
	}
	code := g.tests.Run()
	left, err := leftIn(home)
	if err == nil {
		err = os.RemoveAll(home)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "the home of tests:", err)
		return 1
	case len(left) > 0:
		fmt.Fprintf(os.Stderr, "FAIL: tests left in the home of who runs them:\n\t%s\n", strings.Join(left, "\n\t"))
		return max(code, 1)
	}
	return code
}

// folders are the variables that name a user's folders, and where these are in the home.
var folders = map[string]string{
	"HOME": "", "USERPROFILE": "", "AppData": "AppData", "LocalAppData": "LocalAppData",
	"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_STATE_HOME": ".local/state", "XDG_CACHE_HOME": ".cache",
}

func moveTo(home string) error {
	time.Local = time.UTC
	if err := os.Setenv("TZ", "UTC"); err != nil { // of the programs that tests start
		return err
	}
	names := []string{"GOENV", "GOCACHE", "GOPATH"}
	if values, err := exec.Command("go", append([]string{"env"}, names...)...).Output(); err == nil { // else no test runs go
		for i, value := range strings.Split(strings.TrimSuffix(string(values), "\n"), "\n") {
			if err := os.Setenv(names[i], strings.TrimSpace(value)); err != nil {
				return err
			}
		}
	}
	for name, folder := range folders {
		if err := os.Setenv(name, filepath.Join(home, filepath.FromSlash(folder))); err != nil {
			return err
		}
	}
	return nil
}

// leftIn lists what is in the home, but for what the go command counts about itself there.
func leftIn(home string) (left []string, err error) {
	err = filepath.WalkDir(home, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "telemetry" && filepath.Base(filepath.Dir(path)) == "go":
			return filepath.SkipDir
		case !entry.IsDir():
			left = append(left, strings.TrimPrefix(path, home+string(filepath.Separator)))
		}
		return nil
	})
	return left, err
}
