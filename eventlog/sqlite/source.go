package sqlite

import (
	"errors"
	"os"
	"sync/atomic"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/page"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/eventlog/sqlite/salvage"
)

// source is what this process reads of a log: its file, or what is in its place.
type source struct {
	path     string        // of the log
	deadline time.Duration // how long a connection waits where another one is in its way
	readers  db.Pool
	names    layout.Names
	format   int64 // of the file
	// file is what the log's name leads to, as the log was opened.
	file os.FileInfo
	// saved is set while a damaged log is read.
	saved *salvage.Reach
	still bool                          // no event is ever added to what this process reads
	leave func()                        // removes what only this process reads
	first atomic.Pointer[eventlog.Head] // ID, Name and Replay, once they are known
}

func (s *source) openReader(path string, flags sqlite.OpenFlags) (*db.Conn, error) {
	c, err := db.Open(path, flags, s.deadline)
	if err != nil {
		return nil, err
	}
	if s.saved != nil { // else SQLite refuses a file that is cut; it stays open for reading
		err = c.Each("PRAGMA writable_schema=1")
	}
	if err = errors.Join(err, c.TuneReader()); err != nil {
		_ = c.Close() // err says more
		return nil, err
	}
	return c, nil
}

// with runs f with a connection of the readers.
func (s *source) with(f func(*db.Conn) error) error {
	c, err := s.readers.Take()
	if err != nil {
		return err
	}
	err = f(c)
	var typed *domain.Error
	s.readers.Give(c, err != nil && !errors.As(err, &typed))
	return err
}

// once is with while the log is being opened.
func (s *source) once(f func(*db.Conn) error) error {
	c, err := s.readers.Take()
	if err != nil {
		return err
	}
	err = f(c)
	s.readers.Give(c, err != nil)
	return err
}

// apart runs f with a separate connection.
func (s *source) apart(f func(*db.Conn) error) error {
	c, err := s.readers.Open()
	if err != nil {
		return err
	}
	return errors.Join(f(c), c.Close())
}

// cursor is where a query begins.
func (s *source) cursor(q eventlog.Query) *page.Cursor {
	return page.New(q, &s.names, layout.IndexKept(s.format))
}

// inode is the number of the log's file; 0 where it is not known.
func (s *source) inode() uint64 {
	if s.file == nil {
		return 0
	}
	return place.InodeOf(s.file)
}

// reaches is the last position of the log, as far as it is known.
func (s *source) reaches(c *db.Conn) (uint64, error) {
	if s.saved != nil {
		return s.saved.End, nil
	}
	return layout.End(c)
}

// lastEvent is the position of the last event that is there.
func (s *source) lastEvent(c *db.Conn) (uint64, error) {
	if s.saved != nil {
		return s.saved.Last, nil
	}
	return layout.Last(c)
}
