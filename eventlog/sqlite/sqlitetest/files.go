package sqlitetest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

// Files are the files of a log by the end of their names.
type Files map[string][]byte

// Snapshot reads the files of the log in path.
func Snapshot(t testing.TB, path string) Files {
	t.Helper()
	f := Files{}
	for _, suffix := range []string{"", "-wal", "-tick", "-lock"} {
		content, err := os.ReadFile(path + suffix)
		if err == nil {
			f[suffix] = content
		} else if !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
	}
	return f
}

// Write puts the files into dir, which holds no others then, and returns the log's path.
func (f Files) Write(t testing.TB, dir string) string {
	t.Helper()
	path, err := f.Put(dir)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Put is Write for many goroutines.
func (f Files) Put(dir string) (path string, err error) {
	path = filepath.Join(dir, "log.claw")
	for _, suffix := range []string{"", "-wal", "-tick", "-lock", "-shm"} {
		content, ok := f[suffix]
		if ok {
			err = os.WriteFile(path+suffix, content, 0o600)
		} else if err = os.Remove(path + suffix); errors.Is(err, os.ErrNotExist) {
			err = nil
		}
		if err != nil {
			return "", err
		}
	}
	return path, nil
}

// Export returns the lines of the log in path, and the error that ended it.
func Export(path string) (lines []byte, err error) {
	l, err := log.Open(context.Background(), path, log.Options{ReadOnly: true})
	if err != nil {
		return nil, err
	}
	for e, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			return lines, errors.Join(err, l.Close())
		}
		lines = append(seal.Line(&e, lines), '\n')
	}
	return lines, l.Close()
}

// Folder lists what is in dir.
func Folder(t *testing.T, dir string) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, e := range entries {
		found[e.Name()] = "folder"
		if !e.IsDir() {
			content, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			found[e.Name()] = fmt.Sprintf("%x", content)
		}
	}
	return found
}

// File puts a file with this content in a place.
func File(content []byte) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Change runs statements on the database in path, which it makes if need be.
func Change(t testing.TB, path string, statements ...string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range statements {
		if err := sqlitex.ExecuteTransient(conn, s, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// Number asks the file for a number.
func Number(t testing.TB, path, query string) (n int64) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	err = sqlitex.ExecuteTransient(conn, query, &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	}})
	if err = errors.Join(err, conn.Close()); err != nil {
		t.Fatal(err)
	}
	return n
}

// Names lists a folder.
func Names(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// MemoryDir is a folder that is removed with the test, in memory where that can be.
func MemoryDir(t testing.TB) string {
	dir, err := os.MkdirTemp("/dev/shm", "claw-flip-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}
