package watch

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/internal/files"
)

// schema makes the tables of a cursor:
//
//	told     the fingerprints that the consumer received; seq is 0 for one that was current
//	         when the cursor began
//	pending  the lines that are noted and not marked as delivered
//	parked   the lines that the consumer refused for good, each a [Parked]
//	meta     position of the log up to which it was read, the last seq, the mark of the selection,
//	         and the version of the rules and the mark of the profile that derived the outcomes
const schema = `
CREATE TABLE IF NOT EXISTS told (fingerprint BLOB PRIMARY KEY, lane TEXT NOT NULL, attempt INTEGER NOT NULL, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS told_lane ON told (lane, attempt, seq);
CREATE TABLE IF NOT EXISTS pending (seq INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS parked (seq INTEGER PRIMARY KEY, line TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
`

// Cursor stores what one consumer received. It is not safe for use by several goroutines
// at once; a second process that opens it is refused.
type Cursor struct {
	database
	position uint64
	seq      uint64 // of the last line
	selected int64  // mark of the selection
	rules    int    // version of the rules that derived the recorded outcomes
	profile  int64  // mark of the profile that did, see markOfProfile
	begun    bool
}

// Open opens the cursor at path, which it makes with its folder when there is none; a
// path of "" is a cursor in memory. When Note returns, what it noted is durable.
//
// Errors: kind unavailable when another process has it open; kind corrupt when the
// file is no cursor; those of the operating system.
func Open(path string) (*Cursor, error) {
	c := &Cursor{database: database{path: path}}
	var err error
	if path == "" {
		c.conn, err = sqlite.OpenConn(":memory:", sqlite.OpenReadWrite|sqlite.OpenCreate)
	} else if err = files.CreatePrivate(path); err == nil {
		c.conn, err = sqlite.OpenConn(path, sqlite.OpenReadWrite)
	}
	if err != nil {
		return nil, c.failed("open", err)
	}
	c.conn.SetBusyTimeout(patience)
	for _, step := range []func() error{c.own, c.read} {
		if err := step(); err != nil {
			return nil, errors.Join(c.failed("open", err), c.conn.Close())
		}
	}
	return c, nil
}

func (c *Cursor) read() error {
	return sqlitex.Execute(c.conn, "SELECT name, value FROM meta", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		switch stmt.ColumnText(0) {
		case "position":
			c.position, c.begun = uint64(stmt.ColumnInt64(1)), true
		case "seq":
			c.seq = uint64(stmt.ColumnInt64(1))
		case "selected":
			c.selected = stmt.ColumnInt64(1)
		case "rules":
			c.rules = int(stmt.ColumnInt64(1))
		case "profile":
			c.profile = stmt.ColumnInt64(1)
		}
		return nil
	}})
}

// Selects reports whether the consumer wants the outcomes that it wanted before.
func (c *Cursor) Selects(wanted string) bool { return markOf(wanted) == c.selected }

func markOf(wanted string) int64 {
	sum := sha256.Sum256([]byte(wanted))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Select sets, in words, which outcomes the consumer wants. Where these differ from before, outcomes that
// were left out may be wanted now: the log is read from its beginning again, and reported outcomes are
// recognized.
//
// Errors: as [Cursor.Note].
func (c *Cursor) Select(wanted string) error {
	mark := markOf(wanted)
	if mark == c.selected {
		return nil
	}
	err := c.within(func() error {
		if err := c.set("selected", mark); err != nil || !c.begun {
			return err
		}
		return c.advance(0, c.seq)
	})
	if err != nil {
		return c.failed("write", err)
	}
	c.selected, c.position = mark, 0
	return nil
}

// Begun reports whether the cursor has looked at a log before.
func (c *Cursor) Begun() bool { return c.begun }

// Position is up to where of the log all outcomes were looked at.
func (c *Cursor) Position() uint64 { return c.position }

// Close lets go of the cursor.
func (c *Cursor) Close() error {
	if err := c.conn.Close(); err != nil {
		return c.failed("close", err)
	}
	return nil
}
