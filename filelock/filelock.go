// Package filelock excludes processes from each other by an advisory lock on a file.
//
// It never removes the file, and never waits.
package filelock

import (
	"errors"
	"fmt"
	"os"
)

// Lock is a lock that is held. The system drops it when its process dies.
type Lock struct{ file *os.File }

// Try takes the lock at path, a file that is made when it is not there, if nobody holds
// it; nil when somebody does, be it in this process.
//
// Errors: those of the operating system; a symbolic link is not followed.
func Try(path string) (*Lock, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|NoFollow, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open lock file: %w", err)
	}
	held, err := lockFile(f)
	if err != nil || !held {
		return nil, errors.Join(err, f.Close())
	}
	return &Lock{f}, nil
}

// Release gives the lock back.
func (l *Lock) Release() error { return l.file.Close() }
