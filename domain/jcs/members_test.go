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
