//go:build !windows

package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Locks are held by the open file, not by the process: two logs of one process
// exclude each other like two processes. They end with the process.

// noFollow makes opening a symbolic link fail.
const noFollow = unix.O_NOFOLLOW

// tryLock reports whether it got the lock; it does not wait.
func tryLock(f *os.File, exclusive bool) (bool, error) {
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

// waitLock waits for the exclusive lock, for ever if need be.
func waitLock(f *os.File) error { return flock(f, unix.LOCK_EX) }

func unlock(f *os.File) error { return flock(f, unix.LOCK_UN) }

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

// mayRead and mayWrite ask without opening: closing a file that a connection of
// this process has open would end the connection's locks.
func mayRead(path string) error  { return access(path, unix.R_OK) }
func mayWrite(path string) error { return access(path, unix.W_OK) }

// mayMake asks whether a file may be made in a folder.
func mayMake(dir string) error { return access(dir, unix.W_OK|unix.X_OK) }

func access(path string, mode uint32) error {
	if err := unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS); err != nil {
		return &os.PathError{Op: "access", Path: path, Err: err}
	}
	return nil
}
