package producers

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
)

// ObjectsOrOne reads an input of JSON objects, one on a line, as [Objects] does; or
// objects over several lines, which are reported at their first line. Of several
// records with the same id, only the first is recorded.
func ObjectsOrOne[T any](ctx context.Context, input io.Reader, tell func(e *T, raw []byte) Told) iter.Seq2[Record, error] {
	in := bufio.NewReader(input)
	if begin, _ := in.Peek(in.Size()); !spread(begin) { // the reading reports what broke
		return Objects(ctx, in, firstsOf(tell))
	}
	return Documents(ctx, in, func(d *Document) {
		for objects := jsontext.NewDecoder(bytes.NewBuffer(d.Text), lenient.Options); tellNext(d, objects, tell); {
		}
	})
}

// tellNext reports the next object of a document at the line on which it begins. It
// returns false at the end, and where no object follows.
func tellNext[T any](d *Document, objects *jsontext.Decoder, tell func(e *T, raw []byte) Told) bool {
	rest := d.Text[objects.InputOffset():]
	at := len(d.Text) - len(bytes.TrimLeft(rest, blanks))
	if at == len(d.Text) {
		return false
	}
	var e T
	if objects.PeekKind() != '{' || json.UnmarshalDecode(objects, &e) != nil {
		d.Unreadable(at, "no whole JSON object")
		return false
	}
	end := int(objects.InputOffset())
	d.continues(at, end)
	told := tell(&e, d.Text[at:end])
	d.Tell(at, told.Drafts...)
	d.Skip(at, cmp.Or(told.Skipped, "says nothing"))
	return true
}

// firstsOf returns tell without the drafts that differ from an earlier one with the
// same id.
func firstsOf[T any](tell func(e *T, raw []byte) Told) func(e *T, raw []byte) Told {
	var firsts Firsts
	return func(e *T, raw []byte) Told {
		told := tell(e, raw)
		told.Drafts, told.Changed = firsts.Keep(told.Drafts)
		if len(told.Changed) > 0 {
			told.Skipped = Changed
		}
		return told
	}
}

// blanks may appear between the values of JSON.
const blanks = " \t\r\n"

// spread reports whether an input begins with a line of an opening brace alone, as an
// object does that is written over several lines.
func spread(begin []byte) bool {
	begin, _ = unmark(begin)
	first, _, _ := bytes.Cut(bytes.TrimLeft(begin, blanks), []byte("\n"))
	return string(bytes.TrimSpace(first)) == "{"
}
