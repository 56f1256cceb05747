//go:build !unix

package topcmd

import (
	"errors"
	"os"
	"os/exec"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// become runs a program on the streams of this process, and ends with its exit code. Ctrl-C reaches both.
func become(a *app.App, file string, line []string) error {
	cmd := exec.Command(file, line...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.Env = os.Stdin, os.Stdout, os.Stderr, a.Environ()
	err := cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) {
		a.Code = ended.ExitCode()
		return nil
	}
	return err
}
