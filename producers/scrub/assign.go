package scrub

import "bytes"

// longestValue is how far a value is read; what is longer goes on to the first byte that no
// token contains.
const longestValue = 8192

// A value is what a text gives to a name: the half-open range of its bytes.
type value struct {
	start, end int
	quoted     bool
	tight      bool // NAME=value, as a shell writes it
	prose      bool // the name is value
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
	if v, ok := c.element(n, closed); ok {
		return v, ok
	}
	if closed || pairName(text, n.start) {
		pair := c
		if v, ok := pair.pair(); ok {
			return v, ok
		}
	}
	blank := c.blanks() > 0
	from := c
	if n.start > 0 && text[n.start-1] == ':' && c.peek() == ':' {
		return value{}, false // a part of a name with colons between
	}
	tight := !closed && !blank && c.at < len(text) && text[c.at] == '='
	if c.operator() || c.column(n.start) {
		if c.any("*") {
			c.any("*") // **Password:** value
		}
		c.space()
		v, ok := c.value()
		v.tight = tight && (v.start == n.end+1 || v.quoted && v.start == n.end+2)
		v.prose = folded(text[from.at:min(len(text), from.at+3)], "is ")
		return v, ok
	}
	c = from
	switch {
	case c.any("(") && !blank && !closed:
		return c.quotedOnly()
	case blank && text[n.start] == '-':
		c.word("pass:") // of openssl, which reads others from elsewhere
		if c.word("env:", "file:", "fd:") {
			return value{}, false
		}
		return c.value()
	case blank && spaced(text, n.start):
		return c.value()
	}
	c = from
	if v, ok := c.quotedOnly(); ok && blank && n.strength == human && !folded(text[n.start:n.end], "pass") {
		return v, mixed(text[v.start:v.end]) || signs(text[v.start:v.end]) > 1 // PASSWORD 'value' of SQL
	}
	return value{}, false
}

// cursor is a place in a text.
type cursor struct {
	text []byte
	at   int
}

func (c *cursor) peek() byte {
	if c.at < len(c.text) {
		return c.text[c.at]
	}
	return 0
}

func (c *cursor) any(letters string) bool {
	if c.at < len(c.text) && bytes.IndexByte([]byte(letters), c.text[c.at]) >= 0 {
		c.at++
		return true
	}
	return false
}

// blanks passes over spaces and tabs.
func (c *cursor) blanks() (n int) {
	for c.any(" \t") {
		n++
	}
	return n
}

// space passes over blanks, line ends and their escapes.
func (c *cursor) space() {
	for c.at < len(c.text) {
		n := c.at
		for n < len(c.text) && c.text[n] == '\\' {
			n++
		}
		if n > c.at && n < len(c.text) && bytes.IndexByte([]byte("nrt"), c.text[n]) >= 0 {
			c.at = n + 1
			continue
		}
		if !c.any(" \t\r\n") {
			return
		}
	}
}

// word passes over a word in whatever letter case.
func (c *cursor) word(words ...string) bool {
	for _, w := range words {
		if end := c.at + len(w); end <= len(c.text) && folded(c.text[c.at:end], w) {
			c.at = end
			return true
		}
	}
	return false
}

// quote passes over a quotation mark with the backslashes before it and returns how long both
// are, 0 where there is none.
func (c *cursor) quote() int {
	i := c.at
	for i < len(c.text) && c.text[i] == '\\' {
		i++
	}
	if i == len(c.text) || bytes.IndexByte([]byte("\"'`"), c.text[i]) < 0 {
		return 0
	}
	n := i + 1 - c.at
	c.at = i + 1
	return n
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
	return c.word("is ") || c.word("- '", "- \"") && c.back()
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

// element reads the content of an XML element: that which the name is of, or the next one.
func (c *cursor) element(n secretName, closed bool) (value, bool) {
	from := *c
	opened := n.start > 0 && bytes.IndexByte([]byte("<:"), c.text[n.start-1]) >= 0
	switch {
	case opened && c.attributes(), closed && c.any(">"):
		c.space()
		if inner := *c; inner.any("<") && inner.word("value>", "string>") {
			*c = inner
		}
	case n.start > 0 && c.text[n.start-1] == '>' && c.word("</"):
		if !c.until('>') {
			break
		}
		c.space()
		if !c.any("<") || !c.until('>') {
			break
		}
	default:
		*c = from
		return value{}, false
	}
	c.space()
	if c.any("{") { // of Jenkins
		if i := bytes.LastIndexByte(c.text[:c.at+max(0, bytes.IndexByte(c.text[c.at:], '}'))], ' '); i > c.at {
			c.at = i + 1
		}
	}
	v := c.bare()
	if v.stop == '<' || v.stop == '}' || isSpace(v.stop) || v.stop == '\\' {
		return v, v.start < v.end
	}
	*c = from
	return value{}, false
}

// attributes passes over the rest of a tag.
func (c *cursor) attributes() bool {
	inner := *c
	if inner.peek() != '>' && inner.peek() != ' ' || !inner.until('>') || bytes.IndexByte(c.text[c.at:inner.at], '<') >= 0 {
		return false
	}
	*c = inner
	return true
}

// until passes over a short tag up to end.
func (c *cursor) until(end byte) bool {
	i := bytes.IndexByte(c.text[c.at:min(len(c.text), c.at+60)], end)
	c.at += i + 1
	return i >= 0
}

// pair reads the value behind the name of a member or attribute called value: what a list of
// names and values gives.
func (c *cursor) pair() (value, bool) {
	for range 3 {
		c.space()
		if !c.any(",{;") {
			break
		}
	}
	c.quote()
	if !c.word("value", "default", "content", "string") {
		return value{}, false
	}
	c.quote()
	c.blanks()
	if !c.any(":=") {
		return value{}, false
	}
	c.blanks()
	return c.value()
}

// pairName reports whether what stands before index at says that a name follows: name: NAME.
func pairName(text []byte, at int) bool {
	before := bytes.TrimRight(text[max(0, at-16):at], " \t\"'")
	before = bytes.TrimRight(before, ":=")
	return len(before) >= 4 && folded(before[len(before)-4:], "name") || len(before) >= 3 && folded(before[len(before)-3:], "key")
}

// spaced reports whether the command before index at takes a name and a value: ENV, set -x.
func spaced(text []byte, at int) bool {
	line := text[max(0, at-24):at]
	for _, command := range commands {
		if bytes.HasSuffix(line, []byte(command)) {
			rest := line[:len(line)-len(command)]
			return len(rest) == 0 || !letterOrDigit(rest[len(rest)-1]) || escapeEnd(line, len(rest))
		}
	}
	return false
}

// value reads a value with or without quotes. It may be the only argument of a call.
func (c *cursor) value() (value, bool) {
	from := c.at
	for c.at < from+2 && letter(c.peek()) { // b"…", @"…"
		c.at++
	}
	c.any("@")
	if v, ok := c.quoted(); ok {
		return v, true
	}
	c.at = from
	if c.word("[]byte(", "bytes(", "string(", "str(", "some(") {
		return c.quotedOnly()
	}
	if c.any("|>") { // a block of YAML
		c.any("-+")
		if c.blanks(); bytes.IndexByte([]byte("\r\n\\"), c.peek()) < 0 {
			return value{}, false
		}
		c.space()
	}
	v := c.bare()
	return v, v.start < v.end
}

func (c *cursor) quotedOnly() (value, bool) {
	c.blanks()
	return c.quoted()
}

// quoted reads a value up to the mark that began it, with as many backslashes.
func (c *cursor) quoted() (value, bool) {
	from := c.at
	n := c.quote()
	if n == 0 {
		return value{}, false
	}
	mark := c.text[from:c.at]
	start := c.at
	window := c.text[start:min(len(c.text), start+longestValue)]
	for i := 0; ; {
		at := bytes.Index(window[i:], mark)
		if at < 0 {
			return value{}, false
		}
		i += at
		if i == 0 || window[i-1] != '\\' {
			window = window[:i]
			break
		}
		i += n
	}
	c.at = start + len(window) + n
	return value{start: start, end: start + len(window), quoted: true}, true
}

// bare reads a value without quotes.
func (c *cursor) bare() value {
	start, limit := c.at, min(len(c.text), c.at+longestValue)
	i := start
	for i < limit && c.text[i] > ' ' && c.text[i] != 0x7f && bytes.IndexByte([]byte("\"'`\\<>|(){}"), c.text[i]) < 0 {
		if bytes.IndexByte([]byte("&;,"), c.text[i]) >= 0 && c.listGoesOn(i+1) {
			break
		}
		i++
	}
	if i == limit && limit < len(c.text) {
		i = runOn(c.text, i)
	}
	v := value{start: start, end: i}
	if i < len(c.text) {
		v.stop = c.text[i]
	}
	for v.end > start && bytes.IndexByte([]byte(",;.:]"), c.text[v.end-1]) >= 0 {
		v.end--
	}
	c.at = v.end
	return v
}

// listGoesOn reports whether at index i a list of values ends or has its next one.
func (c *cursor) listGoesOn(i int) bool {
	for i < len(c.text) && inName(c.text[i]) {
		i++
	}
	return i == len(c.text) || isSpace(c.text[i]) || bytes.IndexByte([]byte("=:\"'`\\&;<>|(){}"), c.text[i]) >= 0
}

func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }
