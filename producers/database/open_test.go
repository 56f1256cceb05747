package database_test

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/producers/database"
)

// made makes a database in a separate folder and leaves its connection open. The
// folder for temporary files is another one that is empty.
func made(t *testing.T, script string) (name string, conn *sqlite.Conn) {
	t.Helper()
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	t.Setenv("TMP", temporary)
	name = filepath.Join(t.TempDir(), "own.db")
	conn, err := sqlite.OpenConn(name, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	run(t, conn, script)
	return name, conn
}

func run(t *testing.T, conn *sqlite.Conn, script string) {
	t.Helper()
	if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
}

// do runs one statement as it is.
func do(t *testing.T, conn *sqlite.Conn, query string) {
	t.Helper()
	if err := sqlitex.ExecuteTransient(conn, query, nil); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// ahead makes a database whose rows are in the write-ahead log only.
func ahead(t *testing.T) (name string, conn *sqlite.Conn) {
	t.Helper()
	name, conn = made(t, "")
	do(t, conn, "PRAGMA journal_mode=WAL")
	do(t, conn, "PRAGMA wal_autocheckpoint=0")
	run(t, conn, "CREATE TABLE t (x); INSERT INTO t VALUES ('one'), ('two');")
	return name, conn
}

func opened(t *testing.T, name string) *database.File {
	t.Helper()
	f, err := database.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// texts is what a query gives of a database that is open.
func texts(t *testing.T, f *database.File, query string, args ...any) (all []string) {
	t.Helper()
	for row, err := range f.Rows(query, args...) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, row.Text(0))
	}
	return all
}

// files are the files of a folder, by name.
func files(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range list {
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[file.Name()] = string(content)
	}
	return all
}

// TestADatabaseInUseIsReadAsItIs reads one whose program runs: nothing beside it changes,
// what the program does meanwhile is not seen, and the program is not held up.
func TestADatabaseInUseIsReadAsItIs(t *testing.T) {
	name, conn := ahead(t)
	do(t, conn, "BEGIN")
	do(t, conn, "INSERT INTO t VALUES ('not committed')")
	before := files(t, filepath.Dir(name))
	f := opened(t, name)
	want := []string{"one", "two"}
	if diff := cmp.Diff(want, texts(t, f, "SELECT x FROM t")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(before, files(t, filepath.Dir(name))); diff != "" {
		t.Error("the folder of the database is another one")
	}
	if copies := files(t, os.TempDir()); len(copies) > 0 && runtime.GOOS != "windows" {
		t.Errorf("the copy can be seen: %v", copies)
	}
	do(t, conn, "INSERT INTO t VALUES ('later')")
	do(t, conn, "COMMIT")
	do(t, conn, "PRAGMA wal_checkpoint(TRUNCATE)")
	if diff := cmp.Diff(want, texts(t, f, "SELECT x FROM t")); diff != "" {
		t.Errorf("-want +after the program wrote:\n%s", diff)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if left := files(t, os.TempDir()); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestADatabaseThatItsProgramLeftIsReadAsItIs reads one with a write-ahead log and without
// its index, as a program leaves it that breaks off.
func TestADatabaseThatItsProgramLeftIsReadAsItIs(t *testing.T) {
	name, _ := ahead(t)
	left := filepath.Join(t.TempDir(), "left.db")
	for _, part := range []string{"", "-wal"} {
		content, err := os.ReadFile(name + part)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(left+part, content, 0o400); err != nil {
			t.Fatal(err)
		}
	}
	before := files(t, filepath.Dir(left))
	f := opened(t, left)
	defer f.Close()
	if diff := cmp.Diff([]string{"one", "two"}, texts(t, f, "SELECT x FROM t")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if diff := cmp.Diff(before, files(t, filepath.Dir(left))); diff != "" {
		t.Error("the folder of the database is another one")
	}
	if database.Ahead(left) == 0 || database.Ahead(name+"x") != 0 {
		t.Error("what is ahead of the database is miscounted")
	}
}

// TestACopyIsOfOneMoment opens a database again and again while its program moves money
// from row to row and empties the write-ahead log: the sum is the same at any moment.
func TestACopyIsOfOneMoment(t *testing.T) {
	const rows, rounds = 400, 150
	name, conn := ahead(t)
	run(t, conn, fmt.Sprintf(`CREATE TABLE money (id INTEGER PRIMARY KEY, n, fill);
		WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < %d) INSERT INTO money SELECT i, 100, zeroblob(3000) FROM c`, rows))
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		for i := 0; ctx.Err() == nil; i++ {
			err := sqlitex.ExecuteScript(conn, fmt.Sprintf("UPDATE money SET n = n - 1, fill = randomblob(3000) WHERE id = %d; UPDATE money SET n = n + 1, fill = randomblob(3000) WHERE id = %d",
				1+i%rows, 1+(i*7+3)%rows), nil)
			if err == nil && i%5 == 0 {
				err = sqlitex.ExecuteTransient(conn, "PRAGMA wal_checkpoint(RESTART)", nil)
			}
			if err != nil {
				done <- err
				return
			}
		}
		done <- nil
	}()
	read := 0
	for range rounds {
		f, err := database.Open(t.Context(), name)
		if err != nil {
			if !strings.Contains(err.Error(), "faster than it can be copied") {
				t.Fatal(err)
			}
			continue
		}
		read++
		if got := texts(t, f, "SELECT sum(n) || ' ' || count(*) FROM money"); got[0] != fmt.Sprint(100*rows, " ", rows) {
			t.Errorf("%v", got)
		}
		if got := texts(t, f, "PRAGMA integrity_check"); got[0] != "ok" {
			t.Errorf("%v", got)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if read == 0 {
		t.Error("none could be copied")
	}
}

// TestALogThatEndsBehindTheCopyIsCopiedAgain empties the write-ahead log when its first
// part is copied. The database has by then what the last part of the log says, so the copy has both
// halves of no moment.
func TestALogThatEndsBehindTheCopyIsCopiedAgain(t *testing.T) {
	const part = 64 << 20 // what is copied before the context is asked again
	name, conn := ahead(t)
	run(t, conn, "CREATE TABLE money (id INTEGER PRIMARY KEY, n); INSERT INTO money VALUES (1, 100), (2, 100); CREATE TABLE fill (x); INSERT INTO fill VALUES (zeroblob(8000000))")
	for database.Ahead(name) <= part {
		run(t, conn, "UPDATE money SET n = n WHERE id = 1; UPDATE fill SET x = randomblob(8000000)")
	}
	run(t, conn, "CREATE TABLE other (x); INSERT INTO other VALUES (1)")
	do(t, conn, "PRAGMA wal_checkpoint(PASSIVE)")
	emptied := false
	f, err := database.Open(asked{t.Context(), func() {
		copies, err := filepath.Glob(filepath.Join(os.TempDir(), "*", "database-wal"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range copies {
			if info, err := os.Stat(c); err == nil && info.Size() >= part && !emptied {
				emptied = true
				do(t, conn, "PRAGMA wal_checkpoint(TRUNCATE)")
			}
		}
	}}, name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if !emptied {
		t.Error("the log was not emptied while it was copied")
	}
	if diff := cmp.Diff([]string{"1"}, texts(t, f, "SELECT x FROM other")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got := texts(t, f, "PRAGMA integrity_check"); got[0] != "ok" {
		t.Errorf("%v", got)
	}
}

// asked is a context that calls a function each time it is asked whether it is done.
type asked struct {
	context.Context
	call func()
}

func (a asked) Err() error {
	a.call()
	return a.Context.Err()
}

// TestADatabaseAloneIsReadInPlace reads one without a write-ahead log: no copy is made of
// it, and that it changes is an error before the next row.
func TestADatabaseAloneIsReadInPlace(t *testing.T) {
	name, conn := made(t, "CREATE TABLE t (x); INSERT INTO t VALUES ('one'), ('two')")
	f := opened(t, name)
	defer f.Close()
	if copies := files(t, os.TempDir()); len(copies) > 0 {
		t.Errorf("copies: %v", copies)
	}
	var got []string
	for row, err := range f.Rows("SELECT x FROM t") {
		if err != nil {
			got = append(got, err.Error())
			break
		}
		got = append(got, row.Text(0))
		run(t, conn, "INSERT INTO t VALUES (zeroblob(9000))")
	}
	if diff := cmp.Diff([]string{"one", "the database was changed while it was read: import again"}, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestACompressedDatabaseIsReadAsWhatItWas(t *testing.T) {
	name, _ := made(t, "CREATE TABLE t (x); INSERT INTO t VALUES ('one')")
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.Create(name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	w := gzip.NewWriter(packed)
	_, err = w.Write(content)
	if err := errors.Join(err, w.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	f := opened(t, name+".gz")
	defer f.Close()
	if diff := cmp.Diff([]string{"one"}, texts(t, f, "SELECT x FROM t")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestANameMayHoldWhatAnAddressMayNot(t *testing.T) {
	name, conn := made(t, "CREATE TABLE t (x)")
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	odd := filepath.Join(filepath.Dir(name), "a #b%41 c&mode=rw.db")
	if err := os.Rename(name, odd); err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(odd))
	f := opened(t, filepath.Base(odd))
	defer f.Close()
	if tables, err := f.Tables(); err != nil || !tables.Has("t", "x") {
		t.Errorf("tables %v, error %v", tables, err)
	}
}

func TestWhatIsNoSoundDatabaseIsRefused(t *testing.T) {
	sound, _ := made(t, "CREATE TABLE t (x)")
	content, err := os.ReadFile(sound)
	if err != nil {
		t.Fatal(err)
	}
	for says, row := range map[string]struct {
		content, journal string
		want             string
	}{
		"a text":                  {"no database", "", "not a database"},
		"its beginning alone":     {string(content[:16]), "", "not a database"},
		"a change under way":      {string(content), "journal", "under way or was broken off (own.db-journal is there)"},
		"what cannot be unpacked": {"\x1f\x8b\x08 and so on", "", "compressed file (gzip)"},
	} {
		t.Run(says, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "own.db")
			for file, content := range map[string]string{name: row.content, name + "-journal": row.journal} {
				if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			f, err := database.Open(t.Context(), name)
			if err == nil {
				_, err = f.Tables()
				f.Close()
			}
			if err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v, want %s", err, row.want)
			}
			if left, err := filepath.Glob(filepath.Join(os.TempDir(), "claw-import-*")); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, error %v", left, err)
			}
		})
	}
	if _, err := database.Open(t.Context(), sound+"x"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

func TestNobodyWaitsForADatabaseThatNobodyWants(t *testing.T) {
	name, _ := ahead(t)
	ctx, cancel := context.WithCancel(t.Context())
	f, err := database.Open(ctx, name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cancel()
	n := 0
	for _, err = range f.Rows("WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT max(i) FROM c") {
		n++
	}
	if err == nil || n != 1 {
		t.Errorf("%d rows, error %v", n, err)
	}
	if _, err := database.Open(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy that nobody wants: %v", err)
	}
}

func TestTablesAreThoseThatHoldRows(t *testing.T) {
	name, _ := made(t, `CREATE TABLE "a ""b" (x PRIMARY KEY, "y z"); CREATE VIEW v AS SELECT 1 AS x; CREATE VIRTUAL TABLE f USING fts5(w);
		CREATE TABLE counted (id INTEGER PRIMARY KEY AUTOINCREMENT)`)
	f := opened(t, name)
	defer f.Close()
	tables, err := f.Tables()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"x", "y z"}, tables[`a "b`]); diff != "" || tables.Has("v") || tables.Has("f") || tables.Has("sqlite_sequence") || tables.Has("counted", "x") || !tables.Has("counted", "id") {
		t.Errorf("tables %v", tables)
	}
	if got := texts(t, f, "SELECT count(*) FROM "+database.Quote(`a "b`)+" WHERE x = ? AND 1 = ?", "k", int64(1)); got[0] != "0" {
		t.Errorf("%v", got)
	}
}

func TestBeside(t *testing.T) {
	for name, want := range map[string]string{"a.db-wal": "a.db", "a.db-shm": "a.db", "a.db-journal": "a.db", "a.db": "", "wal": ""} {
		if got := database.Beside(name); got != want {
			t.Errorf("%s stands beside %q, want %q", name, got, want)
		}
	}
}
