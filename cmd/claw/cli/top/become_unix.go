//go:build unix

package topcmd

import (
	"syscall"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// become replaces this process by a program, which has its terminal, its signals and its exit code.
func become(a *app.App, file string, line []string) error {
	return syscall.Exec(file, append([]string{file}, line...), a.Environ())
}
