package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// packs files the facts of lanes under their keys. A row of the table holds the
// facts that one flush added under a key, each as a length (uvarint) and the
// fact: a session's facts are few rows, and a rebuild writes few.
type packs struct {
	desk    *desk
	pending map[lane.Key][]byte
	bytes   int // in pending
	flushes int64
	buf     []byte
	clerk   lane.Clerk
	// added holds what came since the start, for who asks which lanes are touched.
	added []lane.Fact
	keep  bool
	leads map[lane.Key]bool // lanes that lead to their default session already
	// all holds every pack of a rebuild, so that lanes are derived while the file is
	// indexed; nil when the read model was not empty or the facts are too many.
	all  map[lane.Key][]byte
	size int // bytes in all
}

// packBytes is how much is held before it is written; tests take less.
var packBytes = 16 << 20

// mostPacked bounds all; tests take less.
var mostPacked = 192 << 20

// eventPrefix begins the keys of single facts. They are not filed: the log itself
// finds an event by its id.
const eventPrefix = "event:"

// lanePrefix begins the keys of lanes.
const lanePrefix = "lane:"

func newPacks(d *desk, flushes int64, fresh bool) *packs {
	p := &packs{desk: d, pending: map[lane.Key][]byte{}, flushes: flushes, keep: !fresh, leads: map[lane.Key]bool{}}
	if fresh {
		p.all = map[lane.Key][]byte{}
	}
	return p
}

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
	some, n := p.pending, p.flushes
	p.hold(some, p.bytes)
	p.pending, p.bytes = map[lane.Key][]byte{}, 0
	return p.desk.do(func() error { return p.write(some, n) })
}

// hold adds packs to all, unless they are too many.
func (p *packs) hold(some map[lane.Key][]byte, bytes int) {
	if p.size += bytes; p.all == nil || p.size > mostPacked {
		p.all = nil
		return
	}
	for k, pack := range some {
		if before := p.all[k]; len(before) > 0 {
			pack = slices.Concat(before, pack)
		}
		p.all[k] = pack
	}
}

func (p *packs) write(some map[lane.Key][]byte, n int64) error {
	stmt, err := p.desk.conn.Prepare("INSERT INTO packs VALUES (?1, ?2, ?3)")
	if err != nil {
		return fmt.Errorf("file facts: %w", err)
	}
	for _, k := range slices.Sorted(maps.Keys(some)) {
		stmt.BindText(1, string(k))
		stmt.BindInt64(2, n)
		stmt.BindBytes(3, some[k])
		if err := step(stmt); err != nil {
			return fmt.Errorf("file facts under %s: %w", k, err)
		}
	}
	return nil
}

// lanes lists every lane that a fact was filed under.
func (p *packs) lanes() ([]domain.LaneID, error) {
	var out []domain.LaneID
	if p.all != nil {
		for k := range p.all {
			if l, ok := strings.CutPrefix(string(k), lanePrefix); ok {
				out = append(out, domain.LaneID(l))
			}
		}
		slices.Sort(out)
		return out, nil
	}
	stmt, err := p.desk.conn.Prepare("SELECT DISTINCT key FROM packs WHERE key >= 'lane:' AND key < 'lane;' ORDER BY key")
	if err != nil {
		return nil, err
	}
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return out, errors.Join(err, stmt.Reset())
		}
		out = append(out, domain.LaneID(stmt.ColumnText(0)[len(lanePrefix):]))
	}
}
