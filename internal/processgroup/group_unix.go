//go:build unix

package processgroup

import (
	"os/exec"
	"syscall"
)

// Own makes a command that was not started yet start in its own group.
func Own(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Signal sends a signal to all processes of the group of a command that was started with [Own]. A
// group that is gone needs none.
func Signal(cmd *exec.Cmd, s syscall.Signal) { _ = syscall.Kill(-cmd.Process.Pid, s) }
