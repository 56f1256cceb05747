package scratch

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/internal/files"
)

// Dir is a folder beside the place of a log, in which the log is made until it is complete:
//
//	NAME.claw-new-RANDOM/log    the file, with what SQLite puts beside it
//	NAME.claw-new-RANDOM/.lock  locked as long as its maker lives
//
// Many make logs in the same folder at once, each in a separate folder. What a process leaves
// that is killed, the next one to make a log in the folder removes.
type Dir struct {
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

// New makes a scratch folder for the log at path, after it removed those whose makers are gone.
func New(path string) (*Dir, error) {
	clearScratchDirs(filepath.Dir(path))
	removeOlder(path)
	for try := 1; ; try++ {
		r, err := makeScratchDir(path)
		if err == nil || try == scratchTries || !errors.Is(err, os.ErrNotExist) {
			return r, err
		}
	}
}

func makeScratchDir(path string) (*Dir, error) {
	dir, name := filepath.Split(path)
	name = strings.ToValidUTF8(name[:min(len(name), longestName)], "")
	folder, err := os.MkdirTemp(filepath.Clean(dir), name+scratchInfix)
	if err != nil {
		return nil, err
	}
	r := &Dir{folder: folder}
	if r.lock, err = os.OpenFile(r.at(scratchLock), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return nil, errors.Join(err, fault.IgnoreMissing(os.Remove(folder)))
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

// stands reports whether the lock file is still the one in the folder: no process has removed the folder meanwhile.
func (r *Dir) stands() bool {
	ours, err := r.lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(r.at(scratchLock))
	return err == nil && os.SameFile(ours, there)
}

func (r *Dir) at(name string) string { return filepath.Join(r.folder, name) }

// file is where the log is made.
func (r *Dir) file() string { return r.at(scratchFile) }

// MakeFile makes the file, which is empty, of its owner's, and returns its path.
func (r *Dir) MakeFile() (path string, err error) {
	f, err := os.OpenFile(r.file(), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	return r.file(), f.Close()
}

// Leave removes the folder with what is in it.
func (r *Dir) Leave() error {
	removeDatabase(r.file())
	return errors.Join(r.lock.Close(), fault.IgnoreMissing(os.Remove(r.at(scratchLock))), fault.IgnoreMissing(os.Remove(r.folder)))
}

// clearScratchDirs removes the scratch folders in a folder whose processes are gone. One that cannot be
// removed stays: it does no harm.
func clearScratchDirs(dir string) {
	entries, _ := os.ReadDir(dir) // where it cannot be read, making a folder reports why, or works
	for _, e := range entries {
		if e.IsDir() && strings.Contains(e.Name(), scratchInfix) {
			clearScratchDir(filepath.Join(dir, e.Name()))
		}
	}
}

func clearScratchDir(folder string) {
	r := &Dir{folder: folder}
	var err error
	if r.lock, err = os.OpenFile(r.at(scratchLock), os.O_RDWR|files.NoFollow, 0); err != nil {
		_ = os.Remove(folder) // removes an empty one; its maker makes another
		return
	}
	if held, err := files.TryLock(r.lock, true); err != nil || !held {
		_ = r.lock.Close() // a process is using it
		return
	}
	_ = r.Leave()
}

// removeOlder removes what is left of an older claw that made logs in PATH-new and was killed. It keeps a
// file there that is no log: another program owns it.
func removeOlder(path string) {
	if older := path + "-new"; layout.CheckFile(older) == nil {
		removeDatabase(older)
	}
}

func removeDatabase(path string) {
	for _, suffix := range []string{"", "-journal", "-wal", "-shm"} {
		_ = os.Remove(path + suffix) // mostly, it is not there
	}
}
