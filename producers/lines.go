package producers

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Line is a line of an input, without its end.
type Line struct {
	Number int // counted from 1
	// Text is valid until the next line.
	Text []byte
	// Ended says that a newline followed: a last line without one may be torn.
	Ended bool
	// Next says that the next line is here already: getting it takes no waiting.
	Next bool
}

// Lines yields the lines of r, of any length. A last line without a newline is
// yielded; after a final newline there is no further line.
func Lines(r io.Reader) iter.Seq2[Line, error] {
	return func(yield func(Line, error) bool) {
		in := bufio.NewReaderSize(r, 256<<10)
		var long []byte // a line that did not fit the buffer
		for n := 1; ; {
			part, err := in.ReadSlice('\n')
			if errors.Is(err, bufio.ErrBufferFull) {
				long = append(long, part...)
				continue
			}
			if err != nil && err != io.EOF {
				yield(Line{Number: n}, fmt.Errorf("read line: %w", err))
				return
			}
			text := part
			if len(long) > 0 {
				long = append(long, part...)
				text = long
			}
			if len(text) > 0 {
				ended := bytes.HasSuffix(text, []byte("\n"))
				text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
				if !yield(Line{Number: n, Text: text, Ended: ended, Next: holdsLine(in)}, nil) {
					return
				}
			}
			if err == io.EOF {
				return
			}
			n++
			long = long[:0]
		}
	}
}

// holdsLine reports whether a whole line is in the buffer of in.
func holdsLine(in *bufio.Reader) bool {
	held, _ := in.Peek(in.Buffered()) // never more than there is
	return bytes.IndexByte(held, '\n') >= 0
}
