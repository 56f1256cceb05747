package files

import (
	"errors"
	"fmt"
	"os"
)

// Lock is a held lock file. It ends with the process at the latest.
type Lock struct{ file *os.File }

// TryLockFile makes the file at path where it is missing and locks it, without waiting. It
// does not follow a symbolic link. It returns nil where another holder has the lock.
func TryLockFile(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|NoFollow, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	held, err := TryLock(f, true)
	if err != nil || !held {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// Release gives the lock back. The file stays, for the next holder.
func (l *Lock) Release() error { return l.file.Close() }
