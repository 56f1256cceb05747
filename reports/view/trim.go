package view

import (
	"bytes"

	"github.com/clawable/claw/domain/jcs"
)

// trimming removes members from items. It caches the result of leaves for each name, in the order in which
// items have them: most items have the same.
type trimming struct {
	leaves func(name string) Because
	told   []toldOf
	next   int // where the next name is looked for first
}

// toldOf is whether a member is left out.
type toldOf struct {
	name []byte // with its quotes
	left bool
}

// trimmedSection is a section whose items are trimmed.
func trimmedSection(text []byte, leaves func(name string) Because) []byte {
	c := jcs.NewCursor(text)
	out := append(make([]byte, 0, len(text)), '{')
	if !c.At("{") {
		return append(out, '}')
	}
	c.Enter()
	for name := c.Name(); name != nil; name = c.Name() {
		out = append(append(separated(out), name...), ':')
		if string(name) == `"items"` {
			out = (&trimming{leaves: leaves}).items(out, &c)
		} else {
			out = append(out, c.Value()...)
		}
	}
	return append(out, '}')
}

// items appends the items at c without the members that are left out.
func (t *trimming) items(out []byte, c *jcs.Cursor) []byte {
	out = append(out, '{')
	if !c.Enter() {
		c.Value()
		return append(out, '}')
	}
	for id := c.Name(); id != nil; id = c.Name() {
		out = append(append(separated(out), id...), ':', '{')
		if !c.Enter() {
			c.Value()
		}
		out = append(t.item(out, c), '}')
	}
	return append(out, '}')
}

// item appends the members of an item that was entered. Those between two that are left out are copied at
// once.
func (t *trimming) item(out []byte, c *jcs.Cursor) []byte {
	from, until := 0, 0 // in the text of c, of what is kept and not copied yet
	for name := c.Name(); name != nil; name = c.Name() {
		begin := c.Offset() - len(name) - len(":")
		c.Value()
		switch {
		case !t.left(name):
			if until = c.Offset(); from == 0 {
				from = begin
			}
		case from > 0:
			out, from = append(separated(out), c.Text(from, until)...), 0
		}
	}
	if from > 0 {
		out = append(separated(out), c.Text(from, until)...)
	}
	return out
}

// left reports whether a member is left out.
func (t *trimming) left(name []byte) bool {
	for range t.told {
		if t.next == len(t.told) {
			t.next = 0
		}
		of := &t.told[t.next]
		if t.next++; bytes.Equal(of.name, name) {
			return of.left
		}
	}
	left := t.leaves(string(jcs.NameOf(name))) != ""
	t.told = append(t.told, toldOf{name, left})
	t.next = len(t.told)
	return left
}

// separated is an object being written, ready for its next member.
func separated(b []byte) []byte {
	if b[len(b)-1] != '{' {
		b = append(b, ',')
	}
	return b
}
