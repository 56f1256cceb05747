package scrub

import "bytes"

// argument reads a value that follows the name without an operator: of a call, a flag, a command
// or a statement of SQL.
func argument(c cursor, n secretName, closed bool) (value, bool) {
	if c.any("(") {
		if closed {
			return value{}, false
		}
		return c.quotedOnly()
	}
	blanks := c.blanks()
	if next := c; blanks == 0 && c.text[n.start] == '-' && next.item() {
		return next.value()
	}
	switch {
	case blanks == 0:
		return value{}, false
	case c.text[n.start] == '-':
		c.word("pass:") // of openssl, which reads others from elsewhere
		if c.word("env:", "file:", "fd:") {
			return value{}, false
		}
		return c.value()
	case spaced(c.text, n.start):
		return c.value()
	case n.strength == human && !folded(c.text[n.start:n.end], "pass"):
		v, ok := c.quotedOnly() // PASSWORD 'value' of SQL
		if ok {
			return v, mixed(c.text[v.start:v.end]) || signs(c.text[v.start:v.end]) > 1
		}
	}
	return alone(c, n)
}

// alone reads a value that is the last word of a line which the name begins, as in a table
// without lines or a file of directives, or which ends a directive of a router: username me secret X.
func alone(c cursor, n secretName) (value, bool) {
	from := max(0, n.start-80)
	before := c.text[from:n.start]
	before = bytes.TrimLeft(before[bytes.LastIndexAny(before, "\r\n")+1:], " \t$#")
	if len(before) > 0 && !bytes.HasPrefix(before, []byte("username ")) && !bytes.HasPrefix(before, []byte("enable ")) {
		return value{}, false
	}
	v := c.bare()
	c.blanks()
	v.strict = true
	return v, v.start < v.end && (c.at == len(c.text) || bytes.IndexByte([]byte("\r\n"), c.peek()) >= 0) &&
		(mixed(c.text[v.start:v.end]) || signs(c.text[v.start:v.end]) > 1) && !wordy(c.text[v.start:v.end])
}

// item passes over the end of a line and the dash of the next one, as of a list in YAML.
func (c *cursor) item() bool {
	from := c.at
	c.quote()
	c.space()
	return c.at > from && c.word("- ")
}

// spaced reports whether the command before index at takes a name and a value: ENV, set -x.
func spaced(text []byte, at int) bool {
	for from := at; at > 0 && at > from-60 && text[from-1] == '/' && (inName(text[at-1]) || text[at-1] == '/'); at-- {
		continue
	}
	line := text[max(0, at-24):at]
	for _, command := range commands {
		if bytes.HasSuffix(line, []byte(command)) {
			rest := line[:len(line)-len(command)]
			return len(rest) == 0 || !letterOrDigit(rest[len(rest)-1]) || escapeEnd(line, len(rest))
		}
	}
	return false
}
