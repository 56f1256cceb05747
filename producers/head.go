package producers

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/producers/lenient"
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

// maxHead is the most that is read to know an input.
const maxHead = 16 << 20

// LongHead returns a head with more of its input where the head ends within a value: the
// member that identifies the format may be anywhere in that value. It reads a first value to
// its end, and a later line to the end of the line. more is false when the head is long enough.
//
// Errors: those of in, which broke before that many bytes; long is what came before.
func LongHead(head []byte, in io.Reader) (long []byte, more bool, err error) {
	most := maxHead - len(head)
	switch last := head[bytes.LastIndexByte(head, '\n')+1:]; {
	case endsWithin(head):
	case endsWithin(last):
		return restOfLine(head, io.LimitReader(in, int64(most)))
	default:
		return head, false, nil
	}
	rest, err := io.ReadAll(io.LimitReader(in, int64(most)))
	return append(head, rest...), len(rest) > 0, err
}

// endsWithin reports whether a text ends within the object or array that it begins with.
func endsWithin(text []byte) bool {
	first := jsontext.NewDecoder(bytes.NewBuffer(text), lenient.Options)
	if kind := first.PeekKind(); kind != '{' && kind != '[' {
		return false
	}
	_, err := first.ReadValue()
	return errors.Is(err, io.ErrUnexpectedEOF)
}

// restOfLine is a head with what is left of the line in which it ends.
func restOfLine(head []byte, in io.Reader) (long []byte, more bool, err error) {
	rest, err := bufio.NewReader(in).ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return append(head, rest...), len(rest) > 0, err
}

// unmark removes the byte order mark from the begin of an input, and recognises by it an
// input that is no UTF-8, of which nothing is left.
func unmark(begin []byte) (text []byte, unreadable string) {
	if bytes.HasPrefix(begin, []byte("\xff\xfe")) || bytes.HasPrefix(begin, []byte("\xfe\xff")) {
		return nil, "UTF-16 text: only UTF-8 is read"
	}
	return bytes.TrimPrefix(begin, []byte("\uFEFF")), ""
}
