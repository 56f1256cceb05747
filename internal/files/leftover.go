package files

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// abandoned is how long a temporary file is being written at the most.
const abandoned = time.Hour

// Clear removes the files of a folder whose names are prefix and digits, as [os.CreateTemp] makes
// them, and that were not written to for an hour. A file that cannot be removed stays: it does no harm.
func Clear(folder, prefix string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, e := range entries {
		digits, ours := strings.CutPrefix(e.Name(), prefix)
		if !ours || digits == "" || strings.Trim(digits, "0123456789") != "" || !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > abandoned {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
