package githooks

import "os"

// runs reports whether a file exists: git for Windows requires no more.
func runs(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}
