package lenient

import (
	"bytes"
	"iter"

	"github.com/go-json-experiment/json/jsontext"
)

// Members yields the members of an object as far as it goes. The last value of a torn
// object lacks its end.
func Members(object []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		d := jsontext.NewDecoder(bytes.NewBuffer(object), Options)
		if d.PeekKind() != '{' {
			return
		}
		if _, err := d.ReadToken(); err != nil {
			return
		}
		for d.PeekKind() == '"' {
			name, err := d.ReadToken()
			if err != nil {
				return
			}
			member, from := name.String(), d.InputOffset()
			value, err := d.ReadValue()
			if err != nil {
				value = bytes.TrimLeft(object[from:], " \t\r\n:")
			}
			if !yield(member, value) || err != nil {
				return
			}
		}
	}
}

// Elements lists the elements of an array, none of anything else.
func Elements(array []byte) (list []jsontext.Value) {
	d := jsontext.NewDecoder(bytes.NewBuffer(array), Options)
	if d.PeekKind() != '[' {
		return nil
	}
	if _, err := d.ReadToken(); err != nil {
		return nil
	}
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return list
		}
		list = append(list, v.Clone())
	}
	return list
}
