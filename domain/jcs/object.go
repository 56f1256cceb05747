package jcs

import (
	"encoding/hex"
	"strconv"
)

// Object writes the members of one object. The caller gives the names in the order of RFC 8785,
// and appends the value itself to JSON after [Object.Name].
type Object struct {
	JSON  []byte // what is written so far
	comma bool   // a member is written
}

// NewObject appends the begin of an object to b.
func NewObject(b []byte) Object { return Object{JSON: append(b, '{')} }

// Name writes the name of the next member. It is ASCII without what JSON escapes.
func (o *Object) Name(name string) {
	o.separate()
	o.JSON = append(append(append(o.JSON, '"'), name...), '"', ':')
}

// AnyName writes the name of the next member, with escapes where it needs them.
func (o *Object) AnyName(name string) {
	o.separate()
	o.JSON = append(AppendString(o.JSON, name), ':')
}

func (o *Object) separate() {
	if o.comma {
		o.JSON = append(o.JSON, ',')
	}
	o.comma = true
}

// Text writes a string, unless it is empty.
func (o *Object) Text(name, value string) {
	if value == "" {
		return
	}
	o.Name(name)
	o.JSON = AppendString(o.JSON, value)
}

// Texts writes an array of strings.
func (o *Object) Texts(name string, values []string) {
	o.Name(name)
	o.JSON = append(o.JSON, '[')
	for i, value := range values {
		if i > 0 {
			o.JSON = append(o.JSON, ',')
		}
		o.JSON = AppendString(o.JSON, value)
	}
	o.JSON = append(o.JSON, ']')
}

// Hex writes a string of lower-case hex digits.
func (o *Object) Hex(name string, value []byte) {
	o.Name(name)
	o.JSON = append(hex.AppendEncode(append(o.JSON, '"'), value), '"')
}

// Number writes a number, unless it is 0.
func (o *Object) Number(name string, value uint64) {
	if value == 0 {
		return
	}
	o.Name(name)
	o.JSON = strconv.AppendUint(o.JSON, value, 10)
}

// End returns the object with its end.
func (o *Object) End() []byte { return append(o.JSON, '}') }
