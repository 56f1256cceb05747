package store

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/cockroachdb/errors"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// packs files the facts of lanes under their keys. A row of the table holds the
// facts that one flush added under a key, each as a length (uvarint) and the
// fact: a session's facts are few rows, and a rebuild writes few.
type packs struct {
	conn    *sqlite.Conn
	events  func(domain.EventID) (domain.Event, bool, error)
	pending map[lane.Key][]byte
	bytes   int // in pending
	flushes int64
	buf     []byte
	clerk   lane.Clerk
	// added holds what came since the start, for who asks which lanes are touched.
	added  []lane.Fact
	keep   bool
	err    error // why a load failed
	cache  map[lane.Key][]*lane.Fact
	cached int               // facts in cache
	leads  map[lane.Key]bool // lanes that lead to their default session already
}

// maxCached is how many facts are kept while lanes are derived.
const maxCached = 20_000

// packBytes is how much is held before it is written.
const packBytes = 16 << 20

// eventPrefix begins the keys of single facts. They are not filed: the log itself
// finds an event by its id.
const eventPrefix = "event:"

// lanePrefix begins the keys of lanes.
const lanePrefix = "lane:"

// File implements [projections.LaneBook].
func (p *packs) File(f *lane.Fact) error {
	p.buf = lane.AppendFact(p.buf[:0], f)
	own := p.clerk.Lane(f.Session)
	for _, k := range p.clerk.Shared(f) {
		if k == own && p.led(f, own) {
			continue
		}
		row := binary.AppendUvarint(p.pending[k], uint64(len(p.buf)))
		p.pending[k] = append(row, p.buf...)
		p.bytes += len(p.buf) + len(k)
	}
	if p.keep {
		p.added = append(p.added, *f)
	}
	if p.bytes > packBytes {
		return p.flush()
	}
	return nil
}

// led reports whether a fact filed before leads from the lane of f's session to
// the session, under which f is filed as well: one that does is enough.
func (p *packs) led(f *lane.Fact, own lane.Key) bool {
	if f.Lane != "" || f.Said.Lane != "" || len(f.Said.Lanes) > 0 {
		return false
	}
	held := p.leads[own]
	p.leads[own] = true
	return held
}

func (p *packs) flush() error {
	if len(p.pending) == 0 {
		return nil
	}
	p.flushes++
	stmt, err := p.conn.Prepare("INSERT INTO packs VALUES (?1, ?2, ?3)")
	if err != nil {
		return errors.Wrap(err, "file facts")
	}
	for _, k := range slices.Sorted(maps.Keys(p.pending)) {
		stmt.BindText(1, string(k))
		stmt.BindInt64(2, p.flushes)
		stmt.BindBytes(3, p.pending[k])
		if err := step(stmt); err != nil {
			return errors.Wrapf(err, "file facts under %s", k)
		}
	}
	p.pending, p.bytes = map[lane.Key][]byte{}, 0
	return nil
}

// load is a [lane.Loader] over what is on disk. An error is kept in p.err and the
// answers after it mean nothing.
func (p *packs) load(k lane.Key) []*lane.Fact {
	if facts, ok := p.cache[k]; ok {
		return facts
	}
	facts, err := p.read(k)
	if err != nil && p.err == nil {
		p.err = errors.Wrapf(err, "load facts under %s", k)
	}
	if p.cached += len(facts); p.cached > maxCached {
		p.cache, p.cached = map[lane.Key][]*lane.Fact{}, len(facts)
	}
	p.cache[k] = facts
	return facts
}

func (p *packs) read(k lane.Key) ([]*lane.Fact, error) {
	if id, ok := strings.CutPrefix(string(k), eventPrefix); ok {
		return p.single(id)
	}
	var facts []*lane.Fact
	stmt, err := p.conn.Prepare("SELECT facts FROM packs WHERE key = ?1 ORDER BY n")
	if err != nil {
		return nil, err
	}
	stmt.BindText(1, string(k))
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return facts, errors.CombineErrors(err, stmt.Reset())
		}
		if facts, err = unpack(readBlob(stmt, 0, nil), facts); err != nil {
			return facts, errors.CombineErrors(err, stmt.Reset())
		}
	}
}

func unpack(b []byte, facts []*lane.Fact) ([]*lane.Fact, error) {
	forms, err := split(b)
	if err != nil {
		return facts, err
	}
	made := make([]lane.Fact, len(forms))
	facts = slices.Grow(facts, len(forms))
	for i, form := range forms {
		if made[i], err = lane.DecodeFact(form); err != nil {
			return facts, err
		}
		facts = append(facts, &made[i])
	}
	return facts, nil
}

// split cuts a pack into the stored forms of its facts.
func split(b []byte) (forms [][]byte, err error) {
	for len(b) > 0 {
		n, head := binary.Uvarint(b)
		if head <= 0 || uint64(len(b)-head) < n {
			return nil, errors.New("a pack of facts is cut short")
		}
		forms = append(forms, b[head:head+int(n)])
		b = b[head+int(n):]
	}
	return forms, nil
}

func (p *packs) single(text string) ([]*lane.Fact, error) {
	id, err := domain.ParseEventID(text)
	if err != nil {
		return nil, err
	}
	e, held, err := p.events(id)
	if err != nil || !held {
		return nil, err
	}
	if f, reads := lane.FactOf(&e); reads {
		return []*lane.Fact{&f}, nil
	}
	return nil, nil
}

// lanes lists every lane that a fact was filed under.
func (p *packs) lanes() ([]domain.LaneID, error) {
	var out []domain.LaneID
	stmt, err := p.conn.Prepare("SELECT DISTINCT key FROM packs WHERE key >= 'lane:' AND key < 'lane;' ORDER BY key")
	if err != nil {
		return nil, err
	}
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return out, errors.CombineErrors(err, stmt.Reset())
		}
		out = append(out, domain.LaneID(stmt.ColumnText(0)[len(lanePrefix):]))
	}
}
