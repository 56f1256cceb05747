//go:build !unix

package testrun

import "syscall"

// stackSignal asks for nothing here: it ends the program.
const stackSignal = syscall.SIGKILL
