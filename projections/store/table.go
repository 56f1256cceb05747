package store

import (
	"hash/maphash"
	"maps"
	"slices"
	"strconv"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
)

// table holds the entities of one fold: those that were touched in memory, all
// others on disk. It implements [projections.Shelf].
type table[E any] struct {
	conn *sqlite.Conn
	name string
	// columns binds what a row holds beside key and state, from parameter 3 on.
	columns func(stmt *sqlite.Stmt, e *E)
	insert  string
	most    int // entities in memory before they are written
	touched map[string]*E
	onDisk  filter
	buf     []byte
}

func newTable[E any](conn *sqlite.Conn, name string, parameters, most int, fresh bool, columns func(*sqlite.Stmt, *E)) *table[E] {
	t := &table[E]{conn: conn, name: name, columns: columns, most: most, touched: map[string]*E{},
		insert: "INSERT OR REPLACE INTO " + name + " VALUES (?1, ?2"}
	for i := range parameters {
		t.insert += ", ?" + strconv.Itoa(3+i)
	}
	t.insert += ")"
	if fresh {
		t.onDisk = newFilter()
	}
	return t
}

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
	if t.onDisk.mayHold(key) {
		if err := t.load(key, e); err != nil {
			return nil, err
		}
	}
	t.touched[key] = e
	return e, nil
}

func (t *table[E]) load(key string, e *E) error {
	stmt, err := t.conn.Prepare("SELECT state FROM " + t.name + " WHERE key = ?1")
	if err != nil {
		return errors.Wrapf(err, "read %s", t.name)
	}
	stmt.BindText(1, key)
	row, err := stmt.Step()
	if err == nil && row {
		t.buf = readBlob(stmt, 0, t.buf)
		err = projections.ReadState(t.buf, e)
	}
	return errors.Wrapf(errors.CombineErrors(err, stmt.Reset()), "read %s of %s", t.name, key)
}

// flush writes what was touched, in the order of the keys, and forgets it.
func (t *table[E]) flush() error {
	if len(t.touched) == 0 {
		return nil
	}
	stmt, err := t.conn.Prepare(t.insert)
	if err != nil {
		return errors.Wrapf(err, "write %s", t.name)
	}
	for _, key := range slices.Sorted(maps.Keys(t.touched)) {
		e := t.touched[key]
		var err error
		if t.buf, err = projections.AppendState(t.buf[:0], e); err != nil {
			return errors.Wrapf(err, "encode %s of %s", t.name, key)
		}
		stmt.BindText(1, key)
		stmt.BindBytes(2, t.buf)
		t.columns(stmt, e)
		if err := step(stmt); err != nil {
			return errors.Wrapf(err, "write %s of %s", t.name, key)
		}
		t.onDisk.add(key)
	}
	t.touched = make(map[string]*E, len(t.touched))
	return nil
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

// filter remembers which keys a rebuild has written, with some more: a key that
// it does not hold need not be looked for on disk. The zero filter holds all keys.
type filter struct {
	seed maphash.Seed
	bits []uint64
}

// filterWords is 4 MiB: one in a hundred strangers among 3·10⁶ keys.
const filterWords = 1 << 19

func newFilter() filter { return filter{seed: maphash.MakeSeed(), bits: make([]uint64, filterWords)} }

func (f *filter) each(key string, do func(word *uint64, bit uint64)) {
	h := maphash.String(f.seed, key)
	for range 4 {
		do(&f.bits[(h>>6)%filterWords], 1<<(h&63))
		h = h*0x9e3779b97f4a7c15 + h>>29
	}
}

func (f *filter) add(key string) {
	if f.bits != nil {
		f.each(key, func(word *uint64, bit uint64) { *word |= bit })
	}
}

func (f *filter) mayHold(key string) bool {
	holds := true
	if f.bits != nil {
		f.each(key, func(word *uint64, bit uint64) { holds = holds && *word&bit != 0 })
	}
	return holds
}
