package gitexec

import (
	"os/exec"
	"path/filepath"
)

// lookup returns the git program in the folders of a PATH. A folder that is not absolute
// is passed over: it would be another one wherever claw is called.
func lookup(folders string) (string, error) {
	for _, folder := range filepath.SplitList(folders) {
		if !filepath.IsAbs(folder) {
			continue
		}
		if found, err := exec.LookPath(filepath.Join(folder, "git")); err == nil {
			return found, nil
		}
	}
	return "", exec.ErrNotFound
}
