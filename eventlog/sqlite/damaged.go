package sqlite

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
)

// openDamaged opens a log whose write-ahead log is damaged, for reading what can
// be read. The files stay as they are: SQLite never gets to see them.
func (l *Log) openDamaged(what string) error {
	if err := l.presence.close(); err != nil {
		return err
	}
	l.presence = nil
	err := l.openCopy()
	if err != nil {
		err = l.openImmutable()
	}
	if err != nil {
		return corrupt(0, what+"; nothing can be read")
	}
	var last uint64
	err = l.readOnce(func(c *conn) (err error) {
		last, err = end(c)
		return err
	})
	if err != nil {
		return err
	}
	l.damage = corrupt(last+1, what)
	l.limit = l.missedAs(what)
	return nil
}

// openDenied opens a log that we have no permission to write, or no room.
func (l *Log) openDenied() error {
	l.readers.open = func() (*conn, error) { return l.openReader(l.path, sqlite.OpenReadOnly) }
	if l.check() == nil {
		return nil
	}
	// Nobody has the log open: SQLite wanted to make the files that it shares.
	info, err := os.Stat(l.path + "-wal")
	if err == nil && info.Size() > 0 {
		return l.openCopy()
	}
	return l.openImmutable()
}

// openCopy reads a private copy.
func (l *Log) openCopy() error {
	path, remove, err := copyDatabase(l.path)
	if err != nil {
		return err
	}
	l.readers.open = func() (*conn, error) { return l.openReader(path, sqlite.OpenReadOnly) }
	if err := l.check(); err != nil {
		remove()
		return err
	}
	l.leave, l.still = remove, true
	return nil
}

// openImmutable reads the file alone, as one that nobody changes.
func (l *Log) openImmutable() error {
	path, err := filepath.Abs(l.path)
	if err != nil {
		return err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: "immutable=1"}
	l.readers.open = func() (*conn, error) { return l.openReader(uri.String(), sqlite.OpenReadOnly|sqlite.OpenURI) }
	l.still = true
	return l.check()
}

// check opens a first connection and looks whether it reads a log.
func (l *Log) check() error {
	return l.readOnce(func(c *conn) error {
		newer, err := checkDatabase(c, l.path)
		if l.limit == nil {
			l.limit = newer
		}
		if err == nil {
			_, err = end(c)
		}
		return err
	})
}

// readOnce is read while the log is being opened.
func (l *Log) readOnce(f func(*conn) error) error {
	c, err := l.readers.take()
	if err != nil {
		return err
	}
	err = f(c)
	l.readers.give(c, err != nil)
	return err
}
