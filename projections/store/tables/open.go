package tables

import (
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// OpenFile opens the file of a read model.
func OpenFile(path string) (*sqlite.Conn, error) {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return nil, fmt.Errorf("open the read model: %w", err)
	}
	conn.SetBusyTimeout(BusyFor)
	if err := Pragmas(conn, "synchronous=NORMAL", "cache_size=-16000"); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

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
