package jcs

import (
	"bytes"
	"unicode/utf8"
)

// Unquote reads a JSON string as RFC 8785 writes it; false for what it leaves to
// the general decoder. Texts are most of what a log holds, and most have no
// escapes but line ends and quotes.
func Unquote(b []byte) (string, bool) {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' || !utf8.Valid(b) {
		return "", false
	}
	b = b[1 : len(b)-1]
	i := bytes.IndexByte(b, '\\')
	if i < 0 {
		return string(b), isPlain(b)
	}
	text := make([]byte, 0, len(b))
	for ; i >= 0; i = bytes.IndexByte(b, '\\') {
		if i+1 == len(b) || !isPlain(b[:i]) {
			return "", false
		}
		c, ok := unescape(b[i+1])
		if !ok {
			return "", false
		}
		text, b = append(append(text, b[:i]...), c), b[i+2:]
	}
	return string(append(text, b...)), isPlain(b)
}

// isPlain reports whether b may appear in a JSON string unescaped.
func isPlain(b []byte) bool {
	for _, c := range b {
		if c < ' ' || c == '"' {
			return false
		}
	}
	return true
}

func unescape(c byte) (byte, bool) {
	switch c {
	case '"', '\\', '/':
		return c, true
	case 'n':
		return '\n', true
	case 't':
		return '\t', true
	case 'r':
		return '\r', true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	}
	return 0, false
}
