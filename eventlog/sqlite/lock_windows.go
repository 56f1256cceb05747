package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFar is where the locked byte stands: locks keep others from reading what
// they cover, and nothing is ever written there.
const lockFar = 1 << 30

// noFollow is nothing: here refuseLink alone keeps links from being followed.
const noFollow = 0

// tryLock reports whether it got the lock; it does not wait.
func tryLock(f *os.File, exclusive bool) (bool, error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := lockFile(f, flags)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

// waitLock waits for the exclusive lock, for ever if need be.
func waitLock(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockFar})
}

func lockFile(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: lockFar})
}

func mayRead(path string) error { return mayOpen(path, os.O_RDONLY) }

func mayWrite(path string) error { return mayOpen(path, os.O_RDWR) }

// mayMake asks nothing: whether a file may be made in a folder only making one tells here.
func mayMake(string) error { return nil }

func mayOpen(path string, flag int) error {
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return err
	}
	return f.Close()
}
