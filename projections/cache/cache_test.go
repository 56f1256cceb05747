package cache_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/cache"
)

// backing is a backing store in memory that notes its queries.
type backing struct {
	held    map[int64]cache.Held[int]
	fetched []string
	stored  []string
}

func (c *backing) Fetch(h *cache.Held[int], place int64) error {
	c.fetched = append(c.fetched, h.Key)
	if was, ok := c.held[place]; ok && was.Key == h.Key {
		h.Place, h.Entity = place, was.Entity
	}
	return nil
}

func (c *backing) Store(some []*cache.Held[int]) error {
	for _, h := range some {
		c.held[h.Place] = *h
		c.stored = append(c.stored, h.Key)
	}
	return nil
}

func TestAFullCacheStoresWhatWasNotTakenLatelyAndFetchesItWhenItIsTakenAgain(t *testing.T) {
	const most = 16 // of which the last two takes are recent
	c := &backing{held: map[int64]cache.Held[int]{}}
	cache := cache.New("numbers", c, func(key string) int64 { return int64(len(key)) }, most) // many share a hash
	key := func(i int) string { return fmt.Sprintf("%02d", i) }
	add := func(keys ...string) {
		t.Helper()
		for _, k := range keys {
			n, err := cache.Take(k)
			if err != nil {
				t.Fatal(err)
			}
			*n++
		}
	}
	for i := range most {
		add(key(i))
	}
	c.fetched = nil // of those that share a hash
	add(key(3), "new", key(3), key(15), key(0))
	if want := []string{key(0)}; !slices.Equal(c.fetched, want) {
		t.Errorf("fetched %v, want %v", c.fetched, want)
	}
	if slices.Contains(c.stored, key(3)) || slices.Contains(c.stored, key(15)) || len(c.stored) != most-2 {
		t.Errorf("stored %v, want all but 03 and 15", c.stored)
	}
	if err := cache.Flush(); err != nil {
		t.Fatal(err)
	}
	got, want := map[string]int{}, map[string]int{"new": 1}
	for _, h := range c.held {
		got[h.Key] = h.Entity
	}
	for i := range most {
		want[key(i)] = 1
	}
	want[key(3)], want[key(15)], want[key(0)] = 3, 2, 2
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
