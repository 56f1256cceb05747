package lenient

import (
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Word is a string.
type Word string

// UnmarshalJSONFrom reads a string and passes over all else.
func (w *Word) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '"' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	*w = Word(t.String())
	return nil
}

// Flag is a boolean.
type Flag bool

// UnmarshalJSONFrom reads a boolean and passes over all else.
func (f *Flag) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	*f = d.PeekKind() == 't'
	return d.SkipValue()
}

// Whole is a number without its fraction, 0 when it is negative or no count.
type Whole int64

// UnmarshalJSONFrom reads a number and passes over all else.
func (w *Whole) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '0' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if f, err := t.Float(); err == nil && f > 0 && f <= 1<<53 && !math.IsNaN(f) {
		*w = Whole(f)
	}
	return nil
}

// Decimal is a number as it is written, "" for none.
type Decimal string

// UnmarshalJSONFrom reads a number and passes over all else.
func (n *Decimal) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '0' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	*n = Decimal(t.String())
	return nil
}

// Object is a JSON object with the members of T.
type Object[T any] struct {
	There bool // it was one
	V     T
}

// UnmarshalJSONFrom reads an object and passes over all else.
func (o *Object[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '{' {
		return d.SkipValue()
	}
	o.There = true
	return json.UnmarshalDecode(d, &o.V)
}

// List is an array of objects with the members of T; other elements are left out.
type List[T any] []T

// UnmarshalJSONFrom reads an array and passes over all else.
func (l *List[T]) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '[' {
		return d.SkipValue()
	}
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != ']' {
		var one Object[T]
		if err := one.UnmarshalJSONFrom(d); err != nil {
			return err
		}
		if one.There {
			*l = append(*l, one.V)
		}
	}
	_, err := d.ReadToken()
	return err
}

// Options are those under which foreign JSON is decoded: it may repeat names and
// hold bytes that are no UTF-8.
var Options = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// Read decodes a value into the members of T; ok is false when it is no object.
func Read[T any](value jsontext.Value) (v T, ok bool) {
	if len(value) == 0 || value.Kind() != '{' {
		return v, false
	}
	err := json.Unmarshal(value, &v, Options)
	return v, err == nil
}

// Text returns the text of a JSON string, "" for all else.
func Text(value jsontext.Value) string {
	var w Word
	if len(value) == 0 || value.Kind() != '"' || json.Unmarshal(value, &w, Options) != nil {
		return ""
	}
	return string(w)
}
