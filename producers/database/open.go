package database

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"zombiezen.com/go/sqlite"
)

// magic is what a database begins with.
var magic = []byte("SQLite format 3\x00")

// Is reports whether a file that begins so is a database.
func Is(head []byte) bool { return bytes.HasPrefix(head, magic) }

// What SQLite keeps beside a database.
const (
	aheadOf   = "-wal" // what is committed and not in the database yet
	indexOf   = "-shm"
	journalOf = "-journal"
)

// Beside returns the database to which a file of this name would belong as a side file, "" for a
// file that is none.
func Beside(name string) string {
	for _, suffix := range []string{aheadOf, indexOf, journalOf} {
		if main, ok := strings.CutSuffix(name, suffix); ok {
			return main
		}
	}
	return ""
}

// File is a database open for reading, in the state of one moment. One goroutine uses it
// at a time.
type File struct {
	conn    *sqlite.Conn
	private string       // the folder of the copy that is read, "" without one
	steady  func() error // returns an error unless what was read so far is of one moment
}

// attempts is how often a database is copied that is being emptied of its write-ahead log.
const attempts = 5

// Open opens a database; a compressed one is decompressed.
//
// With a write-ahead log beside it a private copy of both is read: SQLite would have to
// write an index beside the database, hold back the program that keeps it, and would
// recover what an interrupted program left. The copy is in the folder for temporary files, without
// a name there as soon as it is open where the system allows that, else until Close. Without such a
// log the file itself is read, as one that no program changes; that this holds is checked again
// with every row.
//
// Errors: ctx is done; those of the file system; the file is no database, or one that
// changes while it is read.
func Open(ctx context.Context, name string) (*File, error) {
	for range attempts {
		was, err := lookAt(name)
		switch {
		case err != nil:
			return nil, err
		case was.journal:
			return nil, fmt.Errorf("a change of the database is under way or was broken off (%s is there): end the program that keeps it, or open it with that once", filepath.Base(name)+journalOf)
		case was.ahead == "" && was.plain:
			return openItself(ctx, name, was)
		}
		f, err := openCopy(ctx, name, was)
		if !errors.Is(err, errEmptied) {
			return f, err
		}
	}
	return nil, errors.New("the database is written faster than it can be copied: import again when its program has less to do")
}

// Glance opens the database file alone, without what is ahead of it and without a copy:
// enough to see its tables, most of the time. It fails for what is no plain database.
func Glance(ctx context.Context, name string) (*File, error) {
	whole, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	path := filepath.ToSlash(whole)
	if filepath.VolumeName(whole) != "" {
		path = "/" + path
	}
	// With immutable=1 SQLite assumes that no program changes the file: it looks for no side files
	// and takes no lock.
	uri := url.URL{Scheme: "file", Path: path, RawQuery: "immutable=1"}
	return open(ctx, uri.String(), sqlite.OpenReadOnly|sqlite.OpenURI)
}

// openItself opens a database that was so when it was looked at.
func openItself(ctx context.Context, name string, was look) (*File, error) {
	f, err := Glance(ctx, name)
	if err != nil {
		return nil, err
	}
	ahead := Ahead(name)
	f.steady = func() error {
		now, err := os.Stat(name)
		if err == nil && (now.Size() != was.size || !now.ModTime().Equal(was.changed) || Ahead(name) != ahead) {
			err = errors.New("the database was changed while it was read: import again")
		}
		return err
	}
	return f, nil
}

func open(ctx context.Context, path string, flags sqlite.OpenFlags) (*File, error) {
	conn, err := sqlite.OpenConn(path, flags)
	if err != nil {
		return nil, err
	}
	conn.SetInterrupt(ctx.Done())
	f := &File{conn: conn, steady: func() error { return nil }}
	for _, pragma := range []string{"PRAGMA trusted_schema=0", "PRAGMA query_only=1"} { // whoever made the file chose its schema
		for _, err := range f.Rows(pragma) {
			if err != nil {
				return nil, errors.Join(err, f.Close())
			}
		}
	}
	return f, nil
}

// Close closes the database and removes its private copy.
func (f *File) Close() error {
	err := f.conn.Close()
	if f.private != "" {
		err = errors.Join(err, os.RemoveAll(f.private))
	}
	return err
}

// Ahead is how many bytes the write-ahead log beside a database has.
func Ahead(name string) int64 {
	info, err := os.Stat(name + aheadOf)
	if err != nil {
		return 0
	}
	return info.Size()
}

// exists reports whether a file exists and is not empty.
func exists(name string) (bool, error) {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil && info.Size() > 0, err
}
