package lenient

import (
	"bytes"
	"slices"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// Head is an object as far as it goes: its end may be cut off. It holds parts of the text
// that it was read of.
type Head struct {
	members map[string]jsontext.Value
	// Torn reports that its end is beyond what was read.
	Torn bool
	bad  []string // names of members whose values cannot be read
}

// HeadOf reads the complete members at the beginning of text, and those behind a value that
// cannot be read, such as one that is nested too deep; none when text does not begin with an
// object.
func HeadOf(text []byte) (h Head) {
	if !bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("{")) {
		return h
	}
	h.members = map[string]jsontext.Value{}
	for range maxBad {
		if text = h.read(text); text == nil {
			break
		}
	}
	return h
}

// decoders are used again: many texts are looked at, each for a few members.
var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(bytes.NewBuffer(nil), Options) }}

// maxBad is how many values that cannot be read are passed over.
const maxBad = 8

// read reads members of the object with which text begins, up to a value that cannot be
// read; behind is the rest of the object after that, nil for none.
func (h *Head) read(text []byte) (behind []byte) {
	d := decoders.Get().(*jsontext.Decoder)
	d.Reset(bytes.NewBuffer(text), Options)
	defer decoders.Put(d)
	if _, err := d.ReadToken(); err != nil {
		return nil
	}
	for d.PeekKind() == '"' {
		t, err := d.ReadToken()
		if err != nil {
			break
		}
		name, from := t.String(), int(d.InputOffset())
		value, err := d.ReadValue()
		if err == nil {
			end := int(d.InputOffset())
			h.members[name] = text[end-len(value) : end]
			continue
		}
		h.bad = append(h.bad, name)
		if end := endOfValue(text[from:]); end >= 0 {
			return append([]byte("{"), bytes.TrimLeft(text[from+end:], ", \t\r\n")...)
		}
		break
	}
	h.Torn = d.StackDepth() > 0 && d.PeekKind() != '}'
	return nil
}

// endOfValue is where a value of an object ends that cannot be read, by its brackets; -1 when
// the text ends before.
func endOfValue(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{', c == '[':
			depth++
		case depth == 0 && (c == ',' || c == '}'):
			return i
		case c == '}', c == ']':
			depth--
		}
	}
	return -1
}

// Unreadable reports whether the member is present and its value cannot be read.
func (h *Head) Unreadable(name string) bool { return slices.Contains(h.bad, name) }

// Object reports whether the text begins with an object.
func (h *Head) Object() bool { return h.members != nil }

// Has reports whether the member is present.
func (h *Head) Has(name string) bool { return h.members[name] != nil }

// Is reports whether the member is present and of this kind.
func (h *Head) Is(name string, kind jsontext.Kind) bool {
	v := h.members[name]
	return v != nil && v.Kind() == kind
}

// Text returns the text of a member, "" when it is no string.
func (h *Head) Text(name string) string { return Text(h.members[name]) }

// Value returns the member's text unchanged, nil for none.
func (h *Head) Value(name string) jsontext.Value { return h.members[name] }
