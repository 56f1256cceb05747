package files

import (
	"os"
	"path/filepath"
)

// Resolved is path with its links resolved as far as it exists; whole is false when
// a link on the way is dangling, and so could lead anywhere later.
func Resolved(path string) (real string, whole bool) {
	for existing, rest := path, ""; ; {
		if real, err := filepath.EvalSymlinks(existing); err == nil {
			return filepath.Join(real, rest), true
		}
		parent := filepath.Dir(existing)
		info, err := os.Lstat(existing)
		if parent == existing || err == nil && info.Mode()&os.ModeSymlink != 0 {
			return path, false
		}
		existing, rest = parent, filepath.Join(filepath.Base(existing), rest)
	}
}
