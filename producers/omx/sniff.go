package omx

import (
	"bytes"
	"iter"
)

// sniffLines is how many records of a log may be strange before one that is known.
const sniffLines = 16

// headLines yields what a file begins with: first all of it, which may be a document,
// then line by line.
func headLines(head []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if !yield(head) {
			return
		}
		for range sniffLines {
			_, rest, more := bytes.Cut(head, []byte("\n"))
			if !more || !yield(rest) {
				return
			}
			head = rest
		}
	}
}
