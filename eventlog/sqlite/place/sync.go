package place

import (
	"os"
	"runtime"
)

// SyncFile makes the content of a file, or the entries of a folder, durable.
func SyncFile(path string) error {
	if runtime.GOOS == "windows" {
		return nil // its own journal keeps the order of renames; SQLite synced the content
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}
