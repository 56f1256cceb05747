package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/internal/files"
)

// scratchDir is a folder beside the place of a log, in which the log is made until it is complete:
//
//	NAME.claw-new-RANDOM/log    the file, with what SQLite puts beside it
//	NAME.claw-new-RANDOM/.lock  locked as long as its maker lives
//
// Many make logs in the same folder at once, each in a folder of its own. What a process leaves
// that is killed, the next one to make a log in the folder removes.
type scratchDir struct {
	folder string
	lock   *os.File
}

const (
	scratchInfix = ".claw-new-"
	scratchLock  = ".lock"
	scratchFile  = "log"
	// longestName is how much of the log's name the folder's has, in bytes: names have bounds.
	longestName = 200
	// scratchTries bounds how often one is made that another process took for an empty one.
	scratchTries = 10
)

// newScratchDir makes a scratch folder for the log at path, after it removed those whose makers are gone.
func newScratchDir(path string) (*scratchDir, error) {
	clearScratchDirs(filepath.Dir(path))
	removeOlder(path)
	for try := 1; ; try++ {
		r, err := makeScratchDir(path)
		if err == nil || try == scratchTries || !errors.Is(err, os.ErrNotExist) {
			return r, err
		}
	}
}

func makeScratchDir(path string) (*scratchDir, error) {
	dir, name := filepath.Split(path)
	name = strings.ToValidUTF8(name[:min(len(name), longestName)], "")
	folder, err := os.MkdirTemp(filepath.Clean(dir), name+scratchInfix)
	if err != nil {
		return nil, err
	}
	r := &scratchDir{folder: folder}
	if r.lock, err = os.OpenFile(r.at(scratchLock), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, errors.Join(err, ignoreMissing(os.Remove(folder)))
	}
	held, err := files.TryLock(r.lock, true)
	if err == nil && (!held || !r.stands()) {
		err = fmt.Errorf("make %s: %w", folder, os.ErrNotExist)
	}
	if err != nil {
		return nil, errors.Join(err, r.lock.Close())
	}
	return r, nil
}

// stands reports whether the lock is that of the folder, which nobody removed meanwhile.
func (r *scratchDir) stands() bool {
	ours, err := r.lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(r.at(scratchLock))
	return err == nil && os.SameFile(ours, there)
}

func (r *scratchDir) at(name string) string { return filepath.Join(r.folder, name) }

// file is where the log is made.
func (r *scratchDir) file() string { return r.at(scratchFile) }

// leave removes the folder with what is in it.
func (r *scratchDir) leave() error {
	removeDatabase(r.file())
	return errors.Join(r.lock.Close(), ignoreMissing(os.Remove(r.at(scratchLock))), ignoreMissing(os.Remove(r.folder)))
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// clearScratchDirs removes the scratch folders in a folder whose makers are gone. One that cannot be removed
// stays: it is in nobody's way.
func clearScratchDirs(dir string) {
	entries, _ := os.ReadDir(dir) // where it cannot be read, making a folder says why, or works
	for _, e := range entries {
		if e.IsDir() && strings.Contains(e.Name(), scratchInfix) {
			clearScratchDir(filepath.Join(dir, e.Name()))
		}
	}
}

func clearScratchDir(folder string) {
	r := &scratchDir{folder: folder}
	var err error
	if r.lock, err = os.OpenFile(r.at(scratchLock), os.O_RDWR|files.NoFollow, 0); err != nil {
		_ = os.Remove(folder) // removes an empty one; its maker makes another
		return
	}
	if held, err := files.TryLock(r.lock, true); err != nil || !held {
		_ = r.lock.Close() // somebody is in it
		return
	}
	_ = r.leave()
}

// removeOlder removes what a claw left that made logs in PATH-new and was killed. A file there
// that is no log is somebody else's.
func removeOlder(path string) {
	if older := path + "-new"; checkFile(older) == nil {
		removeDatabase(older)
	}
}
