package projections

import "fmt"

// Drawer keeps the entities of one fold that a [Tray] does not hold.
type Drawer[E any] interface {
	// Fetch reads the entity of h.Key into h and sets h.Place, if it lies at the
	// place; place 0 asks for it wherever it lies. Else it leaves h as it is.
	Fetch(h *Held[E], place int64) error
	// Store keeps entities, given in the order in which they came to the tray. They
	// are the drawer's from then on.
	Store([]*Held[E]) error
}

// Held is an entity in memory.
type Held[E any] struct {
	Key    string
	Hash   int64 // of the key
	Place  int64 // in the drawer, from 1; 0 for a new one whose drawer gives places itself
	used   int64 // when it was taken last, in takes of its tray
	Entity E
}

// Tray is a [Shelf] that holds some entities in memory and leaves all others to a
// drawer. It is not safe for use by several at once.
type Tray[E any] struct {
	name   string
	drawer Drawer[E]
	hash   func(key string) int64
	most   int // entities in memory
	takes  int64
	held   map[string]*Held[E]
	last   *Held[E]   // that was taken
	order  []*Held[E] // held, as they came
	made   []Held[E]  // memory for the next ones
	// places holds the place of each key that was met, by the key's hash; nil when
	// the drawer finds a key by itself.
	places map[int64]int64
	// twins holds the places of keys that share their hash with one in places.
	twins map[string]int64
	given int64 // the last place that was given
}

// NewTray returns a tray for a drawer that keeps entities by the places that the
// tray gives them, and that is empty; it holds so many at most.
func NewTray[E any](name string, drawer Drawer[E], hash func(key string) int64, most int) *Tray[E] {
	t := NewOpenTray(name, drawer, hash, most)
	t.places, t.twins = map[int64]int64{}, map[string]int64{}
	return t
}

// NewOpenTray returns a tray for a drawer that gives places and finds keys by itself.
func NewOpenTray[E any](name string, drawer Drawer[E], hash func(key string) int64, most int) *Tray[E] {
	return &Tray[E]{name: name, drawer: drawer, hash: hash, most: most, held: map[string]*Held[E]{}}
}

// Take implements [Shelf].
func (t *Tray[E]) Take(key string) (*E, error) {
	t.takes++
	if t.last != nil && t.last.Key == key {
		t.last.used = t.takes
		return &t.last.Entity, nil
	}
	if h, ok := t.held[key]; ok {
		t.last, h.used = h, t.takes
		return &h.Entity, nil
	}
	if len(t.held) >= t.most {
		if err := t.shed(); err != nil {
			return nil, err
		}
	}
	h := t.make(key)
	if err := t.fetch(h); err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", t.name, key, err)
	}
	t.held[key], t.last = h, h
	t.order = append(t.order, h)
	return &h.Entity, nil
}

// madeAtOnce is for how many entities memory is taken at once.
const madeAtOnce = 64

func (t *Tray[E]) make(key string) *Held[E] {
	if len(t.made) == 0 {
		t.made = make([]Held[E], madeAtOnce)
	}
	h := &t.made[0]
	t.made = t.made[1:]
	h.Key, h.Hash, h.used = key, t.hash(key), t.takes
	return h
}

// fetch reads the entity of h, if there is one, and gives it a place.
func (t *Tray[E]) fetch(h *Held[E]) error {
	if t.places == nil {
		return t.drawer.Fetch(h, 0)
	}
	place, known := t.places[h.Hash]
	if !known {
		t.given++
		h.Place, t.places[h.Hash] = t.given, t.given
		return nil
	}
	if twin, ok := t.twins[h.Key]; ok {
		place = twin
	}
	if err := t.drawer.Fetch(h, place); err != nil || h.Place != 0 {
		return err
	}
	// The place is another key's, in the drawer or in memory: a key that has one
	// itself and is not in memory was stored.
	t.given++
	h.Place, t.twins[h.Key] = t.given, t.given
	return nil
}

// Flush has stored what is in memory, and forgets it.
func (t *Tray[E]) Flush() error { return t.keep(t.takes) }

// freshShare is the part of most whose takes are so recent that others are likely to
// follow: what was taken then stays when the tray is full, and is not fetched again.
const freshShare = 8

// shed stores what was not taken lately, before the take under way.
func (t *Tray[E]) shed() error { return t.keep(t.takes - 1 - int64(t.most/freshShare)) }

// keep has stored, and forgets, all that was not taken after some take.
func (t *Tray[E]) keep(after int64) error {
	some, stay := t.order, make([]*Held[E], 0, len(t.order))
	stored := some[:0]
	clear(t.held)
	t.last = nil
	for _, h := range some {
		if h.used <= after {
			stored = append(stored, h)
			continue
		}
		stay = append(stay, h)
		t.held[h.Key] = h
	}
	t.order = stay
	return t.drawer.Store(stored)
}
