//go:build unix

package handover

import (
	"syscall"

	"github.com/clawable/claw/cmd/claw/cli/app"
)

// replace replaces this process: terminal, signals and exit code are those of the other program.
func replace(a *app.App, path string, argv []string) error {
	return syscall.Exec(path, argv, a.Environ())
}
