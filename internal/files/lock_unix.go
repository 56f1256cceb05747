//go:build !windows

package files

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Locks are held by the open file, not by the process: two opened files of one process
// exclude each other like two processes. They end with the process.

// NoFollow makes opening a symbolic link fail.
const NoFollow = unix.O_NOFOLLOW

// TryLock reports whether it got the lock on an open file; it does not wait.
func TryLock(f *os.File, exclusive bool) (bool, error) {
	how := unix.LOCK_SH
	if exclusive {
		how = unix.LOCK_EX
	}
	err := flock(f, how|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// WaitLock waits for the exclusive lock on an open file, without a limit.
func WaitLock(f *os.File) error { return flock(f, unix.LOCK_EX) }

// Unlock gives back the lock on an open file.
func Unlock(f *os.File) error { return flock(f, unix.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if !errors.Is(err, unix.EINTR) {
			if err != nil {
				return &os.PathError{Op: "flock", Path: f.Name(), Err: err}
			}
			return nil
		}
	}
}
