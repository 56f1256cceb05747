package claudecode

import (
	"bytes"
	"context"
	"io"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers"
)

// Reader reads transcripts. It has no state: one Reader may read many at once.
type Reader struct{}

// New returns a reader.
func New() Reader { return Reader{} }

// Source implements [producers.Reader].
func (Reader) Source() string { return source }

// Read implements [producers.Reader].
func (Reader) Read(ctx context.Context, input io.Reader) iter.Seq2[producers.Record, error] {
	return func(yield func(producers.Record, error) bool) {
		t := newTranscript()
		for line, err := range producers.Lines(input) {
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(producers.Record{Line: line.Number}, err)
				return
			}
			if !yield(t.line(line), nil) {
				return
			}
		}
	}
}

// line reads the records of one line: one, or two where a newline was lost.
func (t *transcript) line(line producers.Line) producers.Record {
	t.drafts = nil
	r := producers.Record{Line: line.Number}
	in := bytes.NewBuffer(line.Text)
	d := jsontext.NewDecoder(in, loosely)
	for {
		start := d.InputOffset()
		kind := d.PeekKind()
		if kind == jsontext.KindInvalid && len(bytes.TrimSpace(line.Text[start:])) == 0 {
			break
		}
		if kind != '{' {
			r.Unreadable = notAnObject(kind)
			break
		}
		var e entry
		if err := json.UnmarshalDecode(d, &e); err != nil {
			r.Unreadable = broken(line)
			break
		}
		drafts := len(t.drafts)
		skipped := t.entry(&e, bytes.TrimSpace(line.Text[start:d.InputOffset()]))
		if len(t.drafts) == drafts && r.Skipped == "" {
			r.Skipped = firstOf(skipped, "says nothing")
		}
	}
	r.Drafts = t.drafts
	switch {
	case len(r.Drafts) > 0 || r.Unreadable != "":
		r.Skipped = ""
	case r.Skipped == "":
		r.Skipped = "blank line"
	}
	return r
}

func notAnObject(kind jsontext.Kind) string {
	if kind == jsontext.KindInvalid {
		return "not JSON"
	}
	return "not a JSON object"
}

// broken says what is wrong with a line without repeating any of it.
func broken(line producers.Line) string {
	if !line.Ended {
		return "torn last line"
	}
	return "not JSON"
}
