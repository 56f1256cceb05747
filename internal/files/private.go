package files

import (
	"os"
	"path/filepath"
)

// CreatePrivate makes an empty file that only its owner can read, and the folders that lead to it, unless
// the file exists; then its content is kept.
//
// Errors: those of the operating system.
func CreatePrivate(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}
