package sqlite

import (
	"errors"
	"strconv"
	"time"

	"zombiezen.com/go/sqlite"
)

// conn is one connection, used by one goroutine at a time.
type conn struct{ *sqlite.Conn }

// prepare returns the connection's one statement of this text, reset.
func (c *conn) prepare(query string) (*sqlite.Stmt, error) { return c.Prepare(query) }

// run executes a statement that gives no rows worth reading.
func (c *conn) run(query string, args ...int64) error {
	s, err := c.prepare(query)
	if err != nil {
		return err
	}
	for i, a := range args {
		s.BindInt64(i+1, a)
	}
	for {
		if more, err := s.Step(); err != nil || !more {
			return err
		}
	}
}

// number returns the single integer that a query gives; 0 for no row and for NULL.
func (c *conn) number(query string, args ...int64) (int64, error) {
	s, err := c.prepare(query)
	if err != nil {
		return 0, err
	}
	for i, a := range args {
		s.BindInt64(i+1, a)
	}
	found, err := s.Step()
	if err != nil || !found {
		return 0, err
	}
	n := s.ColumnInt64(0)
	return n, s.Reset()
}

// openConn opens a connection that waits up to patience where another one is in
// its way. It does not trust the schema, which whoever made the file chose.
func openConn(path string, flags sqlite.OpenFlags, patience time.Duration) (*conn, error) {
	opened, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, err
	}
	c := &conn{opened}
	c.SetBusyTimeout(max(patience, time.Millisecond))
	if err := c.each("PRAGMA trusted_schema=0"); err != nil { // before statements, which it would have prepared again
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

const (
	readerCache = 2 << 10 // KiB
	writerCache = 8 << 10
	// walLimit is what the write-ahead log is cut to when it is begun anew; in
	// between long transactions may make it larger.
	walLimit = 8 << 20 // bytes
	// walPages is the size of the write-ahead log at which a commit moves it into the file.
	walPages = 1000
)

// tuneReader prepares a connection that only reads.
func (c *conn) tuneReader() error {
	return c.each("PRAGMA query_only=1", "PRAGMA cache_size=-"+strconv.Itoa(readerCache))
}

// tuneWriter prepares a connection for durable writing.
func (c *conn) tuneWriter() error {
	return c.each("PRAGMA synchronous=FULL", "PRAGMA cache_size=-"+strconv.Itoa(writerCache),
		"PRAGMA temp_store=MEMORY", "PRAGMA wal_autocheckpoint="+strconv.Itoa(walPages),
		"PRAGMA journal_size_limit="+strconv.Itoa(walLimit))
}

// each executes statements once; they are not kept.
func (c *conn) each(queries ...string) error {
	for _, q := range queries {
		s, _, err := c.PrepareTransient(q)
		if err != nil {
			return err
		}
		for more := true; more && err == nil; {
			more, err = s.Step()
		}
		if e := s.Finalize(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
	}
	return nil
}
