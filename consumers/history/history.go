// Package history keeps the last state of each entity of a feed under a growing number, so that a reader
// of the feed can continue after the last number it has, across restarts.
//
//	a feed = one epoch + entries { key → number, event, document }
//
// A [Store] is an SQLite file. A document that differs from the one under its key replaces it and has the
// next number; the same document changes nothing. A reader that continues after a number is given each
// entity that changed since, in its last state, once. An epoch names one numbering: numbers of another
// epoch, of a file that was removed for example, mean nothing.
//
// It reads no log and no read model, reads no clock, and starts no goroutine.
package history

import (
	"crypto/rand"
	"fmt"
	"sync"
	"time"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
)

const schema = `
CREATE TABLE IF NOT EXISTS feeds (feed INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, epoch TEXT NOT NULL, last INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS entries (feed INTEGER NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL, event TEXT NOT NULL, document BLOB NOT NULL,
	PRIMARY KEY (feed, key)) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS entries_number ON entries (feed, number);
`

// Store is the file of the feeds of one log. It is safe for concurrent use; a second process that opens
// it is refused.
type Store struct {
	path string
	mu   sync.Mutex
	conn *sqlite.Conn
}

// patience is how long one waits for another process to let go of a file.
const patience = 250 * time.Millisecond

// Open opens the file at path, which it makes with its folder when there is none; a path of "" is in
// memory.
//
// Errors: kind unavailable when another process has it open; kind corrupt when the file is none of these;
// those of the operating system.
func Open(path string) (*Store, error) {
	s := &Store{path: path}
	at := path
	if at == "" {
		at = ":memory:"
	} else if err := files.CreatePrivate(path); err != nil {
		return nil, s.failed("open", err)
	}
	var err error
	if s.conn, err = sqlite.OpenConn(at, sqlite.OpenReadWrite|sqlite.OpenCreate); err != nil {
		return nil, s.failed("open", err)
	}
	s.conn.SetBusyTimeout(patience)
	err = sqlitex.ExecuteTransient(s.conn, "PRAGMA locking_mode=EXCLUSIVE", nil)
	if err == nil {
		err = s.within(func() error { return sqlitex.ExecuteScript(s.conn, schema, nil) })
	}
	if err != nil {
		return nil, errors.Join(s.failed("open", err), s.conn.Close())
	}
	return s, nil
}

// Close lets go of the file. Its feeds are of no use then.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed("close", s.conn.Close())
}

// within runs f in a transaction that is exclusive and durable.
func (s *Store) within(f func() error) (err error) {
	end, err := sqlitex.ExclusiveTransaction(s.conn)
	if err != nil {
		return err
	}
	defer end(&err)
	return f()
}

func (s *Store) each(sql string, row func(*sqlite.Stmt) error, args ...any) error {
	return sqlitex.Execute(s.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: func(stmt *sqlite.Stmt) error {
		if row == nil {
			return nil
		}
		return row(stmt)
	}})
}

// failed types an error of SQLite.
func (s *Store) failed(verb string, err error) error {
	if err == nil {
		return nil
	}
	e := &domain.Error{Operation: verb + " the history of streams", Target: s.path}
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultBusy, sqlite.ResultLocked:
		e.Kind, e.Message, e.Retryable = domain.ErrUnavailable, "another server has it open", true
		e.Hint = "read this stream from that server, or stop it"
	case sqlite.ResultCorrupt, sqlite.ResultNotADB, sqlite.ResultConstraint:
		e.Kind, e.Message = domain.ErrCorrupt, "the file is no history, or damaged"
		e.Hint = "remove the file: readers begin anew"
	default:
		return fmt.Errorf("%s the history of streams %s: %w", verb, s.path, err)
	}
	return e.Because(err)
}

// newEpoch names a numbering.
func newEpoch() string { return rand.Text()[:12] }
