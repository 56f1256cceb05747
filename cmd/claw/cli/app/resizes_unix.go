//go:build unix

package app

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// resizes reports every new size of the terminal until ctx ends.
func resizes(ctx context.Context) <-chan struct{} {
	signals, told := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGWINCH)
	go func() {
		defer signal.Stop(signals)
		for {
			select {
			case <-ctx.Done():
				return
			case <-signals:
			}
			select {
			case <-ctx.Done():
				return
			case told <- struct{}{}:
			}
		}
	}()
	return told
}
