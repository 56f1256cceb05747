package producers

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// Visitor is shown the values of a document in their order. A path names the members
// that lead to a value, with "*" for the elements of an array, such as
// "messages/*/info"; the path of the document's own value is "".
type Visitor interface {
	// Enter is called at each object and array whether its values are shown one by one;
	// rest is the text from there on.
	Enter(path string, rest []byte) bool
	// Visit is shown each value that is not entered, and where it begins. Its bytes stay.
	Visit(path string, at int, value []byte)
	// Lead names the member of the object at path that is shown before the member name,
	// wherever it is; "" when name waits for none. Of an object that is torn before its
	// lead, name is not shown.
	Lead(path, name string) string
}

// Walk shows v the values of the document, one top-level value after the other. A
// value that is torn or damaged is unreadable; reading continues at the next line that
// begins with a brace, which no line within a document of several lines does. whole
// reports that no value was unreadable.
func (d *Document) Walk(v Visitor) (whole bool) {
	w := walk{d: d, v: v}
	whole = true
	for w.base < len(d.Text) {
		in := bytes.TrimPrefix(d.Text[w.base:], []byte("\uFEFF"))
		w.base = len(d.Text) - len(in)
		w.json = jsontext.NewDecoder(bytes.NewBuffer(in), lenient.Options)
		at, err := w.values()
		if err == nil {
			return whole
		}
		whole = false
		d.Unreadable(at, damage(err))
		w.base = d.nextBrace(at)
		d.continues(at, w.base)
	}
	return whole
}

// walk is a pass over a document.
type walk struct {
	d    *Document
	v    Visitor
	base int // where json began
	json *jsontext.Decoder
}

// values shows all top-level values. at is where an error's value begins.
func (w *walk) values() (at int, err error) {
	for {
		at, err = w.value("")
		if errors.Is(err, io.EOF) {
			return at, nil
		}
		if err != nil {
			return at, err
		}
	}
}

// value shows the next value or what is in it.
func (w *walk) value(path string) (at int, err error) {
	kind := w.json.PeekKind()
	at = w.begin()
	if (kind == '{' || kind == '[') && w.v.Enter(path, w.d.Text[at:]) {
		return w.within(path, kind)
	}
	if _, err := w.json.ReadValue(); err != nil {
		return at, err
	}
	end := w.base + int(w.json.InputOffset())
	w.d.continues(at, end)
	w.v.Visit(path, at, w.d.Text[at:end])
	return at, nil
}

// within shows the values of an object or an array.
func (w *walk) within(path string, kind jsontext.Kind) (at int, err error) {
	led := leads{walk: w, path: path, object: w.begin()}
	if _, err := w.json.ReadToken(); err != nil {
		return w.begin(), err
	}
	for {
		switch next := w.json.PeekKind(); {
		case next == '}' || next == ']':
			_, err := w.json.ReadToken()
			return w.begin(), err
		case next == jsontext.KindInvalid:
			_, err := w.json.ReadToken()
			if err == nil || errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return w.begin(), err
		}
		inner := "*"
		if kind == '{' {
			at = w.begin()
			name, err := w.json.ReadToken()
			if err != nil {
				return at, err
			}
			inner = name.String()
			if !led.shows(inner) {
				if at, err := w.passOver(); err != nil {
					return at, err
				}
				continue
			}
		}
		if at, err := w.value(join(path, inner)); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return at, err
		}
	}
}

func join(path, inner string) string {
	if path == "" {
		return inner
	}
	return path + "/" + inner
}

// begin is where the next value begins, else the last byte that is no space.
func (w *walk) begin() int {
	from := w.base + int(w.json.InputOffset())
	rest := bytes.TrimLeft(w.d.Text[from:], " \t\r\n,:")
	if len(rest) > 0 {
		return len(w.d.Text) - len(rest)
	}
	return max(0, len(bytes.TrimRight(w.d.Text, " \t\r\n"))-1)
}

// nextBrace is where a line after the one of at begins with a brace, else the end.
func (d *Document) nextBrace(at int) int {
	for i := d.index(at) + 1; i < len(d.starts); i++ {
		if line := d.line(i); line[0] == '{' {
			return d.starts[i]
		}
	}
	return len(d.Text)
}

func damage(err error) string {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "torn document"
	}
	return "not JSON"
}
