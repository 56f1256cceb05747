package writer

import (
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections/cache"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/tables"
)

// table keeps the entities of one fold on disk; those in use are in the cache. It
// implements [cache.BackingStore].
type table[E any] struct {
	*cache.Cache[E]
	tables *tables.Access
	name   string
	// columns binds what a row holds beside key, state and hash, from parameter 5 on.
	columns func(stmt *sqlite.Stmt, e *E)
	// also writes what other tables repeat of a row, nil for none.
	also   func(key string, e *E) error
	insert string
	buf    []byte // of the current reader or writer
}

// newTable makes the table of a fold; names are its columns beside key, state and
// hash. A fresh one has no index on hashes: its cache remembers rows.
func newTable[E any](d *tables.Access, name string, names []string, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{tables: d, name: name, columns: columns}
	if fresh {
		t.Cache = cache.New(name, t, hash, most)
	} else {
		t.Cache = cache.NewOpen(name, t, hash, most)
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

// Fetch implements [cache.BackingStore]: a place is a row.
func (t *table[E]) Fetch(h *cache.Held[E], row int64) error {
	if row == 0 {
		return t.load(h, "hash", h.Hash)
	}
	return t.tables.Ask(func() error { return t.load(h, "rowid", row) })
}

// load reads the entity of h from the row that has its key, among those where a
// column has a value; it does nothing when there is none.
func (t *table[E]) load(h *cache.Held[E], column string, value int64) error {
	stmt, err := t.tables.Conn.Prepare("SELECT rowid, key, state FROM " + t.name + " WHERE " + column + " = ?1")
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
			t.buf = tables.ReadBlob(stmt, 2, t.buf)
			err = statejson.Read(t.buf, &h.Entity)
		}
		return errors.Join(err, stmt.Reset())
	}
}

// Store implements [cache.BackingStore].
func (t *table[E]) Store(some []*cache.Held[E]) error {
	return t.tables.Do(func() error { return t.write(some) })
}

func (t *table[E]) write(some []*cache.Held[E]) error {
	stmt, err := t.tables.Conn.Prepare(t.insert)
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

func (t *table[E]) writeOne(stmt *sqlite.Stmt, h *cache.Held[E]) (err error) {
	if t.buf, err = statejson.Append(t.buf[:0], &h.Entity); err != nil {
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
	if err := tables.Step(stmt); err != nil || t.also == nil {
		return err
	}
	return t.also(h.Key, &h.Entity)
}
