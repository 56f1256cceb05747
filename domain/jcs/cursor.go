package jcs

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Cursor walks a text in canonical form from its begin to its end, once. Of another text than a
// canonical one it returns anything, and ends.
type Cursor struct {
	text []byte
	at   int
}

// NewCursor returns a cursor at the value that text is.
func NewCursor(text []byte) Cursor { return Cursor{text: text} }

// At reports whether the text continues with begins.
func (c *Cursor) At(begins string) bool {
	return len(c.text)-c.at >= len(begins) && string(c.text[c.at:c.at+len(begins)]) == begins
}

// Enter steps into the object or the array that begins here, and reports whether one does.
func (c *Cursor) Enter() bool {
	if c.at < len(c.text) && (c.text[c.at] == '{' || c.text[c.at] == '[') {
		c.at++
		return true
	}
	return false
}

// Name steps to the value of the next member of the object that was entered, and returns the name as it is
// written in the text, with its quotes; nil at the end of the object, which it steps over.
func (c *Cursor) Name() []byte {
	c.comma()
	if c.at >= len(c.text) || c.text[c.at] != '"' {
		c.at++
		return nil
	}
	start := c.at
	end := stringEnd(c.text, start)
	c.at = end + 1 // after the colon
	return c.text[start:end:end]
}

// Element reports whether the array that was entered has another element, which is the value here; at the
// end of the array it steps over it.
func (c *Cursor) Element() bool {
	c.comma()
	if c.at >= len(c.text) || c.text[c.at] == ']' {
		c.at++
		return false
	}
	return true
}

func (c *Cursor) comma() {
	if c.at < len(c.text) && c.text[c.at] == ',' {
		c.at++
	}
}

// Value steps over the value here and returns it, a part of the text.
func (c *Cursor) Value() []byte {
	if c.at >= len(c.text) {
		return nil
	}
	start := c.at
	c.at = max(valueEnd(c.text, start), start+1)
	return c.text[start:c.at:c.at]
}

// Members steps over the object here and returns its members, as [Members] does.
func (c *Cursor) Members() (all []Member) {
	c.Enter()
	for name := c.Name(); name != nil; name = c.Name() {
		all = append(all, Member{string(NameOf(name)), c.Value()})
	}
	return all
}

// Text is the text between two offsets of it, such as [Cursor.Offset] returns.
func (c *Cursor) Text(from, until int) []byte { return c.text[from:until:until] }

// Remaining estimates how many more values the text has of which done were stepped over: about as many
// for each byte that is left. At least a few.
func (c *Cursor) Remaining(done int) int {
	if done < few {
		return few
	}
	return few + len(c.text[c.Offset():])/(c.Offset()/done)
}

// few is how many values an estimate is based on.
const few = 8

// Offset is how many bytes the cursor stepped over.
func (c *Cursor) Offset() int { return min(c.at, len(c.text)) }

// NameOf is the name that a member has in a canonical text, without its quotes; it may be a part of quoted.
func NameOf(quoted []byte) []byte {
	if bytes.IndexByte(quoted, '\\') < 0 && len(quoted) >= 2 {
		return quoted[1 : len(quoted)-1]
	}
	long, _ := jsontext.AppendUnquote(nil, quoted)
	return long
}
