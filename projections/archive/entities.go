package archive

import (
	"encoding/binary"
	"errors"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/clawable/claw/projections/cache"
	"github.com/clawable/claw/projections/jobs"
	"github.com/clawable/claw/projections/statejson"
)

// entityArchive is the [cache.BackingStore] of one fold in a record file, with its cache. A record is
// the length of the key, the key and the state.
type entityArchive[E any] struct {
	*cache.Cache[E]
	aside   *jobs.Queue
	records *recordFile
	places  []int64 // where in the record file the record of place i+1 is, -1 for nowhere yet
	buf     []byte
}

func newEntityArchive[E any](name string, a *jobs.Queue, s *recordFile, most int) *entityArchive[E] {
	c := &entityArchive[E]{aside: a, records: s}
	seed := maphash.MakeSeed()
	c.Cache = cache.New(name, c, func(key string) int64 { return int64(maphash.String(seed, key)) }, most)
	return c
}

// Store implements [cache.BackingStore].
func (c *entityArchive[E]) Store(some []*cache.Held[E]) error {
	return c.aside.Do(func() error { return c.write(some) })
}

func (c *entityArchive[E]) write(some []*cache.Held[E]) (err error) {
	for _, h := range some {
		c.buf = append(binary.AppendUvarint(c.buf[:0], uint64(len(h.Key))), h.Key...)
		if c.buf, err = statejson.Append(c.buf, &h.Entity); err != nil {
			return err
		}
		at, err := c.records.put(c.buf)
		if err != nil {
			return err
		}
		for int64(len(c.places)) < h.Place {
			c.places = append(c.places, -1)
		}
		c.places[h.Place-1] = at
	}
	return nil
}

// Fetch implements [cache.BackingStore].
func (c *entityArchive[E]) Fetch(h *cache.Held[E], place int64) error {
	return c.aside.Ask(func() error {
		key, state, err := c.read(place)
		if err != nil || key != h.Key {
			return err
		}
		h.Place = place
		return statejson.Read(state, &h.Entity)
	})
}

// read returns the key and the state at a place, "" when none was stored there yet.
func (c *entityArchive[E]) read(place int64) (key string, state []byte, err error) {
	if place > int64(len(c.places)) || c.places[place-1] < 0 {
		return "", nil, nil
	}
	if c.buf, err = c.records.get(c.places[place-1], c.buf); err != nil {
		return "", nil, err
	}
	n, head := binary.Uvarint(c.buf)
	if head <= 0 || n > uint64(len(c.buf)-head) {
		return "", nil, errors.New("a record has no key")
	}
	rest := c.buf[head:]
	return string(rest[:n]), rest[n:], nil
}

// each implements [states].
func (c *entityArchive[E]) each(visit func(key string, state []byte) error) error {
	if err := c.Flush(); err != nil {
		return err
	}
	type entry struct {
		key   string
		place int64
	}
	entries := make([]entry, 0, len(c.places))
	for place := int64(1); place <= int64(len(c.places)); place++ {
		key, _, err := c.read(place)
		if err != nil {
			return err
		}
		entries = append(entries, entry{key, place})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	for _, e := range entries {
		_, state, err := c.read(e.place)
		if err == nil {
			err = visit(e.key, state)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
