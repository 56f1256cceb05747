package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/clawable/claw/internal/hometest"
)

// programs are the names by which tests start what testclaw holds.
var programs = []string{"claw", "projector", "nobody", "smalldisk", "ondisk", "reportreader"}

// withPrograms are tests that find their programs in PATH.
type withPrograms struct{ tests hometest.Tests }

// Run implements [hometest.Tests].
func (w withPrograms) Run() int {
	dir, err := os.MkdirTemp("", "claw-programs")
	if err == nil {
		err = makePrograms(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "make the programs of the tests:", err)
		return 1
	}
	code := w.tests.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, "remove the programs of the tests:", err)
		return 1
	}
	return code
}

// makePrograms builds testclaw, under the race detector where the tests run under it, and gives it a
// name a program. Users without rights must be able to run it.
func makePrograms(dir string) error {
	suffix := ""
	if runtime.GOOS == "windows" {
		suffix = ".exe"
	}
	built := filepath.Join(dir, "testclaw"+suffix)
	build := exec.Command("go", append(append([]string{"build", "-ldflags=-s -w"}, raced...), "-o", built, "./testclaw")...) // no debugger reads it
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	for _, name := range programs {
		if err := os.Link(built, filepath.Join(dir, name+suffix)); err != nil {
			return err
		}
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	return os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
}
