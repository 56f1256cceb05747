//go:build !unix

package handover

import (
	"errors"
	"os"
	"os/exec"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// replace runs another program in place of the verb, with the streams of this process. An interrupt of the
// console reaches both.
func replace(a *app.App, path string, argv []string) error {
	cmd := &exec.Cmd{Path: path, Args: argv, Env: a.Environ(), Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		a.Code = exit.ExitCode()
		return nil
	}
	return err
}
