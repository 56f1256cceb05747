package scrub

import "bytes"

// pair reads the value behind the name of a member or attribute called value: what a list of
// names and values gives.
func (c *cursor) pair() (value, bool) {
	for range 5 {
		for range 3 {
			c.space()
			if !c.any(",{;") {
				break
			}
		}
		if c.valueName() {
			break
		}
		if !c.member() {
			return value{}, false
		}
	}
	c.quote()
	c.blanks()
	if !c.any(":=") {
		return value{}, false
	}
	c.blanks()
	return c.value()
}

// valueName passes over the name of a member that holds a value.
func (c *cursor) valueName() bool {
	from := c.at
	c.quote()
	if c.word("value", "default", "content", "stringvalue", "string", "parametervalue", "plaintext") {
		return true
	}
	c.at = from
	return false
}

// member passes over another member, whose value is short.
func (c *cursor) member() bool {
	c.quote()
	from := c.at
	for c.at < from+24 && (letter(c.peek()) || c.peek() == '_') {
		c.at++
	}
	if c.at == from {
		return false
	}
	c.quote()
	c.blanks()
	if !c.any(":=") {
		return false
	}
	line := c.text[c.at:min(len(c.text), c.at+120)]
	i := bytes.IndexAny(line, ",\r\n;}{")
	c.at += max(i, 0)
	return i >= 0 && line[i] != '}' && line[i] != '{'
}

// pairName reports whether the text before index at announces a name: name: NAME.
func pairName(text []byte, at int) bool {
	path := at
	for path > 0 && path > at-60 && (inName(text[path-1]) || text[path-1] == '/') && text[at-1] == '/' {
		path--
	}
	before := bytes.TrimRight(text[max(0, path-16):path], " \t\"'\\")
	before = bytes.TrimRight(before, ":=")
	return len(before) >= 4 && folded(before[len(before)-4:], "name") || len(before) >= 3 && folded(before[len(before)-3:], "key")
}
