package scrub

import "bytes"

// value reads a value with or without quotes. It may be the only argument of a call.
func (c *cursor) value() (v value, ok bool) {
	c.colour()
	if c.word("!!str ", "!unsafe ") {
		c.blanks()
	}
	if c.any("{") {
		if c.space(); !c.valueName() {
			return value{}, false
		}
		c.quote()
		c.blanks()
		if !c.any(":") {
			return value{}, false
		}
		c.blanks()
	}
	list := !bytes.HasPrefix(c.text[c.at:], []byte("[]")) && c.any("[")
	if list {
		c.space()
	}
	from := c.at
	defer func() { v.list = list }()
	for c.at < from+2 && letter(c.peek()) { // b"…", @"…"
		c.at++
	}
	c.any("@")
	if v, ok := c.quoted(); ok {
		return v, true
	}
	c.at = from
	if c.word("[]byte(", "bytes(", "string(", "str(", "some(", "string::from(", "secretstr(", "sensitive(") {
		return c.quotedOnly()
	}
	if c.any("|>") { // a block of YAML
		c.any("-+")
		if c.blanks(); bytes.IndexByte([]byte("\r\n\\"), c.peek()) < 0 {
			return value{}, false
		}
		c.space()
	}
	v = c.bare()
	return v, v.start < v.end
}

// next returns the value behind v in its list.
func (v value) next(text []byte) (value, bool) {
	if !v.list || !v.quoted {
		return value{}, false
	}
	c := cursor{text: text, at: v.end}
	c.quote()
	c.space()
	if !c.any(",") {
		return value{}, false
	}
	c.space()
	after, ok := c.quoted()
	after.list = true
	return after, ok
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
