package producers

import (
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
)

// Content determines how much is stored of the text of a conversation: its prompts and
// messages, the inputs and outputs of its tools.
type Content string

// How much is stored, from the most.
const (
	ContentFull    Content = "full"
	ContentPreview Content = "preview" // how each text begins, and its length
	ContentNone    Content = "none"    // the length of each text
)

// Enum lists the values.
func (Content) Enum() []string {
	return []string{string(ContentFull), string(ContentPreview), string(ContentNone)}
}

// Narrower returns the mode that stores less; "" means unspecified.
func (c Content) Narrower(d Content) Content {
	for _, least := range []Content{ContentNone, ContentPreview} {
		if c == least || d == least {
			return least
		}
	}
	return ContentFull
}

// Contents lists the modes, from the one that stores most.
func Contents() []Content { return []Content{ContentFull, ContentPreview, ContentNone} }

// previewBytes is how much of a text a preview has.
const previewBytes = 200

// Render returns data of a kind as they are stored in this mode, which is a pure function
// of data in full. Kinds that hold no text of a conversation stay as they are.
//
// Errors: data do not match the kind.
func (c Content) Render(kind domain.Kind, data []byte) ([]byte, error) {
	info, known := domain.LookupKind(kind)
	if c == ContentFull || c == "" || !known || !info.Erasable {
		return data, nil
	}
	p := info.New()
	if err := json.Unmarshal(data, p); err != nil {
		return nil, fmt.Errorf("read %s: %w", kind, err)
	}
	most := previewBytes
	if c == ContentNone {
		most = 0
	}
	cut := recut{func(t domain.Text) domain.Text { return preview(t, most) },
		func(v domain.JSON, raw bool) (domain.JSON, bool) { return previewJSON(v, raw, most) }}
	plain, ok := reflect.ValueOf(p).Elem().Interface().(domain.Payload)
	if !ok {
		return data, nil // kinds of this family are values
	}
	return marshal(cut.prompts(cut.payload(plain))), nil
}

// preview is a text cut to how it begins, in at most so many bytes.
func preview(t domain.Text, most int) domain.Text {
	if t.IsZero() || t.Cut == nil && len(t.Whole) <= most {
		return t
	}
	head := t.Preview()
	if len(head) > most {
		head = head[:seamBefore(head, most)]
	}
	return domain.Text{Cut: &domain.Cut{Bytes: t.Bytes(), Head: head}}
}

// previewJSON is preview of a foreign value; what is left of it is raw.
func previewJSON(v domain.JSON, raw bool, most int) (domain.JSON, bool) {
	if len(v) <= most {
		return v, raw
	}
	source := domain.TextOf(string(v))
	if raw {
		if err := json.Unmarshal(v, &source); err != nil {
			return v, raw // not for any payload of this package
		}
	}
	text, err := preview(source, most).MarshalJSON()
	if err != nil {
		return v, raw
	}
	return text, true
}
