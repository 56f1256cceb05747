package tables

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/factpack"
)

// Loader reads what packs filed. Several may read at once, each used by one
// goroutine.
type Loader struct {
	tables *Access
	all    map[index.Key][]byte // see packs; nil: they are on disk
	events func(domain.EventID) (domain.Event, bool, error)
	Err    error // why a load failed
	cache  map[index.Key][]*fact.Fact
	cached int // facts in cache
}

// maxCached is how many facts a loader keeps.
const maxCached = 20_000

// NewLoader makes a loader of the packs behind d, or of all where those are in memory; events finds a
// single event by its id.
func NewLoader(d *Access, all map[index.Key][]byte, events func(domain.EventID) (domain.Event, bool, error)) *Loader {
	return &Loader{tables: d, all: all, events: events, cache: map[index.Key][]*fact.Fact{}}
}

// Load is an [index.Loader]. An error is kept in l.err and the answers after it mean
// nothing.
func (l *Loader) Load(k index.Key) []*fact.Fact {
	if facts, ok := l.cache[k]; ok {
		return facts
	}
	facts, err := l.read(k)
	if err != nil && l.Err == nil {
		l.Err = fmt.Errorf("load facts under %s: %w", k, err)
	}
	if l.cached += len(facts); l.cached > maxCached {
		clear(l.cache)
		l.cached = len(facts)
	}
	l.cache[k] = facts
	return facts
}

// LoadAll reads what packs filed under several keys at once, so that Load finds it in memory.
func (l *Loader) LoadAll(keys []index.Key) {
	if l.all != nil {
		return
	}
	facts := make(map[index.Key][]*fact.Fact, len(keys))
	for _, k := range keys {
		facts[k] = nil
	}
	list, err := json.Marshal(slices.Sorted(maps.Keys(facts)))
	if err == nil {
		err = l.packs("SELECT p.facts, p.key FROM json_each(?1) AS j CROSS JOIN packs AS p ON p.key = j.value ORDER BY p.key, p.n", string(list), func(stmt *sqlite.Stmt) (err error) {
			k := index.Key(stmt.ColumnText(1))
			facts[k], err = factpack.Unpack(ReadBlob(stmt, 0, nil), facts[k])
			return err
		})
	}
	if err != nil && l.Err == nil {
		l.Err = fmt.Errorf("load facts under %d keys: %w", len(keys), err)
	}
	maps.Copy(l.cache, facts)
	for _, under := range facts {
		l.cached += len(under)
	}
}

func (l *Loader) read(k index.Key) (facts []*fact.Fact, err error) {
	if id, ok := k.Event(); ok {
		return l.single(id)
	}
	if l.all != nil {
		return factpack.Unpack(l.all[k], nil)
	}
	err = l.packs("SELECT facts FROM packs WHERE key = ?1 ORDER BY n", string(k), func(stmt *sqlite.Stmt) (err error) {
		facts, err = factpack.Unpack(ReadBlob(stmt, 0, nil), facts)
		return err
	})
	return facts, err
}

// packs calls each with every row that a SELECT of packs finds.
func (l *Loader) packs(sql, arg string, each func(*sqlite.Stmt) error) error {
	return l.tables.Alone(func() error {
		stmt, err := l.tables.Conn.Prepare(sql)
		if err != nil {
			return err
		}
		stmt.BindText(1, arg)
		for {
			row, err := stmt.Step()
			if err == nil && row {
				err = each(stmt)
			}
			if err != nil || !row {
				return errors.Join(err, stmt.Reset())
			}
		}
	})
}

func (l *Loader) single(id domain.EventID) ([]*fact.Fact, error) {
	e, held, err := l.events(id)
	if err != nil || !held {
		return nil, err
	}
	if f, reads := fact.Of(&e); reads {
		return []*fact.Fact{&f}, nil
	}
	return nil, nil
}
