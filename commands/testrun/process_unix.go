//go:build unix

package testrun

import (
	"os/exec"
	"syscall"
)

// stackSignal asks a program of Go, and a Java machine, for the stacks of its threads.
const stackSignal = syscall.SIGQUIT

// inGroup has the process start in a group of its own.
func inGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// signalGroup sends a signal to all processes of the group.
func signalGroup(cmd *exec.Cmd, s syscall.Signal) {
	_ = syscall.Kill(-cmd.Process.Pid, s) // a group that is gone needs no signal
}
