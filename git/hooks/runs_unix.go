//go:build unix

package githooks

import "os"

// runs reports whether a file exists and is executable.
func runs(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
