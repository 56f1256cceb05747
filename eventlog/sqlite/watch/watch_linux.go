package watch

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

const (
	// pollEvery bounds how late a follower sees a commit whose tick was lost.
	pollEvery = 250 * time.Millisecond
	// pollBlind is for a system that gives us no watch.
	pollBlind = 25 * time.Millisecond
)

// watchTicks gives a tick for each change of the file, several changes in a row
// perhaps one; every says how often to look besides.
func watchTicks(path string) (ticks <-chan struct{}, every time.Duration, stop func()) {
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		return nil, pollBlind, func() {}
	}
	f := os.NewFile(uintptr(fd), "inotify") // non-blocking: reading can be ended by closing
	if _, err := unix.InotifyAddWatch(fd, path, unix.IN_MODIFY); err != nil {
		_ = f.Close()
		return nil, pollBlind, func() {}
	}
	changes, ended := make(chan struct{}, 1), make(chan struct{})
	go func() {
		defer close(ended)
		var buf [4096]byte
		for {
			if _, err := f.Read(buf[:]); err != nil {
				return
			}
			select {
			case changes <- struct{}{}:
			default:
			}
		}
	}()
	return changes, pollEvery, func() {
		_ = f.Close()
		<-ended
	}
}
