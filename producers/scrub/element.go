package scrub

import "bytes"

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
	c.word("<![cdata[")
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
