package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
)

// table keeps the entities of one fold on disk; those at hand are in the cache. It
// implements [projections.BackingStore].
type table[E any] struct {
	*projections.Cache[E]
	tables *tableWriter
	name   string
	// columns binds what a row holds beside key, state and hash, from parameter 5 on.
	columns func(stmt *sqlite.Stmt, e *E)
	// also writes what other tables repeat of a row, nil for none.
	also   func(key string, e *E) error
	insert string
	buf    []byte // of who reads or writes
}

// newTable makes the table of a fold; names are its columns beside key, state and
// hash. A fresh one has no index on hashes: its cache remembers rows.
func newTable[E any](d *tableWriter, name string, names []string, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{tables: d, name: name, columns: columns}
	if fresh {
		t.Cache = projections.NewCache(name, t, hashOf, most)
	} else {
		t.Cache = projections.NewOpenCache(name, t, hashOf, most)
	}
	var values strings.Builder
	for i := range names {
		fmt.Fprintf(&values, ", ?%d", firstColumn+i)
	}
	t.insert = "INSERT OR REPLACE INTO " + name + " (rowid, key, state, hash, " + strings.Join(names, ", ") + ") VALUES (?1, ?2, ?3, ?4" + values.String() + ")"
	return t
}

// firstColumn is the parameter after the row, the key, the state and the hash.
const firstColumn = 5

// hashOf is a hash of a key that stays the same; tests take a worse one.
var hashOf = func(key string) int64 {
	sum := sha256.Sum256([]byte(key))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// Fetch implements [projections.BackingStore]: a place is a row.
func (t *table[E]) Fetch(h *projections.Held[E], row int64) error {
	if row == 0 {
		return t.load(h, "hash", h.Hash)
	}
	return t.tables.Ask(func() error { return t.load(h, "rowid", row) })
}

// load reads the entity of h from the row that has its key, among those where a
// column has a value; it does nothing when there is none.
func (t *table[E]) load(h *projections.Held[E], column string, value int64) error {
	stmt, err := t.tables.conn.Prepare("SELECT rowid, key, state FROM " + t.name + " WHERE " + column + " = ?1")
	if err != nil {
		return err
	}
	stmt.BindInt64(1, value)
	for {
		found, err := stmt.Step()
		if err == nil && found && stmt.ColumnText(1) != h.Key {
			continue
		}
		if err == nil && found {
			h.Place = stmt.ColumnInt64(0)
			t.buf = readBlob(stmt, 2, t.buf)
			err = projections.ReadState(t.buf, &h.Entity)
		}
		return errors.Join(err, stmt.Reset())
	}
}

// Store implements [projections.BackingStore].
func (t *table[E]) Store(some []*projections.Held[E]) error {
	return t.tables.Do(func() error { return t.write(some) })
}

func (t *table[E]) write(some []*projections.Held[E]) error {
	stmt, err := t.tables.conn.Prepare(t.insert)
	if err != nil {
		return fmt.Errorf("write %s: %w", t.name, err)
	}
	for _, h := range some {
		if err := t.writeOne(stmt, h); err != nil {
			return fmt.Errorf("write %s of %s: %w", t.name, h.Key, err)
		}
	}
	return nil
}

func (t *table[E]) writeOne(stmt *sqlite.Stmt, h *projections.Held[E]) (err error) {
	if t.buf, err = projections.AppendState(t.buf[:0], &h.Entity); err != nil {
		return err
	}
	if h.Place != 0 {
		stmt.BindInt64(1, h.Place)
	} else {
		stmt.BindNull(1)
	}
	stmt.BindText(2, h.Key)
	stmt.BindBytes(3, t.buf)
	stmt.BindInt64(4, h.Hash)
	t.columns(stmt, &h.Entity)
	if err := step(stmt); err != nil || t.also == nil {
		return err
	}
	return t.also(h.Key, &h.Entity)
}

// step runs a statement that returns no rows.
func step(stmt *sqlite.Stmt) error {
	_, err := stmt.Step()
	return errors.Join(err, stmt.Reset())
}

func readBlob(stmt *sqlite.Stmt, column int, buf []byte) []byte {
	n := stmt.ColumnLen(column)
	buf = slices.Grow(buf[:0], n)[:n]
	return buf[:stmt.ColumnBytes(column, buf)]
}
