package clitest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"
)

// untouched is the modification time of each file of a copy that was not written to since it was made.
// It is earlier than everything that tests do.
var untouched = time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)

// copies lends copies of a folder to tests. A copy that comes back is put right where a test
// changed it, and is lent again: to make a folder of dozens of files costs far more than to look
// at them. Safe for concurrent use.
type copies struct {
	of      string
	entries map[string]fs.FileInfo // of the folder, by the path below it; "." is the folder itself
	paths   []string               // of the entries, a folder before what is in it

	mu   sync.Mutex
	made int
	free []string
}

// newCopies prepares copies of a folder that is not changed from here on: folders and regular files.
func newCopies(of string) *copies {
	c := &copies{of: of, entries: map[string]fs.FileInfo{}}
	err := filepath.WalkDir(of, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		path, err := filepath.Rel(of, name)
		c.entries[path], c.paths = info, append(c.paths, path)
		return err
	})
	if err != nil {
		panic(err)
	}
	return c
}

// lend is the folder of a copy, which t has until its end. That of a test that fails is not lent again.
func (c *copies) lend(t *testing.T) string {
	t.Helper()
	dir := c.take()
	if err := c.restore(dir); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.free = append(c.free, dir)
	})
	return dir
}

// take is a free folder, or the name of a new one.
func (c *copies) take() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if last := len(c.free) - 1; last >= 0 {
		dir := c.free[last]
		c.free = c.free[:last]
		return dir
	}
	c.made++
	return c.of + "-" + strconv.Itoa(c.made)
}

// restore makes dir a copy: it removes what is not in the folder or differs, and makes what lacks. Files that
// vanish meanwhile are those that SQLite keeps beside one that is open: the last that closes it removes them.
func (c *copies) restore(dir string) error {
	same := map[string]bool{}
	gone := func(err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return gone(err)
		}
		info, err := entry.Info()
		if err != nil {
			return gone(err)
		}
		path, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		want, is := c.entries[path]
		switch {
		case is && want.IsDir() && info.IsDir():
			same[path] = true
			if info.Mode() != want.Mode() {
				return os.Chmod(name, want.Mode().Perm())
			}
			return nil
		case is && info.Mode() == want.Mode() && info.Size() == want.Size() && info.ModTime().Equal(untouched):
			same[path] = true
			return nil
		case info.IsDir():
			if err := os.RemoveAll(name); err != nil {
				return err
			}
			return fs.SkipDir
		}
		return gone(os.Remove(name))
	})
	if err != nil {
		return err
	}
	for _, path := range c.paths {
		if same[path] {
			continue
		}
		if err := c.copyEntry(path, filepath.Join(dir, path)); err != nil {
			return err
		}
	}
	return nil
}

// copyEntry makes one folder, or one file, of a copy.
func (c *copies) copyEntry(path, to string) error {
	info := c.entries[path]
	if info.IsDir() {
		return os.Mkdir(to, info.Mode().Perm())
	}
	content, err := os.ReadFile(filepath.Join(c.of, path))
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(to, content, info.Mode().Perm()), os.Chtimes(to, untouched, untouched))
}
