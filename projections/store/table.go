package store

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
)

// table holds the entities of one fold: those that were touched in memory, all
// others on disk. It implements [projections.Shelf].
type table[E any] struct {
	conn *sqlite.Conn
	name string
	// columns binds what a row holds beside key and state, from parameter 4 on.
	columns func(stmt *sqlite.Stmt, e *E)
	insert  string
	most    int // entities in memory before they are written
	touched map[string]*E
	order   []string // the keys of touched, as they came
	// rows holds the row of each key that a rebuild has written, by the key's hash;
	// nil when the table has an index on keys.
	rows map[uint64]int64
	seed maphash.Seed
	buf  []byte
}

// newTable makes the shelf of a table; names are its columns beside key and state.
func newTable[E any](conn *sqlite.Conn, name string, names []string, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{conn: conn, name: name, columns: columns, most: most, touched: map[string]*E{}, seed: maphash.MakeSeed()}
	if fresh {
		t.rows = map[uint64]int64{}
	}
	var values strings.Builder
	for i := range names {
		fmt.Fprintf(&values, ", ?%d", firstColumn+i)
	}
	t.insert = "INSERT OR REPLACE INTO " + name + " (rowid, key, state, " + strings.Join(names, ", ") + ") VALUES (?1, ?2, ?3" + values.String() + ")"
	return t
}

// firstColumn is the parameter after the row, the key and the state.
const firstColumn = 4

// Take implements [projections.Shelf].
func (t *table[E]) Take(key string) (*E, error) {
	if e, ok := t.touched[key]; ok {
		return e, nil
	}
	if len(t.touched) >= t.most {
		if err := t.flush(); err != nil {
			return nil, err
		}
	}
	e := new(E)
	if err := t.load(key, e); err != nil {
		return nil, errors.Wrapf(err, "read %s of %s", t.name, key)
	}
	t.touched[key] = e
	t.order = append(t.order, key)
	return e, nil
}

// load reads an entity that is on disk.
func (t *table[E]) load(key string, e *E) error {
	sql := "SELECT key, state FROM " + t.name + " WHERE key = ?1"
	row, written := t.rows[maphash.String(t.seed, key)]
	if t.rows != nil {
		if !written {
			return nil
		}
		sql = "SELECT key, state FROM " + t.name + " WHERE rowid = ?1"
	}
	stmt, err := t.conn.Prepare(sql)
	if err != nil {
		return err
	}
	if t.rows != nil {
		stmt.BindInt64(1, row)
	} else {
		stmt.BindText(1, key)
	}
	found, err := stmt.Step()
	if err == nil && found {
		if stmt.ColumnText(0) != key {
			err = errors.New("two keys have one hash; the next rebuild takes another seed")
		} else {
			t.buf = readBlob(stmt, 1, t.buf)
			err = projections.ReadState(t.buf, e)
		}
	}
	return errors.CombineErrors(err, stmt.Reset())
}

// flush writes what was touched, in the order in which it came, and forgets it.
func (t *table[E]) flush() error {
	stmt, err := t.conn.Prepare(t.insert)
	if err != nil {
		return errors.Wrapf(err, "write %s", t.name)
	}
	for _, key := range t.order {
		if err := t.write(stmt, key); err != nil {
			return errors.Wrapf(err, "write %s of %s", t.name, key)
		}
	}
	clear(t.touched)
	t.order = t.order[:0]
	return nil
}

func (t *table[E]) write(stmt *sqlite.Stmt, key string) (err error) {
	e := t.touched[key]
	if t.buf, err = projections.AppendState(t.buf[:0], e); err != nil {
		return err
	}
	stmt.BindNull(1)
	if t.rows != nil {
		stmt.BindInt64(1, t.place(key))
	}
	stmt.BindText(2, key)
	stmt.BindBytes(3, t.buf)
	t.columns(stmt, e)
	return step(stmt)
}

// place returns the row of a key, a new one for a new key.
func (t *table[E]) place(key string) int64 {
	h := maphash.String(t.seed, key)
	row, ok := t.rows[h]
	if !ok {
		row = int64(len(t.rows) + 1)
		t.rows[h] = row
	}
	return row
}

// step runs a statement that returns no rows.
func step(stmt *sqlite.Stmt) error {
	_, err := stmt.Step()
	return errors.CombineErrors(err, stmt.Reset())
}

func readBlob(stmt *sqlite.Stmt, column int, buf []byte) []byte {
	n := stmt.ColumnLen(column)
	buf = slices.Grow(buf[:0], n)[:n]
	return buf[:stmt.ColumnBytes(column, buf)]
}
