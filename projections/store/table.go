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
	desk *desk
	name string
	// columns binds what a row holds beside key and state, from parameter 4 on.
	columns func(stmt *sqlite.Stmt, e *E)
	insert  string
	most    int // entities in memory before they are written
	touched map[string]*held[E]
	order   []*held[E] // touched, as they came
	made    []held[E]  // memory for the next ones
	// rows holds the row of each key that a rebuild has met, by the key's hash; nil
	// when the table has an index on keys.
	rows map[uint64]int64
	seed maphash.Seed
	buf  []byte // of who writes
}

// held is an entity in memory.
type held[E any] struct {
	key    string
	row    int64 // 0: the key's own, or a new one
	entity E
}

// newTable makes the shelf of a table; names are its columns beside key and state.
func newTable[E any](d *desk, name string, names []string, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{desk: d, name: name, columns: columns, most: most, touched: map[string]*held[E]{}, seed: maphash.MakeSeed()}
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
	if h, ok := t.touched[key]; ok {
		return &h.entity, nil
	}
	if len(t.touched) >= t.most {
		if err := t.flush(); err != nil {
			return nil, err
		}
	}
	h := t.make(key)
	if stored := t.place(h); stored {
		if err := t.desk.ask(func() error { return t.load(h) }); err != nil {
			return nil, errors.Wrapf(err, "read %s of %s", t.name, key)
		}
	}
	t.touched[key] = h
	t.order = append(t.order, h)
	return &h.entity, nil
}

// madeAtOnce is for how many entities memory is taken at once.
const madeAtOnce = 64

func (t *table[E]) make(key string) *held[E] {
	if len(t.made) == 0 {
		t.made = make([]held[E], madeAtOnce)
	}
	h := &t.made[0]
	t.made = t.made[1:]
	h.key = key
	return h
}

// place sets the row of h in a rebuild; stored is false when no row can hold the key yet.
func (t *table[E]) place(h *held[E]) (stored bool) {
	if t.rows == nil {
		return true
	}
	hash := maphash.String(t.seed, h.key)
	h.row, stored = t.rows[hash]
	if !stored {
		h.row = int64(len(t.rows) + 1)
		t.rows[hash] = h.row
	}
	return stored
}

// load reads an entity that is on disk. In a rebuild it is: one that has a row
// and is not in memory was written.
func (t *table[E]) load(h *held[E]) error {
	condition := " WHERE key = ?1"
	if h.row != 0 {
		condition = " WHERE rowid = ?1"
	}
	stmt, err := t.desk.conn.Prepare("SELECT key, state FROM " + t.name + condition)
	if err != nil {
		return err
	}
	if h.row != 0 {
		stmt.BindInt64(1, h.row)
	} else {
		stmt.BindText(1, h.key)
	}
	found, err := stmt.Step()
	switch {
	case err != nil:
	case found && stmt.ColumnText(0) == h.key:
		t.buf = readBlob(stmt, 1, t.buf)
		err = projections.ReadState(t.buf, &h.entity)
	case found, h.row != 0:
		err = errors.New("two keys have one hash; the next rebuild takes another seed")
	}
	return errors.CombineErrors(err, stmt.Reset())
}

// flush has written what was touched, in the order in which it came, and forgets it.
func (t *table[E]) flush() error {
	some := t.order
	t.order = make([]*held[E], 0, len(some))
	clear(t.touched)
	return t.desk.do(func() error { return t.write(some) })
}

func (t *table[E]) write(some []*held[E]) error {
	stmt, err := t.desk.conn.Prepare(t.insert)
	if err != nil {
		return errors.Wrapf(err, "write %s", t.name)
	}
	for _, h := range some {
		if err := t.writeOne(stmt, h); err != nil {
			return errors.Wrapf(err, "write %s of %s", t.name, h.key)
		}
	}
	return nil
}

func (t *table[E]) writeOne(stmt *sqlite.Stmt, h *held[E]) (err error) {
	if t.buf, err = projections.AppendState(t.buf[:0], &h.entity); err != nil {
		return err
	}
	if h.row != 0 {
		stmt.BindInt64(1, h.row)
	} else {
		stmt.BindNull(1)
	}
	stmt.BindText(2, h.key)
	stmt.BindBytes(3, t.buf)
	t.columns(stmt, &h.entity)
	return step(stmt)
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
