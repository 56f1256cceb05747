package store

import (
	"errors"
	"fmt"
	"os"
)

// fileLock is an advisory lock between processes; the system drops it when its
// process dies. The file stays.
type fileLock struct{ file *os.File }

// tryLock takes the lock at path if nobody holds it; nil when somebody does.
//
// Errors: kind policy for a symbolic link; those of the operating system.
func tryLock(path string) (*fileLock, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&linked != 0 {
		return nil, linkRefused(path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	held, err := lockFile(f)
	if err != nil || !held {
		return nil, errors.Join(err, f.Close())
	}
	return &fileLock{f}, nil
}

func (l *fileLock) release() error { return l.file.Close() }
