// Command onerow is what the machine allows a short-lived process at best: it links SQLite
// and nothing else, puts one row into an existing file, durably, and ends. The bench
// compares the process of a hook with it.
package main

import (
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func main() {
	if err := put(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "onerow:", err)
		os.Exit(1)
	}
}

// put inserts the row; the statement has ended when the row is synced.
func put(path string) error {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		return err
	}
	for _, sql := range []string{"PRAGMA synchronous = FULL", "INSERT INTO t VALUES (zeroblob(512))"} {
		if err == nil {
			err = sqlitex.ExecuteTransient(conn, sql, nil)
		}
	}
	if closed := conn.Close(); err == nil {
		err = closed
	}
	return err
}
