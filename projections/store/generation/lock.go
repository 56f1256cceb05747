package generation

import (
	"os"

	"github.com/clawable/claw/internal/files"
)

// TryLock takes the lock at path if it is free; nil when another process holds
// it.
//
// Errors: kind policy for a symbolic link; those of the operating system.
func TryLock(path string) (*files.Lock, error) {
	if info, err := os.Lstat(path); err == nil && info.Mode()&Linked != 0 {
		return nil, LinkRefused(path)
	}
	return files.TryLockFile(path)
}
