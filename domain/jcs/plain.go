package jcs

import "unicode/utf8"

// plain walks a document that may be in canonical form already, as what our own
// producers write mostly is. It accepts plain text only: no space, names of printable
// ASCII in order, integers of few digits, escapes of two characters.
type plain struct {
	doc  []byte
	at   int
	high bool // there was a byte beyond ASCII
}

// isCanonical reports whether doc is its own RFC 8785 form for certain, and holds no
// number that this changes. False says nothing.
func isCanonical(doc []byte) bool {
	p := plain{doc: doc}
	return p.value(0) && p.at == len(doc) && (!p.high || utf8.Valid(doc))
}

const (
	plainDepth  = 32
	plainDigits = 15 // of integers that are surely below 2^53
)

// value steps over one value.
func (p *plain) value(depth int) bool {
	if depth > plainDepth || p.at >= len(p.doc) {
		return false
	}
	switch c := p.doc[p.at]; c {
	case '{':
		return p.object(depth + 1)
	case '[':
		return p.array(depth + 1)
	case '"':
		return p.text()
	case 't':
		return p.literal("true")
	case 'f':
		return p.literal("false")
	case 'n':
		return p.literal("null")
	default:
		return p.integer()
	}
}

// object steps over an object whose names are in order and differ.
func (p *plain) object(depth int) bool {
	p.at++
	if p.is('}') {
		return true
	}
	var before []byte
	for first := true; ; first = false {
		name, ok := p.name()
		if !ok || !first && string(before) >= string(name) || !p.is(':') || !p.value(depth) {
			return false
		}
		before = name
		if !p.is(',') {
			return p.is('}')
		}
	}
}

func (p *plain) array(depth int) bool {
	p.at++
	if p.is(']') {
		return true
	}
	for p.value(depth) {
		if !p.is(',') {
			return p.is(']')
		}
	}
	return false
}

// name steps over a name without escapes, of ASCII: those sort by their bytes.
func (p *plain) name() (name []byte, ok bool) {
	if !p.is('"') {
		return nil, false
	}
	for from := p.at; p.at < len(p.doc); p.at++ {
		switch c := p.doc[p.at]; {
		case c == '"':
			p.at++
			return p.doc[from : p.at-1], true
		case c == '\\' || c < ' ' || c >= utf8.RuneSelf:
			return nil, false
		}
	}
	return nil, false
}

// text steps over a string; it is left to isCanonical whether it is UTF-8.
func (p *plain) text() bool {
	doc := p.doc
	for i := p.at + 1; i < len(doc); i++ {
		switch c := doc[i]; {
		case c == '"':
			p.at = i + 1
			return true
		case c == '\\':
			if i++; i == len(doc) || !isShortEscape(doc[i]) {
				return false
			}
		case c < ' ':
			return false
		case c >= utf8.RuneSelf:
			p.high = true
		}
	}
	return false
}

// isShortEscape reports whether an escape is one of the two-character escapes that RFC 8785 writes.
func isShortEscape(c byte) bool {
	switch c {
	case '"', '\\', 'b', 'f', 'n', 'r', 't':
		return true
	}
	return false
}

func (p *plain) integer() bool {
	negative := p.is('-')
	from := p.at
	for p.at < len(p.doc) && p.doc[p.at] >= '0' && p.doc[p.at] <= '9' {
		p.at++
	}
	digits := p.at - from
	if digits == 0 || digits > plainDigits || p.doc[from] == '0' && (digits > 1 || negative) {
		return false
	}
	return p.at == len(p.doc) || !isNumberByte(p.doc[p.at])
}

func (p *plain) literal(want string) bool {
	if end := p.at + len(want); end <= len(p.doc) && string(p.doc[p.at:end]) == want {
		p.at = end
		return true
	}
	return false
}

// is steps over c if it comes next.
func (p *plain) is(c byte) bool {
	if p.at < len(p.doc) && p.doc[p.at] == c {
		p.at++
		return true
	}
	return false
}
