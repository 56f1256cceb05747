package eventlog

import (
	"bytes"
	"errors"
	"io"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// checker walks one document beside a shape.
type checker struct {
	dec jsontext.Decoder
	in  bytes.Buffer
}

var checkers = sync.Pool{New: func() any { return new(checker) }}

// runCheck returns the first thing that does not fit, nil when all does.
func runCheck(s *shape, data []byte) *misfit {
	c := checkers.Get().(*checker)
	c.in = *bytes.NewBuffer(data)
	// Canonical data have no duplicate names; those of known members are seen below.
	c.dec.Reset(&c.in, jsontext.AllowDuplicateNames(true))
	f := c.value(s)
	if f == nil {
		f = c.end()
	}
	c.in = bytes.Buffer{} // the pool keeps nothing of data
	c.dec.Reset(&c.in)
	checkers.Put(c)
	return f
}

// end wants nothing but space after the document.
func (c *checker) end() *misfit {
	if _, err := c.dec.ReadToken(); !errors.Is(err, io.EOF) {
		return &misfit{what: "is more than one JSON value", hint: "data is one JSON object"}
	}
	return nil
}

// value reads one value.
func (c *checker) value(s *shape) *misfit {
	switch kind := c.dec.PeekKind(); {
	case kind == jsontext.KindInvalid:
		return c.unreadable()
	case s.form == formAny:
		return c.skip()
	case kind == '{' && (s.form == formObject || s.form == formChoice):
		return c.object(s)
	case kind == '[' && s.form == formArray:
		return c.array(s.elem)
	case kind == '"' && s.form == formString:
		return c.text(s)
	case kind == '"' && s.form == formChoice:
		return c.text(s.elem)
	case kind == '0' && (s.form == formInteger || s.form == formNatural):
		return c.integer(s)
	case (kind == 't' || kind == 'f') && s.form == formBool:
		return c.skip()
	default:
		return c.otherType(s, kind)
	}
}

func (c *checker) skip() *misfit {
	if err := c.dec.SkipValue(); err != nil {
		return c.unreadable()
	}
	return nil
}

func (c *checker) object(s *shape) *misfit {
	if _, err := c.dec.ReadToken(); err != nil {
		return c.unreadable()
	}
	var seen uint64
	for c.dec.PeekKind() == '"' {
		name, ok := c.string()
		if !ok {
			return c.unreadable()
		}
		i, known := s.index[string(name)]
		switch {
		case !known:
			return unknownMember(c.dec.StackPointer(), string(name), s)
		case seen&(1<<i) != 0:
			return &misfit{at: c.dec.StackPointer(), what: "is there twice", hint: "each member once"}
		}
		seen |= 1 << i
		if f := c.value(s.members[i].shape); f != nil {
			return f
		}
	}
	if _, err := c.dec.ReadToken(); err != nil {
		return c.unreadable()
	}
	if m, lacks := s.missing(seen); lacks {
		return missingMember(c.dec.StackPointer(), m)
	}
	return nil
}

func (c *checker) array(elem *shape) *misfit {
	if _, err := c.dec.ReadToken(); err != nil {
		return c.unreadable()
	}
	for {
		if kind := c.dec.PeekKind(); kind == ']' {
			break
		}
		if f := c.value(elem); f != nil {
			return f
		}
	}
	if _, err := c.dec.ReadToken(); err != nil {
		return c.unreadable()
	}
	return nil
}

func (c *checker) text(s *shape) *misfit {
	if s.accept == nil {
		return c.skip()
	}
	text, ok := c.string()
	switch {
	case !ok:
		return c.unreadable()
	case !s.accept(text):
		return otherText(c.dec.StackPointer(), text, s)
	}
	return nil
}

// string reads a string and returns its text, valid until the next read.
func (c *checker) string() ([]byte, bool) {
	raw, err := c.dec.ReadValue()
	if err != nil || len(raw) < 2 {
		return nil, false
	}
	if text := raw[1 : len(raw)-1]; bytes.IndexByte(text, '\\') < 0 {
		return text, true
	}
	text, err := jsontext.AppendUnquote(nil, raw)
	return text, err == nil
}

func (c *checker) integer(s *shape) *misfit {
	raw, err := c.dec.ReadValue()
	if err != nil {
		return c.unreadable()
	}
	if !isInteger(raw) || s.form == formNatural && raw[0] == '-' {
		return &misfit{at: c.dec.StackPointer(), what: "is " + short(string(raw)), hint: "expected " + s.want}
	}
	return nil
}

// isInteger accepts the canonical form of an integer within ±2^53: fraction and
// exponent are left to numbers that are none.
func isInteger(raw []byte) bool {
	digits := raw
	if raw[0] == '-' {
		digits = raw[1:]
	}
	const most = "9007199254740992"
	for _, c := range digits {
		if !isDigit(c) {
			return false
		}
	}
	return len(digits) < len(most) || len(digits) == len(most) && string(digits) <= most
}
