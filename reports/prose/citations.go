package prose

import (
	"bytes"
	"hash/maphash"
	"iter"

	"github.com/clawable/claw/internal/reuse"
)

// citations are the events that the statements of a page cite, as they were cited first. The ids of events are
// parts of the page: none is copied, and what the collector has to follow does not grow with them.
type citations struct {
	events   []event
	cites    []cite
	sections []string // of cites
	seed     maphash.Seed
	table    []int32 // of 1 + the index of an event, by the hash of its id; a power of two, at most half of it in use
}

// cited are citations of pages that are written: their memory is used again.
var cited reuse.Pool[citations]

// release lets another page use the memory.
func (c *citations) release() {
	clear(c.table)
	c.events, c.cites, c.sections = c.events[:0], c.cites[:0], c.sections[:0]
	cited.Give(c)
}

// event is an event that statements cite.
type event struct {
	from, until int   // in the page, of its id as it is written
	first, last int32 // of its cites
}

// cite is a statement that cites an event, and the index of the next one that cites the same.
type cite struct{ section, n, next int32 }

// add adds a statement that cites the event whose id is in page between two indexes.
func (c *citations) add(page []byte, from, until int, at anchor) {
	if 2*len(c.events) >= len(c.table) {
		c.grow(page)
	}
	if n := len(c.sections); n == 0 || c.sections[n-1] != at.section {
		c.sections = append(c.sections, at.section)
	}
	n := int32(len(c.cites))
	c.cites = append(c.cites, cite{section: int32(len(c.sections) - 1), n: int32(at.n)})
	slot := c.slot(page, page[from:until])
	if *slot == 0 {
		c.events = append(c.events, event{from, until, n, n})
		*slot = int32(len(c.events))
		return
	}
	e := &c.events[*slot-1]
	c.cites[e.last].next, e.last = n, n
}

// slot is where the table has an event, or would have it.
func (c *citations) slot(page, id []byte) *int32 {
	for i := maphash.Bytes(c.seed, id); ; i++ {
		slot := &c.table[i&uint64(len(c.table)-1)]
		if *slot == 0 {
			return slot
		}
		if e := &c.events[*slot-1]; bytes.Equal(page[e.from:e.until], id) {
			return slot
		}
	}
}

// grow makes a table with room for four times as many events.
func (c *citations) grow(page []byte) {
	if c.table == nil {
		c.seed = maphash.MakeSeed()
	}
	c.table = make([]int32, max(4*len(c.table), 256))
	for i, e := range c.events {
		*c.slot(page, page[e.from:e.until]) = int32(i + 1)
	}
}

// of are the statements that cite an event, in their order.
func (c *citations) of(e event) iter.Seq[anchor] {
	return func(yield func(anchor) bool) {
		for i := e.first; ; i = c.cites[i].next {
			one := c.cites[i]
			if !yield(anchor{c.sections[one.section], int(one.n)}) || i == e.last {
				return
			}
		}
	}
}
