// Package cache holds some entities of a fold in memory and leaves all others to a backing
// store, so that a log of any length is folded in bounded memory. It encodes nothing and
// writes nothing itself: the backing store does.
package cache

import "fmt"

// BackingStore keeps the entities of one fold that a [Cache] does not hold.
type BackingStore[E any] interface {
	// Fetch reads the entity of h.Key into h and sets h.Place, if the entity is at the place; place 0 requests
	// it from any place. Otherwise it leaves h as it is.
	Fetch(h *Held[E], place int64) error
	// Store keeps entities, given in the order in which they came to the cache. They
	// are the backing store's from then on.
	Store([]*Held[E]) error
}

// Held is an entity in memory.
type Held[E any] struct {
	Key    string
	Hash   int64 // of the key
	Place  int64 // in the backing store, from 1; 0 for a new one whose backing store gives places itself
	used   int64 // when it was taken last, in takes of its cache
	Entity E
}

// Cache holds some entities in memory and leaves all others to a backing store. It is not safe for use by several at once.
type Cache[E any] struct {
	name    string
	backing BackingStore[E]
	hash    func(key string) int64
	most    int // entities in memory
	takes   int64
	held    map[string]*Held[E]
	last    *Held[E]   // that was taken
	order   []*Held[E] // held, as they came
	made    []Held[E]  // memory for the next ones
	// places holds the place of each key that was met, by the key's hash; nil when
	// the backing store finds a key by itself.
	places map[int64]int64
	// twins holds the places of keys that share their hash with one in places.
	twins map[string]int64
	given int64 // the last place that was given
}

// New returns a cache for a backing store that keeps entities by the places that the
// cache gives them, and that is empty; it holds so many at most.
func New[E any](name string, backing BackingStore[E], hash func(key string) int64, most int) *Cache[E] {
	c := NewOpen(name, backing, hash, most)
	c.places, c.twins = map[int64]int64{}, map[string]int64{}
	return c
}

// NewOpen returns a cache for a backing store that gives places and finds keys by itself.
func NewOpen[E any](name string, backing BackingStore[E], hash func(key string) int64, most int) *Cache[E] {
	return &Cache[E]{name: name, backing: backing, hash: hash, most: most, held: map[string]*Held[E]{}}
}

// Take returns the entity of a key, a zero one when there is none, for the caller to change
// before the next call.
func (c *Cache[E]) Take(key string) (*E, error) {
	c.takes++
	if c.last != nil && c.last.Key == key {
		c.last.used = c.takes
		return &c.last.Entity, nil
	}
	if h, ok := c.held[key]; ok {
		c.last, h.used = h, c.takes
		return &h.Entity, nil
	}
	if len(c.held) >= c.most {
		if err := c.shed(); err != nil {
			return nil, err
		}
	}
	h := c.make(key)
	if err := c.fetch(h); err != nil {
		return nil, fmt.Errorf("read %s of %s: %w", c.name, key, err)
	}
	c.held[key], c.last = h, h
	c.order = append(c.order, h)
	return &h.Entity, nil
}

// madeAtOnce is for how many entities memory is taken at once.
const madeAtOnce = 64

func (c *Cache[E]) make(key string) *Held[E] {
	if len(c.made) == 0 {
		c.made = make([]Held[E], madeAtOnce)
	}
	h := &c.made[0]
	c.made = c.made[1:]
	h.Key, h.Hash, h.used = key, c.hash(key), c.takes
	return h
}

// fetch reads the entity of h, if there is one, and gives it a place.
func (c *Cache[E]) fetch(h *Held[E]) error {
	if c.places == nil {
		return c.backing.Fetch(h, 0)
	}
	place, known := c.places[h.Hash]
	if !known {
		c.given++
		h.Place, c.places[h.Hash] = c.given, c.given
		return nil
	}
	if twin, ok := c.twins[h.Key]; ok {
		place = twin
	}
	if err := c.backing.Fetch(h, place); err != nil || h.Place != 0 {
		return err
	}
	// The place is another key's, in the backing store or in memory: a key that has one
	// itself and is not in memory was stored.
	c.given++
	h.Place, c.twins[h.Key] = c.given, c.given
	return nil
}

// Flush has stored what is in memory, and forgets it.
func (c *Cache[E]) Flush() error { return c.keep(c.takes) }

// freshShare is the part of most whose takes are so recent that others are likely to
// follow: what was taken then stays when the cache is full, and is not fetched again.
const freshShare = 8

// shed stores what was not taken lately, before the take under way.
func (c *Cache[E]) shed() error { return c.keep(c.takes - 1 - int64(c.most/freshShare)) }

// keep has stored, and forgets, all that was not taken after some take.
func (c *Cache[E]) keep(after int64) error {
	some, stay := c.order, make([]*Held[E], 0, len(c.order))
	stored := some[:0]
	clear(c.held)
	c.last = nil
	for _, h := range some {
		if h.used <= after {
			stored = append(stored, h)
			continue
		}
		stay = append(stay, h)
		c.held[h.Key] = h
	}
	c.order = stay
	return c.backing.Store(stored)
}
