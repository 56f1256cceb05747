package wal_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/eventlog/sqlite/wal"
)

// database is a database file and its write-ahead log as a killed process left them.
type database struct{ main, wal []byte }

// writer holds a connection open, so that nothing is checkpointed unasked.
type writer struct {
	t    testing.TB
	path string
	conn *sqlite.Conn
	rows int
}

func openWriter(t testing.TB, path string, pageSize int) *writer {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	w := &writer{t: t, path: path, conn: conn}
	w.exec(fmt.Sprintf(`PRAGMA page_size=%d; PRAGMA journal_mode=wal; PRAGMA synchronous=full;
		PRAGMA wal_autocheckpoint=0; CREATE TABLE IF NOT EXISTS events (body TEXT)`, pageSize))
	w.rows = countRows(t, conn)
	return w
}

// exec runs statements one by one: some pragmas cannot be in a transaction.
func (w *writer) exec(statements string) {
	w.t.Helper()
	for _, one := range strings.Split(statements, ";") {
		if err := sqlitex.ExecuteTransient(w.conn, one, nil); err != nil {
			w.t.Fatalf("%s: %v", one, err)
		}
	}
}

// append commits one transaction of n rows of the given size.
func (w *writer) append(n, size int) {
	w.t.Helper()
	end, err := sqlitex.ImmediateTransaction(w.conn)
	if err != nil {
		w.t.Fatal(err)
	}
	defer end(&err)
	for range n {
		w.rows++
		body := fmt.Sprintf("%06d%s", w.rows, strings.Repeat("x", size))
		if err = sqlitex.Execute(w.conn, "INSERT INTO events VALUES (?)", &sqlitex.ExecOptions{Args: []any{body}}); err != nil {
			w.t.Fatal(err)
		}
	}
}

// kill returns the files as they are on disk while the connection is open.
func (w *writer) kill() database {
	w.t.Helper()
	main, err := os.ReadFile(w.path)
	if err != nil {
		w.t.Fatal(err)
	}
	wal, err := os.ReadFile(w.path + "-wal")
	if err != nil {
		w.t.Fatal(err)
	}
	return database{main, wal}
}

// write puts the files into an empty folder and returns the path of the first.
func (d database) write(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.db")
	for name, content := range map[string][]byte{path: d.main, path + "-wal": d.wal} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// rowsSQLiteReads opens a copy and counts; -1 when SQLite refuses the file.
func (d database) rowsSQLiteReads(t testing.TB) int {
	t.Helper()
	conn, err := sqlite.OpenConn(d.write(t), sqlite.OpenReadWrite)
	if err != nil {
		return -1
	}
	defer func() { _ = conn.Close() }()
	return countRows(t, conn)
}

func countRows(t testing.TB, conn *sqlite.Conn) int {
	t.Helper()
	count, err := conn.Prepare("SELECT count(*) FROM events")
	if err != nil {
		return -1
	}
	rows, err := sqlitex.ResultInt(count)
	if err != nil {
		return -1
	}
	return rows
}

// commitEnds lists the offsets at which the transactions of a good file end.
func commitEnds(wal []byte) []int {
	var ends []int
	frame := frameSize(wal)
	for at := 32; at+frame <= len(wal); at += frame {
		if !bytes.Equal(wal[at+8:at+16], wal[16:24]) {
			break
		}
		if binary.BigEndian.Uint32(wal[at+4:]) != 0 {
			ends = append(ends, at+frame)
		}
	}
	return ends
}

func frameSize(wal []byte) int { return 24 + int(binary.BigEndian.Uint32(wal[8:])) }

func scan(t testing.TB, raw []byte) wal.Report {
	t.Helper()
	report, err := wal.Scan(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return report
}
