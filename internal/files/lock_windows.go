package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockFar is the offset of the locked byte: a lock keeps others from reading the bytes that
// it covers, and nothing is ever written there.
const lockFar = 1 << 30

// NoFollow does nothing on Windows: a caller that must not follow a link checks the name itself.
const NoFollow = 0

// TryLock reports whether it got the lock on an open file; it does not wait.
func TryLock(f *os.File, exclusive bool) (bool, error) {
	flags := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		flags |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := lock(f, flags)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

// WaitLock waits for the exclusive lock on an open file, without a limit.
func WaitLock(f *os.File) error { return lock(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// Unlock gives back the lock on an open file.
func Unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockFar})
}

func lock(f *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: lockFar})
}
