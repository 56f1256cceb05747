package producers

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxLine is how many bytes of one line are read. The longest that an agent was seen
// to write is a fourth of it.
const MaxLine = 64 << 20

// Line is a line of an input, without its end.
type Line struct {
	Number int // counted from 1
	// Text is valid until the next line.
	Text []byte
	// Ended reports that a newline followed: a last line without one may be torn.
	Ended bool
	// Next reports that the next line is already available: reading it does not
	// wait.
	Next bool
	// Unreadable is the reason why the line cannot be examined; the line then has no
	// Text.
	Unreadable string
}

// Lines yields the lines of r. A last line without a newline is yielded; after a
// final newline there is no further line. A byte order mark is no part of the first
// line; an input in UTF-16 is one line. Of a longer line than [MaxLine] no more than
// that is held.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := lineReader{in: bufio.NewReaderSize(r, 256<<10)}
		for {
			line, err := in.next()
			if errors.Is(err, io.EOF) || !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// lineReader takes an input apart.
type lineReader struct {
	in     *bufio.Reader
	number int    // of the last line
	long   []byte // a line that did not fit the buffer
	ended  bool   // there is nothing after the last line
}

// next reads a line; the error is io.EOF when there is none.
func (r *lineReader) next() (Line, error) {
	if r.ended {
		return Line{}, io.EOF
	}
	r.number++
	text, whole, err := r.read()
	if err != nil && !errors.Is(err, io.EOF) {
		return Line{Number: r.number}, fmt.Errorf("read line: %w", err)
	}
	if r.ended = errors.Is(err, io.EOF); r.ended && len(text) == 0 && whole {
		return Line{}, io.EOF
	}
	line := Line{Number: r.number, Ended: bytes.HasSuffix(text, newline), Next: holdsLine(r.in)}
	if !whole {
		line.Unreadable, line.Ended = fmt.Sprintf("longer than %d MiB", MaxLine>>20), !r.ended
		return line, nil
	}
	line.Text = bytes.TrimSuffix(bytes.TrimSuffix(text, newline), []byte("\r"))
	if r.number == 1 {
		line.Text, line.Unreadable = unmark(line.Text)
		r.ended = r.ended || line.Unreadable != ""
		line.Next = line.Next && !r.ended
	}
	return line, nil
}

var newline = []byte("\n")

// read returns the bytes up to a newline and with it; whole is false when they are
// more than MaxLine, which were passed over.
func (r *lineReader) read() (text []byte, whole bool, err error) {
	text, err = r.in.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return text, true, err
	}
	r.long = append(r.long[:0], text...)
	for whole = true; errors.Is(err, bufio.ErrBufferFull); {
		text, err = r.in.ReadSlice('\n')
		if whole = whole && len(r.long)+len(text) <= MaxLine; whole {
			r.long = append(r.long, text...)
		}
	}
	if !whole {
		r.long = nil
	}
	return r.long, whole, err
}

// holdsLine reports whether a whole line is in the buffer of in.
func holdsLine(in *bufio.Reader) bool {
	held, _ := in.Peek(in.Buffered()) // never more than there is
	return bytes.IndexByte(held, '\n') >= 0
}
