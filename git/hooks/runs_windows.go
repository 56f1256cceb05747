package githooks

import "os"

// runs reports whether a file is there: git for Windows asks for no more.
func runs(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular()
}
