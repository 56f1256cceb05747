package store

import (
	"os"

	"github.com/clawable/claw/internal/files"
)

// tryLock takes the lock at path if nobody holds it; nil when somebody does.
//
// Errors: kind policy for a symbolic link; those of the operating system.
func tryLock(path string) (*files.Lock, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&linked != 0 {
		return nil, linkRefused(path)
	}
	return files.TryLockFile(path)
}
