package producers

import (
	"bytes"
	"io"
)

// headBytes is how much of an input decides its format.
const headBytes = 64 << 10

// Head returns the first bytes of an input for [Reader.Sniff], without a byte order
// mark; unreadable says why no format can be in it, "" when one can.
//
// Errors: those of in, which broke before that many bytes; head is what came before.
func Head(in io.Reader) (head []byte, unreadable string, err error) {
	head, err = io.ReadAll(io.LimitReader(in, headBytes)) // most are small
	head, unreadable = unmark(head)
	return head, unreadable, err
}

// unmark takes the byte order mark from the begin of an input, and knows by it an
// input that is no UTF-8, of which nothing is left.
func unmark(begin []byte) (text []byte, unreadable string) {
	if bytes.HasPrefix(begin, []byte("\xff\xfe")) || bytes.HasPrefix(begin, []byte("\xfe\xff")) {
		return nil, "UTF-16 text: only UTF-8 is read"
	}
	return bytes.TrimPrefix(begin, []byte("\uFEFF")), ""
}
