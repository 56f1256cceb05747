package loose

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Head is an object as far as it goes: its end may be cut off.
type Head struct {
	members map[string]jsontext.Value
	// Torn says that its end is beyond what was read.
	Torn bool
}

// HeadOf reads the members that stand whole at the begin of text; none when it does
// not begin with an object.
func HeadOf(text []byte) (h Head) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), Options)
	if d.PeekKind() != '{' {
		return h
	}
	if _, err := d.ReadToken(); err != nil {
		return h
	}
	h.members = map[string]jsontext.Value{}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			break
		}
		name := t.String()
		value, err := d.ReadValue()
		if err != nil {
			break
		}
		h.members[name] = value.Clone()
	}
	h.Torn = d.StackDepth() > 0 && d.PeekKind() != '}'
	return h
}

// Object reports whether the text begins with an object.
func (h *Head) Object() bool { return h.members != nil }

// Has reports whether the member is there.
func (h *Head) Has(name string) bool { return h.members[name] != nil }

// Is reports whether the member is there and of this kind.
func (h *Head) Is(name string, kind jsontext.Kind) bool {
	v := h.members[name]
	return v != nil && v.Kind() == kind
}

// Text returns the text of a member, "" when it is no string.
func (h *Head) Text(name string) string { return Text(h.members[name]) }

// Value returns the member as it stands there, nil for none.
func (h *Head) Value(name string) jsontext.Value { return h.members[name] }
