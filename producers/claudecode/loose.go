package claudecode

import (
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types of this file read a member of a foreign record and are zero when it
// has another JSON type, so that one odd member costs itself and not the record.

// word is a string.
type word string

// UnmarshalJSONFrom reads a string and passes over all else.
func (w *word) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '"' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	*w = word(t.String())
	return nil
}

// flag is a boolean.
type flag bool

// UnmarshalJSONFrom reads a boolean and passes over all else.
func (f *flag) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*f = d.PeekKind() == 't'
	return d.SkipValue()
}

// whole is a number without its fraction, 0 when it is negative or no count.
type whole int64

// UnmarshalJSONFrom reads a number and passes over all else.
func (w *whole) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '0' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if f, err := t.Float(); err == nil && f > 0 && f <= 1<<53 && !math.IsNaN(f) {
		*w = whole(f)
	}
	return nil
}

// object is a JSON object with the members of T.
type object[T any] struct {
	there bool
	v     T
}

// UnmarshalJSONFrom reads an object and passes over all else.
func (o *object[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	o.there = true
	return json.UnmarshalDecode(d, &o.v)
}

// list is an array of objects with the members of T; other elements are left out.
type list[T any] []T

// UnmarshalJSONFrom reads an array and passes over all else.
func (l *list[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		var one object[T]
		if err := one.UnmarshalJSONFrom(d); err != nil {
			return err
		}
		if one.there {
			*l = append(*l, one.v)
		}
	}
	_, err := d.ReadToken()
	return err
}

// loosely decodes foreign JSON as far as it can be read.
var loosely = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// read decodes a nested value into the members of T; zero when it is no object.
func read[T any](value jsontext.Value) (v T, ok bool) {
	if len(value) == 0 || value.Kind() != '{' {
		return v, false
	}
	err := json.Unmarshal(value, &v, loosely)
	return v, err == nil
}

// said returns the text of a JSON string, "" for all else.
func said(value jsontext.Value) string {
	var w word
	if len(value) == 0 || value.Kind() != '"' || json.Unmarshal(value, &w, loosely) != nil {
		return ""
	}
	return string(w)
}
