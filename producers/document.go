package producers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"sort"

	"github.com/clawable/claw/domain"
)

// MaxDocument is how many bytes are read of an input that has to be held as a whole.
const MaxDocument = 256 << 20

// Skip reasons of the lines of a document on which no record begins.
const (
	ofStructure = "structure of the document"
	ofRecord    = "continues the record above"
)

// Stands reports whether a line is skipped because of its role in the file, and not
// because of the content of its record.
func Stands(reason string) bool {
	return reason == BlankLine || reason == ofStructure || reason == ofRecord
}

// Document is an input whose records take several lines, or share one, and what was
// made of each line.
type Document struct {
	Text   []byte
	starts []int // where each line begins
	told   []Record
	firsts Firsts
}

// Documents reads a format that is a document, for [Reader.Read]: read reports with
// [Document.Walk] what the records of d contain. The input is held as a whole; one of
// more than [MaxDocument] bytes is one unreadable line.
func Documents(ctx context.Context, input io.Reader, read func(d *Document)) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		text, whole, err := readWhole(ctx, input, MaxDocument)
		switch {
		case err != nil:
			yield(Record{Line: 1}, fmt.Errorf("read document: %w", err))
			return
		case !whole:
			yield(Record{Line: 1, Unreadable: fmt.Sprintf("longer than %d MiB", MaxDocument>>20)}, nil)
			return
		}
		begun := len(text) > 0
		text, unreadable := unmark(text)
		switch {
		case unreadable != "":
			yield(Record{Line: 1, Unreadable: unreadable}, nil)
			return
		case begun && len(text) == 0: // a mark alone is a line, as [Lines] has it
			yield(Record{Line: 1, Skipped: BlankLine}, nil)
			return
		}
		d := NewDocument(text)
		read(d)
		for _, r := range d.Records() {
			if err := ctx.Err(); err != nil {
				yield(Record{Line: r.Line}, err)
				return
			}
			if !yield(r, nil) {
				return
			}
		}
	}
}

// readWhole reads an input of at most so many bytes; whole is false when it has more.
func readWhole(ctx context.Context, input io.Reader, most int64) (text []byte, whole bool, err error) {
	const chunk = 1 << 20
	var held bytes.Buffer
	for err == nil {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		if _, err = io.CopyN(&held, input, min(chunk, most+1-int64(held.Len()))); int64(held.Len()) > most {
			return nil, false, nil
		}
	}
	if !errors.Is(err, io.EOF) {
		return nil, false, err
	}
	return held.Bytes(), true, nil
}

// NewDocument makes a document of a text, about which nothing is recorded yet.
func NewDocument(text []byte) *Document {
	d := &Document{Text: text}
	for at := 0; at < len(text); {
		d.starts = append(d.starts, at)
		end := bytes.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		at += end + 1
	}
	d.told = make([]Record, len(d.starts))
	return d
}

// Tell adds drafts to the record that begins at a byte of the text, except those that
// contradict an earlier record.
func (d *Document) Tell(at int, drafts ...domain.Draft) {
	r := d.at(at)
	if r == nil {
		return
	}
	kept, changed := d.firsts.Keep(slices.Clone(drafts))
	r.Drafts, r.Changed = append(r.Drafts, kept...), append(r.Changed, changed...)
}

// Skip sets the reason why the record that begins at a byte of the text contains no
// event.
func (d *Document) Skip(at int, why string) {
	if r := d.at(at); r != nil && (r.Skipped == "" || r.Skipped == ofRecord) {
		r.Skipped = why
	}
}

// Unreadable sets what is wrong with the record that begins at a byte of the text.
func (d *Document) Unreadable(at int, why string) {
	if r := d.at(at); r != nil && r.Unreadable == "" {
		r.Unreadable = why
	}
}

// Records returns the record of each line.
func (d *Document) Records() []Record {
	for i := range d.told {
		r := &d.told[i]
		r.Line = i + 1
		switch {
		case len(r.Drafts) > 0 || r.Unreadable != "":
			r.Skipped = ""
		case len(r.Changed) > 0:
			r.Skipped = Changed
		case len(bytes.TrimSpace(d.line(i))) == 0:
			r.Skipped = BlankLine
		case r.Skipped == "":
			r.Skipped = ofStructure
		}
	}
	return d.told
}

// continues marks the lines after the first of a record as part of it.
func (d *Document) continues(from, until int) {
	for i := d.index(from) + 1; i < len(d.starts) && d.starts[i] < until; i++ {
		if d.told[i].Skipped == "" {
			d.told[i].Skipped = ofRecord
		}
	}
}

// at returns the line that a byte is in, nil for a document without lines.
func (d *Document) at(at int) *Record {
	if len(d.told) == 0 {
		return nil
	}
	return &d.told[d.index(at)]
}

func (d *Document) index(at int) int {
	return max(0, sort.SearchInts(d.starts, at+1)-1)
}

func (d *Document) line(i int) []byte {
	end := len(d.Text)
	if i+1 < len(d.starts) {
		end = d.starts[i+1]
	}
	return d.Text[d.starts[i]:end]
}
