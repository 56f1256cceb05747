package search

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/generation"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/tables"
)

// format names the index and its version; an earlier one is built anew.
const (
	word   = "search "
	format = word + "3"
)

// schema makes the index: a row for each event with words. rowid is the event's position, so that the
// newest in the log comes first without sorting. Case and accents do not count. The words are indexed and the
// texts are not stored: a snippet is made of the event, which the log has. names holds each session, lane and
// kind once.
//
// FTS5 writes the words that it holds in memory as one more part of the index when a transaction ends, or when they
// take hashsize bytes. It merges parts when there are 16 of a size, not earlier: earlier merges would write each word
// more often, and a search is quick in so few parts.
const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE docs (position INTEGER PRIMARY KEY, event BLOB NOT NULL, kind INTEGER NOT NULL, session INTEGER NOT NULL, lane INTEGER NOT NULL,
	at INTEGER NOT NULL);
CREATE INDEX docs_event ON docs (event);
CREATE VIRTUAL TABLE texts USING fts5(text, content = '', contentless_delete = 1, tokenize = "` + tokenizer + `");
INSERT INTO texts (texts, rank) VALUES ('hashsize', 16777216), ('automerge', 0);
`

// tokenizer is how FTS5 makes words of a text.
const tokenizer = "unicode61 remove_diacritics 2"

const (
	// partSize is how many events are indexed in one transaction.
	partSize = 20_000
	// walPages is how large the write-ahead log grows before it is moved into the file: most pages are written by
	// several transactions.
	walPages = "wal_autocheckpoint=8000"
)

// textIndex is the full text index of one log, in a separate file. It is as disposable as the read model.
type textIndex struct {
	path string // "" in memory
	conn *sqlite.Conn
	log  origin.Log
	at   tables.Checkpoint
	ids  map[string]int64 // of names that are known to be in the index
}

// openIndex opens the index at path, or one in memory for "".
func openIndex(ctx context.Context, path string, log origin.Log) (*textIndex, error) {
	place := path
	if path == "" {
		place = ":memory:"
	} else if err := ownFile(path); err != nil {
		return nil, err
	}
	conn, err := sqlite.OpenConn(place, sqlite.OpenReadWrite, sqlite.OpenCreate)
	if err != nil {
		return nil, fmt.Errorf("open the search index: %w", err)
	}
	conn.SetInterrupt(ctx.Done())
	conn.SetBusyTimeout(tables.BusyFor)
	if err := tables.Pragmas(conn, "journal_mode=WAL", "synchronous=NORMAL", "secure_delete=ON", "cache_size=-64000", walPages); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &textIndex{path: path, conn: conn, log: log, ids: map[string]int64{}}, nil
}

// openOrReplace opens the index at path, in memory for "", and replaces a file that is none.
func openOrReplace(ctx context.Context, path string, log origin.Log) (*textIndex, error) {
	x, err := openIndex(ctx, path, log)
	if path != "" && damagedFile(err) { // it is disposable
		if err = removeIndex(path); err == nil {
			x, err = openIndex(ctx, path, log)
		}
	}
	return x, err
}

// ownFile makes the file its owner's alone; SQLite gives the side files the same mode.
func ownFile(path string) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&generation.Linked != 0 {
		return generation.LinkRefused(path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|files.NoFollow, 0o600)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return fmt.Errorf("make the search index: %w", err)
	}
	return nil
}

func (x *textIndex) close() error { return x.conn.Close() }

// damagedFile reports whether a file is no database, or none that can be read.
func damagedFile(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	return err != nil && (code == sqlite.ResultNotADB || code == sqlite.ResultCorrupt)
}

func removeIndex(path string) error {
	var err error
	for _, f := range []string{path, path + "-wal", path + "-shm"} {
		if gone := os.Remove(f); !errors.Is(gone, os.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

// distrust gives up a damaged index, so that the next search makes another.
func (x *textIndex) distrust(err error) error {
	if !damagedFile(err) || x.path == "" {
		return err
	}
	return (&domain.Error{Kind: domain.ErrCorrupt, Operation: "search", Target: x.path, Message: "the search index cannot be read and was given up",
		Retryable: true, Hint: "run the same again: it is built anew from the log"}).Because(errors.Join(err, removeIndex(x.path)))
}

// usable reads the checkpoint and reports whether the index is of a beginning of the log.
//
// Errors: kind unavailable for one that a newer program made; it stays as it is.
func (x *textIndex) usable(ctx context.Context, head origin.Head) (bool, error) {
	at, err := tables.ReadCheckpoint(x.conn)
	if err == nil && isNewer(at.Format) {
		return false, tables.RefuseNewer("search index", x.path, at.Format, format)
	}
	if err != nil || at.Format != format {
		return false, nil
	}
	x.at = at
	return at.Follows(ctx, x.log, head)
}

// begin empties the index.
func (x *textIndex) begin(head origin.Head) (err error) {
	end, err := sqlitex.ImmediateTransaction(x.conn)
	if err != nil {
		return fmt.Errorf("make the search index: %w", err)
	}
	defer end(&err)
	for _, table := range []string{"texts", "docs", "names", "meta"} {
		if err := sqlitex.ExecuteTransient(x.conn, "DROP TABLE IF EXISTS "+table, nil); err != nil {
			return fmt.Errorf("make the search index: %w", err)
		}
	}
	if err := sqlitex.ExecuteScript(x.conn, schema, nil); err != nil {
		return fmt.Errorf("make the search index: %w", err)
	}
	x.at = tables.Checkpoint{Format: format, Log: head.ID, Replay: head.Replay}
	clear(x.ids)
	return x.at.Write(x.conn)
}

// advance indexes what comes after the checkpoint, in parts, and reports its progress.
func (x *textIndex) advance(ctx context.Context, tell func(domain.Position)) error {
	for {
		before := x.at.Position
		if err := x.part(ctx); err != nil {
			return err
		}
		if x.at.Position == before {
			return ctx.Err()
		}
		tell(x.at.Position)
	}
}

// part indexes some events in one transaction with the checkpoint.
func (x *textIndex) part(ctx context.Context) (err error) {
	end, err := sqlitex.ImmediateTransaction(x.conn)
	if err != nil {
		return fmt.Errorf("write the search index: %w", err)
	}
	at := x.at
	defer func() {
		if end(&err); err != nil {
			x.at = at
			clear(x.ids)
		}
	}()
	n := 0
	for b := range feed.Ahead(ctx, x.log, x.at.Position) {
		for i := range b.Events {
			if err := x.take(&b.Events[i]); err != nil {
				return err
			}
		}
		if got := len(b.Events); got > 0 {
			last := &b.Events[got-1]
			x.at.Position, x.at.Last, x.at.Leaf = last.Position, last.ID.String(), seal.Leaf(last).String()
			n += got
		}
		if damaged, position := damage(b.Err); damaged && position.After(x.at.Position) {
			x.at.Position, x.at.Last, x.at.Leaf = position, "", ""
			break
		} else if b.Err != nil {
			return origin.Failed(fmt.Errorf("read the log: %w", b.Err))
		}
		if n >= partSize {
			break
		}
	}
	if x.at.Position == at.Position {
		return nil
	}
	return x.at.Write(x.conn)
}

// damage reports whether the reading of the log ended at an event that does not verify.
func damage(err error) (bool, domain.Position) {
	if err == nil {
		return false, domain.Position{}
	}
	return origin.CorruptAt(origin.Failed(err))
}

// catchUp brings the index to the head of the log under its lock. stale says that
// another process was at work and had not come there in time.
func (x *textIndex) catchUp(ctx context.Context, head origin.Head, patience time.Duration, tell func(domain.Position)) (stale bool, err error) {
	lock := x.path + ".lock"
	for began := time.Now(); ; {
		usable, err := x.usable(ctx, head)
		if err != nil || usable && !head.Position.After(x.at.Position) {
			return false, err
		}
		if x.path == "" { // in memory
			return false, x.under(ctx, head, tell)
		}
		held, err := generation.TryLock(lock)
		if err != nil {
			return false, err
		}
		if held != nil {
			return false, errors.Join(x.under(ctx, head, tell), held.Release())
		}
		switch {
		case usable && time.Since(began) > patience:
			return true, nil
		case time.Since(began) > generation.Unanswered*patience:
			return false, generation.Busy(lock)
		}
		select {
		case <-ctx.Done():
			return false, fmt.Errorf("wait for the search index: %w", ctx.Err())
		case <-time.After(generation.Glance):
		}
	}
}

// under does the work of catchUp while no other process does.
func (x *textIndex) under(ctx context.Context, head origin.Head, tell func(domain.Position)) error {
	clear(x.ids) // another process may have built the index anew
	usable, err := x.usable(ctx, head)
	if err == nil && !usable {
		err = x.begin(head)
	}
	if err != nil {
		return err
	}
	return x.advance(ctx, tell)
}

// Drop removes the full text index at path.
func Drop(path string) error {
	if err := removeIndex(path); err != nil {
		return fmt.Errorf("remove the search index: %w", err)
	}
	return nil
}

// isNewer reports whether a newer program wrote an index of this format.
func isNewer(found string) bool { return versionIn(found) > versionIn(format) }

// versionIn is the version in the name of a format, 0 for none.
func versionIn(name string) int {
	text, _ := strings.CutPrefix(name, word)
	n, _ := strconv.Atoi(text)
	return n
}
