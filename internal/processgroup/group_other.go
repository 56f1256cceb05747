//go:build !unix

package processgroup

import (
	"os/exec"
	"syscall"
)

// Own does nothing here: there are no process groups.
func Own(*exec.Cmd) {}

// Signal ends the program, whatever the signal: there is no other.
func Signal(cmd *exec.Cmd, _ syscall.Signal) { _ = cmd.Process.Kill() }
