//go:build unix

package top

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// stopGrace is how long a stop may take to have an effect.
const stopGrace = 200 * time.Millisecond

// stop stops the processes of the shell's job, as Ctrl-Z does outside of the screen, and returns when they
// continue. Where no shell could continue them, the system ignores the signal, and stop returns.
func stop() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopGrace):
	}
}
