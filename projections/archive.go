package projections

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
)

// Archive holds the state of all projections of a log of any length: what is at
// hand in memory, the rest in a [Room], with some bytes of memory for each entity.
// It tells the digests that [Memory] tells. It is not safe for use by several at once.
type Archive struct {
	trays   map[string]interface{ Digest() (domain.Digest, error) }
	lanes   *laneArchive
	options Options
	books   Books
}

// Bounds say how much an [Archive] holds in memory.
type Bounds struct {
	Entities int // of each fold
	Facts    int // bytes
}

// NewArchive returns the state of no event. The room is empty and the archive's own.
func NewArchive(o Options, room Room, most Bounds) *Archive {
	s := &scroll{room: room}
	sessions := newCase[Session](Sessions.Name, s, most.Entities)
	messages := newCase[Message](Messages.Name, s, most.Entities)
	tools := newCase[Tool](ToolCalls.Name, s, most.Entities)
	usage := newCase[Response](Usage.Name, s, most.Entities)
	failures := newCase[Failure](Failures.Name, s, most.Entities)
	notes := newCase[Parked](ParkedName, s, most.Entities)
	a := &Archive{lanes: newLaneArchive(s, o, most.Facts), options: o}
	a.trays = map[string]interface{ Digest() (domain.Digest, error) }{Sessions.Name: sessions, Messages.Name: messages,
		ToolCalls.Name: tools, Usage.Name: usage, Failures.Name: failures, ParkedName: notes, LanesName: a.lanes}
	a.books = Books{Sessions: sessions, Messages: messages, Tools: tools, Usage: usage, Failures: failures, Lanes: a.lanes,
		Park: func(_ domain.Position, p Parked) error { return parkIn(notes, p) }}
	return a
}

// Run is [Memory.Run], with the errors of the room as well.
func (a *Archive) Run(ctx context.Context, from Source, after domain.Position) error {
	return run(ctx, from, after, func(e *domain.Event) error { return a.books.Apply(a.options, e) })
}

// Digests hashes the state of every projection.
//
// Errors: those of the room.
func (a *Archive) Digests() (Digests, error) {
	out := Digests{}
	for name, tray := range a.trays {
		d, err := tray.Digest()
		if err != nil {
			return nil, fmt.Errorf("digest %s: %w", name, err)
		}
		out[name] = d
	}
	return out, nil
}

// drawerCase is the [Drawer] of one fold in a scroll, with its tray. A record is
// the length of the key, the key and the state.
type drawerCase[E any] struct {
	*Tray[E]
	scroll *scroll
	places []int64 // where the record of a place is, less one: place i+1
	buf    []byte
}

func newCase[E any](name string, s *scroll, most int) *drawerCase[E] {
	c := &drawerCase[E]{scroll: s}
	seed := maphash.MakeSeed()
	c.Tray = NewTray(name, c, func(key string) int64 { return int64(maphash.String(seed, key)) }, most)
	return c
}

// Store implements [Drawer].
func (c *drawerCase[E]) Store(some []*Held[E]) (err error) {
	for _, h := range some {
		c.buf = append(binary.AppendUvarint(c.buf[:0], uint64(len(h.Key))), h.Key...)
		if c.buf, err = AppendState(c.buf, &h.Entity); err != nil {
			return err
		}
		at, err := c.scroll.put(c.buf)
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

// Fetch implements [Drawer].
func (c *drawerCase[E]) Fetch(h *Held[E], place int64) error {
	key, state, err := c.read(place)
	if err != nil || key != h.Key {
		return err
	}
	h.Place = place
	return ReadState(state, &h.Entity)
}

// read returns the key and the state at a place, "" when none was stored there yet.
func (c *drawerCase[E]) read(place int64) (key string, state []byte, err error) {
	if place > int64(len(c.places)) || c.places[place-1] < 0 {
		return "", nil, nil
	}
	if c.buf, err = c.scroll.get(c.places[place-1], c.buf); err != nil {
		return "", nil, err
	}
	n, head := binary.Uvarint(c.buf)
	if head <= 0 || n > uint64(len(c.buf)-head) {
		return "", nil, errors.New("a record has no key")
	}
	rest := c.buf[head:]
	return string(rest[:n]), rest[n:], nil
}

// Digest is the state digest of the entities, see [StateDigest].
func (c *drawerCase[E]) Digest() (domain.Digest, error) {
	if err := c.Flush(); err != nil {
		return domain.Digest{}, err
	}
	type entry struct {
		key   string
		place int64
	}
	entries := make([]entry, 0, len(c.places))
	for place := int64(1); place <= int64(len(c.places)); place++ {
		key, _, err := c.read(place)
		if err != nil {
			return domain.Digest{}, err
		}
		entries = append(entries, entry{key, place})
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.key, b.key) })
	d := NewStateDigest()
	for _, e := range entries {
		_, state, err := c.read(e.place)
		if err == nil {
			err = d.Add(e.key, state)
		}
		if err != nil {
			return domain.Digest{}, err
		}
	}
	return d.Sum(), nil
}
