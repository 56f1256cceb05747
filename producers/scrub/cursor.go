package scrub

import "bytes"

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

// colour skips the sequences that set a terminal's colour.
func (c *cursor) colour() {
	for c.at < len(c.text) && (c.text[c.at] == 0x1b || c.text[c.at] == '\\') {
		i := c.at + 1
		if c.text[c.at] == '\\' {
			for i < len(c.text) && c.text[i] == '\\' {
				i++
			}
			for _, name := range []string{"u001b", "x1b", "033", "e"} {
				if bytes.HasPrefix(c.text[i:], []byte(name)) {
					i += len(name)
					break
				}
			}
		}
		end := i
		for end < len(c.text) && end < i+12 && bytes.IndexByte([]byte("[0123456789;"), c.text[end]) >= 0 {
			end++
		}
		if end == i || end == len(c.text) || c.text[i] != '[' || c.text[end] != 'm' {
			return
		}
		c.at = end + 1
	}
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

func isSpace(b byte) bool { return b == ' ' || '\t' <= b && b <= '\r' }
