package lenient

import (
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// Int is a number without its fraction, and whether there is one: an exit code may be 0.
type Int struct {
	There bool
	V     int
}

// UnmarshalJSONFrom reads a number within 32 bits and passes over all else.
func (n *Int) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() != '0' {
		return d.SkipValue()
	}
	t, err := d.ReadToken()
	if err != nil {
		return err
	}
	if f, err := t.Float(); err == nil && math.Abs(f) <= math.MaxInt32 {
		n.There, n.V = true, int(f)
	}
	return nil
}

// Pointer returns the number, nil when there is none.
func (n Int) Pointer() *int {
	if !n.There {
		return nil
	}
	return &n.V
}
