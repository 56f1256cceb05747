package writer

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/factpack"
	"github.com/clawable/claw/projections/store/tables"
)

// packs files the facts of lanes under their keys: a row of the table is what one
// flush added under a key.
type packs struct {
	*factpack.Packs
	tables  *tables.Access
	flushes int64
	// added holds what came since the start, to determine which lanes are touched.
	added []fact.Fact
	keep  bool
	// all holds every pack of a rebuild, so that lanes are derived while the file is
	// indexed; nil when the read model was not empty or the facts are too many.
	all  map[index.Key][]byte
	size int // bytes in all
}

func newPacks(d *tables.Access, flushes int64, fresh bool) *packs {
	p := &packs{tables: d, flushes: flushes, keep: !fresh}
	p.Packs = factpack.New(packBytes, p.take)
	if fresh {
		p.all = map[index.Key][]byte{}
	}
	return p
}

// File implements [projections.LaneBook].
func (p *packs) File(f *fact.Fact) error {
	if p.keep {
		p.added = append(p.added, *f)
	}
	return p.Packs.File(f)
}

// take has packs written.
func (p *packs) take(some map[index.Key][]byte, bytes int) error {
	p.flushes++
	n := p.flushes
	p.hold(some, bytes)
	return p.tables.Do(func() error { return p.write(some, n) })
}

// hold adds packs to all, unless they are too many.
func (p *packs) hold(some map[index.Key][]byte, bytes int) {
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

func (p *packs) write(some map[index.Key][]byte, n int64) error {
	stmt, err := p.tables.Conn.Prepare("INSERT INTO packs VALUES (?1, ?2, ?3)")
	if err != nil {
		return fmt.Errorf("file facts: %w", err)
	}
	for _, k := range slices.Sorted(maps.Keys(some)) {
		stmt.BindText(1, string(k))
		stmt.BindInt64(2, n)
		stmt.BindBytes(3, some[k])
		if err := tables.Step(stmt); err != nil {
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
			if l, ok := k.Lane(); ok {
				out = append(out, l)
			}
		}
		slices.Sort(out)
		return out, nil
	}
	stmt, err := p.tables.Conn.Prepare("SELECT DISTINCT key FROM packs WHERE key >= 'lane:' AND key < 'lane;' ORDER BY key")
	if err != nil {
		return nil, err
	}
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return out, errors.Join(err, stmt.Reset())
		}
		l, _ := index.Key(stmt.ColumnText(0)).Lane()
		out = append(out, l)
	}
}
