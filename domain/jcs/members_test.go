package jcs_test

import (
	"bytes"
	"testing"

	"github.com/clawable/claw/domain/jcs"
)

// FuzzMembers takes canonical documents apart and puts them together again.
func FuzzMembers(f *testing.F) {
	for _, text := range []string{`{}`, `[]`, `{"a":1,"b":[{"c":"\"}],"},[],"x\\"],"\u0001":null}`, `[1,[2,"]"],{"a":{}}]`, `{"\\\"":{"ü":"\u001f"}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		text, err := jcs.Canonical(doc)
		if err != nil {
			return
		}
		if got := again(text); !bytes.Equal(got, text) {
			t.Errorf("%s became %s", text, got)
		}
		c := jcs.NewCursor(text)
		if got := walked(nil, &c); !bytes.Equal(got, text) || c.Offset() != len(text) {
			t.Errorf("walked, %s became %s", text, got)
		}
	})
}

// again writes a value from its parts.
func again(text []byte) []byte {
	var b []byte
	switch text[0] {
	case '{':
		b = append(b, '{')
		for i, m := range jcs.Members(text) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(append(jcs.AppendString(b, m.Name), ':'), again(m.Value)...)
		}
		return append(b, '}')
	case '[':
		b = append(b, '[')
		for i, e := range jcs.Elements(text) {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, again(e)...)
		}
		return append(b, ']')
	}
	return text
}

// walked appends the value at a cursor from its parts, each seen once.
func walked(b []byte, c *jcs.Cursor) []byte {
	open := byte(0)
	switch {
	case c.At("{"):
		open = '{'
	case c.At("["):
		open = '['
	}
	if !c.Enter() {
		return append(b, c.Value()...)
	}
	b = append(b, open)
	for first := true; ; first = false {
		var name []byte
		if open == '{' {
			if name = c.Name(); name == nil {
				return append(b, '}')
			}
		} else if !c.Element() {
			return append(b, ']')
		}
		if !first {
			b = append(b, ',')
		}
		if name != nil {
			b = append(jcs.AppendString(b, string(jcs.NameOf(name))), ':')
		}
		b = walked(b, c)
	}
}
