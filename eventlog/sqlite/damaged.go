package sqlite

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// openDamaged opens a log that is damaged, for reading what can be read: its
// write-ahead log was, or its file. The files stay as they are: SQLite never gets to
// write to them.
func (l *Log) openDamaged(found damage) error {
	if err := l.presence.close(); err != nil {
		return err
	}
	l.presence, l.limit = nil, nil
	l.saved = &salvaged{}
	err := l.openCopy()
	if err != nil {
		err = l.openImmutable()
	}
	if err == nil {
		err = l.readOnce(func(c *conn) error {
			*l.saved = salvage(c)
			return nil
		})
	}
	if err != nil || l.saved.end == 0 {
		return eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "open log", Target: l.path,
			Message: found.what + "; nothing can be read", Detail: map[string]any{"position": uint64(1)},
			Next: domain.Step{Code: domain.StepRestoreLog}})
	}
	if found.inWAL || !l.saved.sure { // else it is known which events are missing
		l.damage = corrupt(l.saved.end+1, found.what)
	}
	l.limit = l.missedAs(found.what)
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
		newer, err := l.checkDatabase(c)
		if l.limit == nil {
			l.limit = newer
		}
		if err == nil {
			_, err = l.reaches(c)
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
