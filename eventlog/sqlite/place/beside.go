package place

import (
	"os"
	"path/filepath"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

// sideFiles are the suffixes of the files that we or SQLite open beside a log.
var sideFiles = []string{"-tick", "-lock", "-wal", "-shm", "-journal", NoteSuffix}

// NoteSuffix is that of the file in which damage is noted.
const NoteSuffix = "-damage"

// RefuseLinks refuses a log with a symbolic link among its side files: they come
// with the folder, which may be a stranger's, and are written without being asked
// for. SQLite puts its own beside what the log's name leads to.
func RefuseLinks(path string) error {
	places := []string{path}
	if led, err := filepath.EvalSymlinks(path); err == nil && led != path {
		places = append(places, led)
	}
	for _, place := range places {
		for _, suffix := range sideFiles {
			if err := refuseLink(place + suffix); err != nil {
				return err
			}
		}
	}
	return nil
}

// refuseLink returns an error of kind policy for a symbolic link.
func refuseLink(path string) error {
	if info, err := os.Lstat(path); err != nil || info.Mode()&(os.ModeSymlink|os.ModeIrregular) == 0 {
		return nil // what else is wrong opening says
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: "open log", Target: path,
		Message: "it is a symbolic link; what is written to a log must stay beside it", Hint: "remove the link"}
}

// RefuseDangling returns an error of kind policy for a symbolic link in the place of
// a log to create: the link is dangling, and was made to lead somewhere.
func RefuseDangling(operation, path string) *domain.Error {
	if !leadsNowhere(path) {
		return nil
	}
	return &domain.Error{Kind: domain.ErrPolicy, Operation: operation, Target: path,
		Message: "it is a symbolic link to a file that is not there", Hint: "remove the link, or name the place that it leads to"}
}

// OpenBeside opens or makes a file that every user of the log may use.
//
// Errors: kind policy for a symbolic link; those of the operating system.
func OpenBeside(path, suffix string) (*os.File, error) {
	if err := refuseLink(path + suffix); err != nil {
		return nil, err
	}
	mode := os.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	return os.OpenFile(path+suffix, os.O_RDWR|os.O_CREATE|files.NoFollow, mode)
}
