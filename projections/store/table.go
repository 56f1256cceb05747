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

// table holds the entities of one fold: those that were touched in memory, all
// others on disk. It implements [projections.Shelf].
type table[E any] struct {
	desk *desk
	name string
	// columns binds what a row holds beside key, state and hash, from parameter 5 on.
	columns func(stmt *sqlite.Stmt, e *E)
	insert  string
	most    int // entities in memory before they are written
	touched map[string]*held[E]
	order   []*held[E] // touched, as they came
	made    []held[E]  // memory for the next ones
	// rows holds the row of each key that a rebuild has met, by the key's hash; nil
	// when the table has an index on hashes.
	rows map[int64]int64
	// twins holds the rows of keys that share their hash with one in rows.
	twins map[string]int64
	last  int64  // row that a rebuild gave
	buf   []byte // of who writes
}

// held is an entity in memory.
type held[E any] struct {
	key    string
	hash   int64
	row    int64 // 0: a new one
	entity E
}

// newTable makes the shelf of a table; names are its columns beside key, state and hash.
func newTable[E any](d *desk, name string, names []string, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{desk: d, name: name, columns: columns, most: most, touched: map[string]*held[E]{}}
	if fresh {
		t.rows, t.twins = map[int64]int64{}, map[string]int64{}
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
	if err := t.fetch(h); err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", t.name, key, err)
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
	h.key, h.hash = key, hashOf(key)
	return h
}

// fetch reads the entity of h, if there is one, and its row.
func (t *table[E]) fetch(h *held[E]) error {
	if t.rows == nil {
		return t.load(h, "hash", h.hash)
	}
	row, known := t.rows[h.hash]
	if twin, ok := t.twins[h.key]; ok {
		row = twin
	}
	if !known {
		t.last++
		h.row, t.rows[h.hash] = t.last, t.last
		return nil
	}
	if err := t.desk.ask(func() error { return t.load(h, "rowid", row) }); err != nil || h.row != 0 {
		return err
	}
	// The row is another key's, on disk or in memory: a key that has one itself and
	// is not in memory was written.
	t.last++
	h.row, t.twins[h.key] = t.last, t.last
	return nil
}

// load reads the entity of h from the row that has its key, among those where a
// column has a value; it does nothing when there is none.
func (t *table[E]) load(h *held[E], column string, value int64) error {
	stmt, err := t.desk.conn.Prepare("SELECT rowid, key, state FROM " + t.name + " WHERE " + column + " = ?1")
	if err != nil {
		return err
	}
	stmt.BindInt64(1, value)
	for {
		found, err := stmt.Step()
		if err == nil && found && stmt.ColumnText(1) != h.key {
			continue
		}
		if err == nil && found {
			h.row = stmt.ColumnInt64(0)
			t.buf = readBlob(stmt, 2, t.buf)
			err = projections.ReadState(t.buf, &h.entity)
		}
		return errors.Join(err, stmt.Reset())
	}
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
		return fmt.Errorf("write %s: %w", t.name, err)
	}
	for _, h := range some {
		if err := t.writeOne(stmt, h); err != nil {
			return fmt.Errorf("write %s of %s: %w", t.name, h.key, err)
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
	stmt.BindInt64(4, h.hash)
	t.columns(stmt, &h.entity)
	return step(stmt)
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
