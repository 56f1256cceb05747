package sqlite

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/salvage"
)

// openDamaged opens a log that is damaged, for reading what can be read: its
// write-ahead log was, or its file. The files stay as they are: SQLite never gets to
// write to them.
func (o *opening) openDamaged(found damage) error {
	if err := o.presence.Close(); err != nil {
		return err
	}
	o.presence, o.limit = nil, nil
	o.source.saved = &salvage.Reach{}
	err := o.openCopy()
	if err != nil {
		err = o.openImmutable()
	}
	if err == nil {
		err = o.source.once(func(c *db.Conn) error {
			*o.source.saved = salvage.ReachOf(c)
			return nil
		})
	}
	if err != nil || o.source.saved.End == 0 {
		return eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "open log", Target: o.source.path,
			Message: found.what + "; nothing can be read", Detail: map[string]any{"position": uint64(1)},
			Next: domain.Step{Code: nextstep.RestoreLog}})
	}
	if found.inWAL || !o.source.saved.Sure { // else it is known which events are missing
		o.damage = fault.Corrupt(o.source.saved.End+1, found.what)
	}
	o.limit = o.missedAs(found.what)
	return nil
}

// openDenied opens a log that we have no permission to write, or no room.
func (o *opening) openDenied() error {
	o.source.readers.Open = func() (*db.Conn, error) { return o.source.openReader(o.source.path, sqlite.OpenReadOnly) }
	if o.check() == nil {
		return nil
	}
	// Nobody has the log open: SQLite wanted to make the files that it shares.
	info, err := os.Stat(o.source.path + "-wal")
	if err == nil && info.Size() > 0 {
		return o.openCopy()
	}
	return o.openImmutable()
}

// openCopy reads a private copy.
func (o *opening) openCopy() error {
	path, remove, err := salvage.Copy(o.source.path)
	if err != nil {
		return err
	}
	o.source.readers.Open = func() (*db.Conn, error) { return o.source.openReader(path, sqlite.OpenReadOnly) }
	if err := o.check(); err != nil {
		remove()
		return err
	}
	o.source.leave, o.source.still = remove, true
	return nil
}

// openImmutable reads the file alone, as one that no process changes.
func (o *opening) openImmutable() error {
	path, err := filepath.Abs(o.source.path)
	if err != nil {
		return err
	}
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	uri := url.URL{Scheme: "file", Path: path, RawQuery: "immutable=1"}
	o.source.readers.Open = func() (*db.Conn, error) { return o.source.openReader(uri.String(), sqlite.OpenReadOnly|sqlite.OpenURI) }
	o.source.still = true
	return o.check()
}

// check opens a first connection and looks whether it reads a log.
func (o *opening) check() error {
	return o.source.once(func(c *db.Conn) error {
		format, newer, err := layout.Check(c, o.source.path)
		o.source.format = format
		if o.limit == nil {
			o.limit = newer
		}
		if err == nil {
			_, err = o.source.reaches(c)
		}
		return err
	})
}
