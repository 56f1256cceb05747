package statejson

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
)

// appender is an entity that writes its own RFC 8785 form: those that come by the
// million, as reflection is most of the cost of a rebuild.
type appender interface {
	AppendState(w *Writer)
}

// Writer writes the members of objects; the caller writes names in order.
type Writer struct {
	b     []byte
	first bool
	err   error
}

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.b }

// Open begins an object or an array with its bracket.
func (w *Writer) Open(c byte) { w.b, w.first = append(w.b, c), true }

// Close ends an object or an array with its bracket.
func (w *Writer) Close(c byte) { w.b, w.first = append(w.b, c), false }

// Comma separates a value of an array from the one before.
func (w *Writer) Comma() {
	if !w.first {
		w.b = append(w.b, ',')
	}
	w.first = false
}

// Name begins a member whose name needs no escapes.
func (w *Writer) Name(n string) {
	w.Comma()
	w.b = append(append(append(w.b, '"'), n...), '"', ':')
}

// Quote writes a string.
func (w *Writer) Quote(s string) {
	b, err := jsontext.AppendQuote(w.b, s)
	w.b = b
	if err != nil && w.err == nil {
		w.err = err
	}
}

// QuotedName is name for one that may need escapes.
func (w *Writer) QuotedName(n string) {
	w.Comma()
	w.Quote(n)
	w.b = append(w.b, ':')
}

// Texts writes a member unless there is none.
func (w *Writer) Texts(n string, texts []string) {
	if texts == nil {
		return
	}
	w.Name(n)
	w.Open('[')
	for _, s := range texts {
		w.Comma()
		w.Quote(s)
	}
	w.Close(']')
}

// Text writes a member unless it is "".
func (w *Writer) Text(n, s string) {
	if s != "" {
		w.Name(n)
		w.Quote(s)
	}
}

// Number writes a member.
func (w *Writer) Number(n string, v int64) {
	w.Name(n)
	w.b = strconv.AppendInt(w.b, v, 10)
}

// Instant writes a time as RFC 3339 in the zone that it has.
func (w *Writer) Instant(n string, at time.Time) {
	w.Name(n)
	w.b = append(at.AppendFormat(append(w.b, '"'), time.RFC3339Nano), '"')
}

// Flag writes a member unless it is false.
func (w *Writer) Flag(n string, on bool) {
	if on {
		w.Name(n)
		w.b = append(w.b, "true"...)
	}
}

// ID writes a member.
func (w *Writer) ID(n string, id domain.EventID) {
	w.Name(n)
	w.bareID(id)
}

// KnownID writes a member unless there is no event.
func (w *Writer) KnownID(n string, id domain.EventID) {
	if !id.IsZero() {
		w.ID(n, id)
	}
}

func (w *Writer) bareID(id domain.EventID) {
	w.b, _ = id.AppendText(append(w.b, '"')) // it never fails
	w.b = append(w.b, '"')
}

// IDs writes a member.
func (w *Writer) IDs(n string, ids []domain.EventID) {
	w.Name(n)
	w.Open('[')
	for _, id := range ids {
		w.Comma()
		w.bareID(id)
	}
	w.Close(']')
}

// Epoch writes a member unless it is none.
func (w *Writer) Epoch(e domain.Epoch) {
	if !e.IsZero() {
		w.Name("epoch")
		w.b, _ = e.AppendText(append(w.b, '"')) // it never fails
		w.b = append(w.b, '"')
	}
}

// Seq writes a number of an emitter as a text, unless it is 0.
func (w *Writer) Seq(n uint64) {
	if n != 0 {
		w.Name("seq")
		w.b = append(strconv.AppendUint(append(w.b, '"'), n, 10), '"')
	}
}

// SortedNames returns the names of members in the order of RFC 8785.
func SortedNames[V any](members map[string]V) []string {
	return slices.SortedFunc(maps.Keys(members), compareNames)
}

// compareNames orders names by their UTF-16 code units.
func compareNames(a, b string) int {
	if isASCII(a) && isASCII(b) {
		return cmp.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
