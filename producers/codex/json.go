package codex

import (
	"bytes"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// object holds the members of a JSON object as slices of the line; nil means
// none. Of a member that appears twice the last counts.
type object []member

type member struct {
	name, value []byte // the name without quotes, the value as the source has it
}

// decoder reads values of one piece of JSON and reports their positions in it.
type decoder struct {
	jsontext.Decoder
	buffer  bytes.Buffer
	in      []byte
	lenient []jsontext.Options
}

// Recordings hold what a terminal gave: unpaired surrogates, repeated names.
var decoders = sync.Pool{New: func() any {
	return &decoder{lenient: []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}}
}}

func decode(in []byte) *decoder {
	d := decoders.Get().(*decoder)
	d.in = in
	d.buffer = *bytes.NewBuffer(in)
	d.Reset(&d.buffer, d.lenient...)
	return d
}

// done returns the decoder to its pool; it retains nothing of what it read.
func (d *decoder) done() {
	d.in = nil
	d.buffer = bytes.Buffer{}
	d.Reset(&d.buffer)
	decoders.Put(d)
}

// value reads the next value and returns its place in the input.
func (d *decoder) value() ([]byte, error) {
	v, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	end := int(d.InputOffset())
	return d.in[end-len(v) : end], nil
}

// members reads an object and appends its members to o; each is called after a
// name and may read the value itself.
func (d *decoder) members(o object, each func(name []byte) (bool, error)) (object, error) {
	if _, err := d.ReadToken(); err != nil {
		return o, err
	}
	for d.PeekKind() == '"' {
		name, err := d.value()
		if err != nil {
			return o, err
		}
		name = unquotedName(name)
		if each != nil {
			if taken, err := each(name); err != nil {
				return o, err
			} else if taken {
				continue
			}
		}
		value, err := d.value()
		if err != nil {
			return o, err
		}
		o = append(o, member{name, value})
	}
	_, err := d.ReadToken()
	return o, err
}

func unquotedName(raw []byte) []byte {
	body := raw[1 : len(raw)-1]
	if bytes.IndexByte(body, '\\') < 0 && utf8.Valid(body) {
		return body
	}
	name, _ := jsontext.AppendUnquote(nil, raw) // replaces what is not UTF-8
	return name
}

// objectOf reads the members of raw, nil when it is no object.
func objectOf(raw []byte) object {
	if len(raw) == 0 || raw[0] != '{' {
		return nil
	}
	d := decode(raw)
	defer d.done()
	o, err := d.members(make(object, 0, 8), nil)
	if err != nil {
		return nil
	}
	return o
}

// elements reads the elements of raw, nil when it is no array.
func elements(raw []byte) [][]byte {
	if len(raw) == 0 || raw[0] != '[' {
		return nil
	}
	d := decode(raw)
	defer d.done()
	if _, err := d.ReadToken(); err != nil {
		return nil
	}
	var list [][]byte
	for d.PeekKind() != ']' {
		v, err := d.value()
		if err != nil {
			return nil
		}
		list = append(list, v)
	}
	return list
}

// isJSON reports whether text is one JSON value.
func isJSON(text []byte) bool {
	d := decode(text)
	defer d.done()
	if _, err := d.ReadValue(); err != nil {
		return false
	}
	_, err := d.ReadToken()
	return errors.Is(err, io.EOF)
}

func (o object) raw(name string) []byte {
	for i := len(o) - 1; i >= 0; i-- {
		if string(o[i].name) == name {
			return o[i].value
		}
	}
	return nil
}

// has reports whether the member is present and is not null.
func (o object) has(name string) bool {
	raw := o.raw(name)
	return len(raw) > 0 && raw[0] != 'n'
}

func (o object) object(name string) object { return objectOf(o.raw(name)) }
func (o object) text(name string) string   { return textOf(o.raw(name)) }
func (o object) is(name, literal string) bool {
	return string(o.raw(name)) == literal
}

// firstText returns the first of the members that is a string and not empty.
func (o object) firstText(names ...string) string {
	for _, name := range names {
		if s := o.text(name); s != "" {
			return s
		}
	}
	return ""
}

// textOf returns the text of a JSON string, "" of anything else.
func textOf(raw []byte) string {
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if body := raw[1 : len(raw)-1]; bytes.IndexByte(body, '\\') < 0 {
		return strings.ToValidUTF8(string(body), "\uFFFD")
	}
	text, _ := jsontext.AppendUnquote(make([]byte, 0, len(raw)), raw) // replaces what is not UTF-8
	return string(text)
}

// number returns an integer within ±2^53 that the member holds, rounded toward
// zero; known is false when it is no number.
func (o object) number(name string) (n int64, known bool) {
	raw := o.raw(name)
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return 0, false
	}
	const most = 1 << 53
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return min(max(n, -most), most), true
	}
	f, _ := strconv.ParseFloat(string(raw), 64) // infinite when out of range
	return int64(math.Min(math.Max(f, -most), most)), true
}

// count is a number that counts something: never negative, 0 when there is none.
func (o object) count(name string) int64 {
	n, _ := o.number(name)
	return max(n, 0)
}
