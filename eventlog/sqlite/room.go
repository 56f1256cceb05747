package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/internal/files"
)

// room is a folder beside the place of a log, in which the log is made until it is complete:
//
//	NAME.claw-new-RANDOM/log    the file, with what SQLite puts beside it
//	NAME.claw-new-RANDOM/.lock  locked as long as its maker lives
//
// Many make logs in the same folder at once, each in a room of its own. What a process leaves
// that is killed, the next one to make a log in the folder removes.
type room struct {
	folder string
	lock   *os.File
}

const (
	roomInfix = ".claw-new-"
	roomLock  = ".lock"
	roomFile  = "log"
	// longestName is how much of the log's name the room's has, in bytes: names have bounds.
	longestName = 200
	// roomTries bounds how often one is made that another process took for an empty one.
	roomTries = 10
)

// newRoom makes a room for the log at path, after those that nobody is in are removed.
func newRoom(path string) (*room, error) {
	clearRooms(filepath.Dir(path))
	removeOlder(path)
	for try := 1; ; try++ {
		r, err := makeRoom(path)
		if err == nil || try == roomTries || !errors.Is(err, os.ErrNotExist) {
			return r, err
		}
	}
}

func makeRoom(path string) (*room, error) {
	dir, name := filepath.Split(path)
	name = strings.ToValidUTF8(name[:min(len(name), longestName)], "")
	folder, err := os.MkdirTemp(filepath.Clean(dir), name+roomInfix)
	if err != nil {
		return nil, err
	}
	r := &room{folder: folder}
	if r.lock, err = os.OpenFile(r.at(roomLock), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
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
func (r *room) stands() bool {
	ours, err := r.lock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(r.at(roomLock))
	return err == nil && os.SameFile(ours, there)
}

func (r *room) at(name string) string { return filepath.Join(r.folder, name) }

// file is where the log is made.
func (r *room) file() string { return r.at(roomFile) }

// leave removes the room with what is in it.
func (r *room) leave() error {
	removeDatabase(r.file())
	return errors.Join(r.lock.Close(), ignoreMissing(os.Remove(r.at(roomLock))), ignoreMissing(os.Remove(r.folder)))
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// clearRooms removes the rooms in a folder whose makers are gone. One that cannot be removed
// stays: it is in nobody's way.
func clearRooms(dir string) {
	entries, _ := os.ReadDir(dir) // where it cannot be read making a room says why, or works
	for _, e := range entries {
		if e.IsDir() && strings.Contains(e.Name(), roomInfix) {
			clearRoom(filepath.Join(dir, e.Name()))
		}
	}
}

func clearRoom(folder string) {
	r := &room{folder: folder}
	var err error
	if r.lock, err = os.OpenFile(r.at(roomLock), os.O_RDWR|files.NoFollow, 0); err != nil {
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
