package tables

import (
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Caches of a connection, as SQLite takes them. A reader passes over most pages once, and each page of its cache is
// an allocation that closing frees again.
const (
	readerCache = "cache_size=-2000"
	writerCache = "cache_size=-16000"
)

// OpenFile opens the file of a read model to read it; see [ForWriting].
func OpenFile(path string) (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open the read model: %w", err)
	}
	conn.SetBusyTimeout(BusyFor)
	if err := Pragmas(conn, "synchronous=NORMAL", readerCache); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// ForWriting sets up a connection of [OpenFile] for a caller that writes much. No transaction may be open.
func ForWriting(conn *sqlite.Conn) error { return Pragmas(conn, writerCache) }

// BusyFor is how long SQLite waits for another process that recovers or closes the
// file; without it, for ever.
const BusyFor = 2 * time.Second

// Pragmas sets up a connection; they take no transaction around them.
func Pragmas(conn *sqlite.Conn, settings ...string) error {
	for _, p := range settings {
		if err := sqlitex.ExecuteTransient(conn, "PRAGMA "+p, nil); err != nil {
			return fmt.Errorf("set up the read model: %w", err)
		}
	}
	return nil
}
