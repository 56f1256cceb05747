// Package payload reads the members of an event's payload that a fold asks for and skips all
// others. It builds no tree, and it does not check a payload against its schema.
package payload

import (
	"bytes"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// Members walks the members of one JSON object and decodes only what the caller requests: a
// text of a message is skipped, never unquoted. The data of a log are RFC 8785; white space
// is accepted as well.
type Members struct {
	b   []byte
	i   int
	bad bool
}

// MembersOf begins a walk; nil data (erased) have no members.
func MembersOf(data []byte) Members {
	m := Members{b: data}
	if data == nil {
		return m
	}
	m.space()
	m.expect('{')
	m.space()
	if m.peek() == '}' {
		m.i = len(m.b)
	}
	return m
}

// Next returns the name (unescaped names only are known ones) and the raw value
// of the next member; ok is false at the end and when the data are no object.
func (m *Members) Next() (name, value []byte, ok bool) {
	if m.bad || m.i >= len(m.b) {
		return nil, nil, false
	}
	name = m.string()
	m.space()
	m.expect(':')
	m.space()
	start := m.i
	m.skip()
	if m.bad {
		return nil, nil, false
	}
	value = m.b[start:m.i]
	m.space()
	switch m.peek() {
	case ',':
		m.i++
		m.space()
	case '}':
		m.i = len(m.b)
	default:
		m.bad = true
		return nil, nil, false
	}
	return name[1 : len(name)-1], value, true
}

func (m *Members) peek() byte {
	if m.i < len(m.b) {
		return m.b[m.i]
	}
	return 0
}

func (m *Members) space() {
	for m.i < len(m.b) && (m.b[m.i] == ' ' || m.b[m.i] == '\n' || m.b[m.i] == '\t' || m.b[m.i] == '\r') {
		m.i++
	}
}

func (m *Members) expect(c byte) {
	if m.peek() != c {
		m.bad = true
		return
	}
	m.i++
}

// string returns a string with its quotes.
func (m *Members) string() []byte {
	start := m.i
	if m.peek() != '"' {
		m.bad = true
		return nil
	}
	for m.i++; ; {
		n := bytes.IndexByte(m.b[m.i:], '"')
		if n < 0 {
			m.bad = true
			return nil
		}
		m.i += n + 1
		if !escaped(m.b[start+1 : m.i-1]) {
			return m.b[start:m.i]
		}
	}
}

// escaped reports whether what follows s is escaped: an odd run of backslashes ends s.
func escaped(s []byte) bool {
	n := 0
	for n < len(s) && s[len(s)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// skip passes one value.
func (m *Members) skip() {
	switch m.peek() {
	case '"':
		m.string()
	case '{', '[':
		m.skipNested()
	default:
		start := m.i
		for m.i < len(m.b) && !endsLiteral(m.b[m.i]) {
			m.i++
		}
		m.bad = m.bad || m.i == start
	}
}

func endsLiteral(c byte) bool {
	switch c {
	case ',', '}', ']', ' ', '\n', '\t', '\r':
		return true
	}
	return false
}

func (m *Members) skipNested() {
	for depth := 0; m.i < len(m.b) && !m.bad; {
		switch m.b[m.i] {
		case '"':
			m.string()
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		m.i++
		if depth == 0 {
			return
		}
	}
	m.bad = true
}

// Err is the verdict on the walk, and on values that did not fit.
func (m *Members) Err() error {
	if !m.bad {
		return nil
	}
	return &domain.Error{Kind: domain.ErrParse, Operation: "read data", Message: "the payload is not what its kind says"}
}

// Text decodes a string; a value that is none spoils the walk.
func (m *Members) Text(value []byte) string {
	if len(value) < 2 || value[0] != '"' {
		m.bad = true
		return ""
	}
	inner := value[1 : len(value)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	b, err := jsontext.AppendUnquote(nil, value)
	m.bad = m.bad || err != nil
	return string(b)
}

// Maybe decodes a string or {"unknown": reason}.
func (m *Members) Maybe(value []byte) (text string, why domain.Unknown) {
	if len(value) > 0 && value[0] == '{' {
		inner := MembersOf(value)
		for name, v, ok := inner.Next(); ok; name, v, ok = inner.Next() {
			if string(name) == "unknown" {
				why = domain.Unknown(inner.Text(v))
			}
		}
		m.bad = m.bad || inner.bad || why == ""
		return "", why
	}
	return m.Text(value), ""
}

// Number decodes an integer.
func (m *Members) Number(value []byte) int64 {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		m.bad = true
		return 0
	}
	return n
}

// Texts decodes an array of strings.
func (m *Members) Texts(value []byte) []string {
	if len(value) == 0 || value[0] != '[' {
		m.bad = true
		return nil
	}
	var out []string
	in := Members{b: value, i: 1}
	for in.space(); in.peek() != ']'; in.space() {
		out = append(out, m.Text(in.string()))
		in.space()
		if in.peek() == ',' {
			in.i++
		}
		if in.bad || m.bad || in.i >= len(in.b) {
			m.bad = true
			return nil
		}
	}
	return out
}

// Words decodes a text, of one that was cut its head; what was scrubbed has none.
func (m *Members) Words(value []byte) string {
	if value[0] != '{' {
		return m.Text(value)
	}
	cut := MembersOf(value)
	for name, v, ok := cut.Next(); ok; name, v, ok = cut.Next() {
		if string(name) != "cut" {
			continue
		}
		parts := MembersOf(v)
		for name, v, ok := parts.Next(); ok; name, v, ok = parts.Next() {
			if string(name) == "head" {
				return m.Text(v)
			}
		}
	}
	return ""
}

// TextOf decodes a string; what is none is "".
func TextOf(value []byte) string {
	d := Members{}
	if text := d.Text(value); !d.bad {
		return text
	}
	return ""
}
