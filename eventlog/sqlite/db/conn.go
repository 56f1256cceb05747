package db

import (
	"errors"
	"strconv"
	"time"

	"zombiezen.com/go/sqlite"
)

// Conn is one connection, used by one goroutine at a time. Its Prepare returns the one
// statement that the connection has of a text, reset.
type Conn struct{ *sqlite.Conn }

// Run executes a statement that gives no rows worth reading.
func (c *Conn) Run(query string, args ...int64) error {
	s, err := c.Prepare(query)
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

// Number returns the single integer that a query gives; 0 for no row and for NULL.
func (c *Conn) Number(query string, args ...int64) (int64, error) {
	s, err := c.Prepare(query)
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

// Open opens a connection that waits up to patience where another one is in
// its way. It does not trust the schema, which the maker of the file chose.
func Open(path string, flags sqlite.OpenFlags, patience time.Duration) (*Conn, error) {
	opened, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, err
	}
	c := &Conn{opened}
	c.SetBusyTimeout(max(patience, time.Millisecond))
	if err := c.Each("PRAGMA trusted_schema=0"); err != nil { // before statements, which it would have prepared again
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

// TuneReader prepares a connection that only reads.
func (c *Conn) TuneReader() error {
	return c.Each("PRAGMA query_only=1", "PRAGMA cache_size=-"+strconv.Itoa(readerCache))
}

// TuneWriter prepares a connection for durable writing.
func (c *Conn) TuneWriter() error {
	return c.Each("PRAGMA synchronous=FULL", "PRAGMA cache_size=-"+strconv.Itoa(writerCache),
		"PRAGMA temp_store=MEMORY", "PRAGMA wal_autocheckpoint="+strconv.Itoa(walPages),
		"PRAGMA journal_size_limit="+strconv.Itoa(walLimit))
}

// Each executes statements once; they are not kept.
func (c *Conn) Each(queries ...string) error {
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

// Pragma is the statement that sets a pragma to a number.
func Pragma(name string, value int) string { return "PRAGMA " + name + "=" + strconv.Itoa(value) }

// DataVersion changes whenever another connection changed the database.
func (c *Conn) DataVersion() (int64, error) { return c.Number("PRAGMA data_version") }
