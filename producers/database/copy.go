package database

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/producers/unpack"
)

// look is what can be seen of a database without reading it.
type look struct {
	size    int64
	changed time.Time
	plain   bool   // not compressed
	ahead   string // header of the write-ahead log, "" without one
	journal bool   // the journal of a change that is not at its end
}

// aheadHeader is how many bytes a write-ahead log's header has. It is drawn anew each
// time the log begins from its start, and before that all that the log held is in the database.
const aheadHeader = 32

func lookAt(name string) (l look, err error) {
	file, err := os.Open(name)
	if err != nil {
		return l, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return l, err
	}
	begin, err := beginning(file, len(magic))
	if err != nil {
		return l, err
	}
	l = look{size: info.Size(), changed: info.ModTime(), plain: Is(begin)}
	if l.ahead, err = headerAhead(name); err != nil {
		return l, err
	}
	l.journal, err = exists(name + journalOf)
	return l, err
}

// headerAhead is the header of the write-ahead log beside a database, "" where none has begun.
func headerAhead(name string) (string, error) {
	file, err := os.Open(name + aheadOf)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer file.Close()
	header, err := beginning(file, aheadHeader)
	if len(header) < aheadHeader {
		return "", err
	}
	return string(header), err
}

// beginning reads the first bytes of a file, fewer of a shorter one.
func beginning(file io.Reader, most int) ([]byte, error) {
	begin := make([]byte, most)
	n, err := io.ReadFull(file, begin)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return begin[:n], err
}

// errEmptied means that the write-ahead log began anew while database and log were copied.
var errEmptied = errors.New("the write-ahead log began anew")

// openCopy opens a private copy of a database and of the write-ahead log beside it.
//
// The database is copied first. What its program moves there from the log meanwhile is
// in the log still as long as that does not begin anew, and the log is read in
// preference: the copy is of the moment of the last whole commit in the copied log. A
// log that begins anew gets its new header first, so that one whose header is the old one after the
// copy was the old one to its end.
func openCopy(ctx context.Context, name string, was look) (_ *File, err error) {
	private, err := os.MkdirTemp("", "claw-import-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(private))
		}
	}()
	db := filepath.Join(private, "database")
	if err := copyFile(ctx, db, name, !was.plain); err != nil {
		return nil, err
	}
	if was.ahead != "" && was.plain {
		err := copyFile(ctx, db+aheadOf, name+aheadOf, false)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		// Only now: the log may have begun anew behind what was copied of it already.
		if now, err := headerAhead(name); err != nil || now != was.ahead {
			return nil, errors.Join(err, errEmptied)
		}
	}
	f, err := open(ctx, db, sqlite.OpenReadOnly)
	if err != nil {
		return nil, err
	}
	f.private = private
	for _, err := range f.Rows("SELECT 1 FROM sqlite_schema") { // which opens all files
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
	}
	// Where open files can be removed nothing is left behind, however the reader ends.
	_ = os.RemoveAll(private)
	return f, nil
}

// copied is how many bytes are copied between two checks of whether the copy is still wanted.
const copied = 64 << 20

func copyFile(ctx context.Context, to, from string, packed bool) (err error) {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	var content io.Reader = file
	if packed {
		unpacked, err := unpack.Reader(file)
		if err != nil {
			return err
		}
		defer unpacked.Close()
		content = unpacked
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	for err == nil {
		if err := ctx.Err(); err != nil {
			return err
		}
		_, err = io.CopyN(out, content, copied) // by the file system itself, where it can
	}
	if !errors.Is(err, io.EOF) {
		return fmt.Errorf("copy the database to read it (TMPDIR says where): %w", err)
	}
	return nil
}
