package producers

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/lenient"
)

// Told is what a record of a line contains: drafts, or why it has none.
type Told struct {
	Drafts  []domain.Draft
	Changed []domain.EventID // see [Record]
	Skipped string
}

// Objects reads an input of JSON objects, one on a line, or several where newlines
// were lost. tell returns what each records; raw is its text, valid until tell
// returns. What is no object makes the rest of its line unreadable.
func Objects[T any](ctx context.Context, input io.Reader, tell func(e *T, raw []byte) Told) iter.Seq2[Record, error] {
	return Records(ctx, input, func(line Line) Record { return ObjectsOf(line, tell) })
}

// ObjectsOf reads the objects of one line.
func ObjectsOf[T any](line Line, tell func(e *T, raw []byte) Told) Record {
	r := Record{Line: line.Number}
	d := jsontext.NewDecoder(bytes.NewBuffer(line.Text), lenient.Options)
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
		var e T
		if err := json.UnmarshalDecode(d, &e); err != nil {
			r.Unreadable = broken(line)
			break
		}
		told := tell(&e, bytes.TrimSpace(line.Text[start:d.InputOffset()]))
		r.Drafts, r.Changed = append(r.Drafts, told.Drafts...), append(r.Changed, told.Changed...)
		if len(told.Drafts) == 0 && r.Skipped == "" {
			r.Skipped = cmp.Or(told.Skipped, "says nothing")
		}
	}
	switch {
	case len(r.Drafts) > 0 || r.Unreadable != "":
		r.Skipped = ""
	case r.Skipped == "":
		r.Skipped = BlankLine
	}
	return r
}

// BlankLine is why a line of white space is skipped.
const BlankLine = "blank line"

func notAnObject(kind jsontext.Kind) string {
	if kind == jsontext.KindInvalid {
		return "not JSON"
	}
	return "not a JSON object"
}

// broken states what is wrong with a line without repeating any of it.
func broken(line Line) string {
	if !line.Ended {
		return "torn last line"
	}
	return "not JSON"
}
