//go:build unix

package testrun

import "syscall"

// stackSignal asks a program of Go, and a Java machine, for the stacks of its threads.
const stackSignal = syscall.SIGQUIT
