package scrub

import "bytes"

// longestValue is how far a value is read; a longer one continues to the first byte that no
// token contains.
const longestValue = 8192

// A value is what a text gives to a name: the half-open range of its bytes.
type value struct {
	start, end int
	quoted     bool
	tight      bool // NAME=value, as a shell writes it
	prose      bool // the name is value
	strict     bool // may be anything: it is judged as if without quotes
	list       bool // one of several in brackets
	stop       byte // behind a value without quotes, 0 at the end of the text
}

// valueOf reads the value that text gives to a name:
//
//	name = "value"   name: value   "name": "value"   name => 'value'   NAME=value   name := `value`
//	name: string = "value"   call("name", "value")   set_name("value")   --name value
//	<name>value</name>   <x name="value"/>   key="name" value="value"   name: NAME, value: value
//	ENV NAME value   PASSWORD 'value'
//
// Quotes and brackets may carry backslashes, as in JSON inside JSON.
func valueOf(text []byte, n secretName) (value, bool) {
	c := cursor{text: text, at: n.end}
	closed := c.quote() != 0
	c.any("]")
	c.colour()
	if v, ok := c.element(n, closed); ok {
		return v, ok
	}
	if n.start > 1 && text[n.start-1] == ':' && c.peek() == ':' && !isSpace(text[n.start-2]) {
		return value{}, false // a part of a name with colons between
	}
	for _, read := range []func(cursor, secretName, bool) (value, bool){beside, assigned, argument} {
		if v, ok := read(c, n, closed); ok {
			return v, ok
		}
	}
	return value{}, false
}

// beside reads the value of a pair of members, where the name is the value of the other one.
func beside(c cursor, n secretName, closed bool) (value, bool) {
	if !closed && !pairName(c.text, n.start) {
		return value{}, false
	}
	return c.pair()
}

// assigned reads what an operator gives to the name.
func assigned(c cursor, n secretName, closed bool) (value, bool) {
	tight := !closed && c.peek() == '='
	c.blanks()
	from := c.at
	if !c.operator() && !c.column(n.start) {
		return value{}, false
	}
	if c.any("*") {
		c.any("*") // **Password:** value
	}
	c.blanks()
	if next := c; bytes.IndexByte([]byte("\r\n\\"), next.peek()) >= 0 {
		if next.space(); next.quote() > 0 { // a value on a separate line is quoted
			c.space()
		}
	}
	v, ok := c.value()
	v.tight = tight && (v.start == n.end+1 || v.quoted && v.start == n.end+2)
	v.prose = folded(c.text[from:min(len(c.text), from+3)], "is ") || folded(c.text[from:min(len(c.text), from+4)], "for ")
	return v, ok
}

// operator passes over what assigns or compares, and the type between a colon and a sign of
// equality.
func (c *cursor) operator() bool {
	from := c.at
	if c.typed() {
		return true
	}
	c.at = from
	for c.at < len(c.text) && c.at < from+4 && bytes.IndexByte([]byte(":=?+.|!>~"), c.text[c.at]) >= 0 {
		c.at++
	}
	op := c.text[from:c.at]
	switch {
	case bytes.ContainsAny(op, "=:"), string(op) == "||", string(op) == "??":
		return true
	case len(op) > 0:
		c.at = from
		return false
	}
	if c.any(",") {
		c.blanks()
		at := c.at
		quoted := c.quote() > 0
		c.at = at
		return quoted
	}
	if c.word("for ", "is generated for ") {
		return c.label()
	}
	return c.word("is: ", "is ", "-> ", "→ ", "> ", "<<< ") || c.word("- '", "- \"") && c.back()
}

// label passes over the rest of a label up to its colon: Password for 'https://me@host': X.
func (c *cursor) label() bool {
	line := c.text[c.at:min(len(c.text), c.at+80)]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	i := bytes.Index(line, []byte(": "))
	c.at += i + 1
	return i >= 0
}

// column passes over the line between the columns of a table, in which the name at index at is
// the first.
func (c *cursor) column(at int) bool {
	before := bytes.TrimRight(c.text[max(0, at-4):at], " `*")
	return len(before) > 0 && before[len(before)-1] == '|' && c.any("|")
}

// back returns to the byte before.
func (c *cursor) back() bool {
	c.at--
	return true
}

// typed passes over ": string =" and " string =".
func (c *cursor) typed() bool {
	c.any(":")
	c.any("?")
	c.blanks()
	from := c.at
	for c.at < len(c.text) && c.at < from+24 && (letterOrDigit(c.text[c.at]) || bytes.IndexByte([]byte("[].|&<>*_"), c.text[c.at]) >= 0) {
		c.at++
	}
	if c.at == from || c.blanks() == 0 || !c.any("=") {
		return false
	}
	c.blanks()
	at := c.at
	quoted := c.quote() > 0
	c.at = at
	return quoted
}
