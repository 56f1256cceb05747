//go:build !unix

package testrun

import (
	"os/exec"
	"syscall"
)

// stackSignal asks for nothing here: it ends the program.
const stackSignal = syscall.SIGKILL

func inGroup(*exec.Cmd) {}

// signalGroup ends the program: there is no other signal.
func signalGroup(cmd *exec.Cmd, _ syscall.Signal) {
	_ = cmd.Process.Kill() // a process that is gone needs no signal
}
