package view

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain/jcs"
)

// reading reads members of items by their names. It remembers where it put a name, in the order in which
// items have them: most items have the same.
type reading struct {
	names []string
	of    []value // by names, of the item that was read last
	met   []met
	next  int // among met, where the next name is looked for first
}

// met is a name that an item had; at is -1 where nobody reads it.
type met struct {
	quoted string
	at     int
}

// place is where a path into an item leads.
type place struct {
	at   int    // among the names
	rest string // the path from there on
}

// place returns the place of a path, whose first name is read from now on.
func (r *reading) place(path string) place {
	name, rest, _ := strings.Cut(path, "/")
	at := slices.Index(r.names, name)
	if at < 0 {
		at, r.names, r.of = len(r.names), append(r.names, name), append(r.of, value{})
	}
	return place{at, rest}
}

// read reads an item. Where a stub stands for the item, it stands for each member.
func (r *reading) read(item value) {
	var all value
	if item.isStub() {
		all = item
	}
	for i := range r.of {
		r.of[i] = all
	}
	if all.of != nil || !item.isObject() {
		return
	}
	c := jcs.NewCursor(item.of)
	c.Enter()
	for quoted := c.Name(); quoted != nil; quoted = c.Name() {
		if at, of := r.find(quoted), c.Value(); at >= 0 {
			r.of[at] = value{of: of}
		}
	}
}

// find returns the index of a name, -1 for one that is not read.
func (r *reading) find(quoted []byte) int {
	for range r.met {
		if r.next == len(r.met) {
			r.next = 0
		}
		m := &r.met[r.next]
		if r.next++; m.quoted == string(quoted) {
			return m.at
		}
	}
	r.met = append(r.met, met{string(quoted), slices.Index(r.names, string(jcs.NameOf(quoted)))})
	r.next = len(r.met)
	return r.met[r.next-1].at
}

// at is what a place leads to in the item that was read last.
func (r *reading) at(p place) value {
	if p.rest == "" {
		return r.of[p.at]
	}
	return r.of[p.at].fact(p.rest)
}
