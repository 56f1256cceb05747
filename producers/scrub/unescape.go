package scrub

import (
	"bytes"
	"sort"
	"unicode/utf16"
	"unicode/utf8"
)

// view is a text with escapes resolved, and the way back to where its bytes came from.
type view struct {
	text   []byte
	shifts []shift
}

// shift says that the bytes of a view from index at on come from so many bytes later.
type shift struct{ at, by int }

// origin returns the index in the source of byte i of the view.
func (v *view) origin(i int) int {
	n := sort.Search(len(v.shifts), func(n int) bool { return v.shifts[n].at > i })
	if n == 0 {
		return i
	}
	return i + v.shifts[n-1].by
}

// An escape reads the escape at the start of text, which is a backslash: the bytes it takes and
// the rune it represents; taken is 0 where it does not interpret the backslash.
type escape func(text []byte) (taken int, r rune)

// unescape resolves the escapes of text.
func unescape(text []byte, read escape) *view {
	at := bytes.IndexByte(text, '\\')
	if at < 0 {
		return &view{text: text}
	}
	v := &view{text: make([]byte, 0, len(text))}
	for i := 0; i < len(text); {
		if at = bytes.IndexByte(text[i:], '\\'); at < 0 {
			v.text = append(v.text, text[i:]...)
			break
		}
		v.text = append(v.text, text[i:i+at]...)
		i += at
		taken, r := read(text[i:])
		if taken == 0 {
			v.text = append(v.text, '\\')
			i++
			continue
		}
		v.text = utf8.AppendRune(v.text, r)
		i += taken
		v.shifts = append(v.shifts, shift{len(v.text), i - len(v.text)})
	}
	return v
}

// stringEscapes reads the escapes of a JSON string (RFC 8259, section 7).
func stringEscapes(text []byte) (int, rune) {
	if len(text) < 2 {
		return 0, 0
	}
	switch text[1] {
	case '"', '\\', '/':
		return 2, rune(text[1])
	case 'b':
		return 2, '\b'
	case 'f':
		return 2, '\f'
	case 'n':
		return 2, '\n'
	case 'r':
		return 2, '\r'
	case 't':
		return 2, '\t'
	case 'u':
		return unicodeEscape(text)
	}
	return 0, 0
}

func unicodeEscape(text []byte) (int, rune) {
	r, ok := fourHex(text)
	if !ok {
		return 0, 0
	}
	if utf16.IsSurrogate(r) {
		if low, ok := fourHex(text[6:]); ok {
			if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
				return 12, pair
			}
		}
	}
	return 6, r
}

// nestedEscapes reads what may hide a character of a secret in a text that holds JSON: \uXXXX
// and \/, each behind any number of backslashes. All else stays.
func nestedEscapes(text []byte) (int, rune) {
	n := 1
	for n < len(text) && text[n] == '\\' {
		n++
	}
	if n < len(text) && text[n] == '/' {
		return n + 1, '/'
	}
	if r, ok := fourHex(text[n-1:]); ok && !utf16.IsSurrogate(r) {
		return n + 5, r
	}
	return 0, 0
}

// fourHex reads a backslash, a u and four hexadecimal digits.
func fourHex(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range text[2:6] {
		d, ok := hexDigit(c)
		if !ok {
			return 0, false
		}
		r = r<<4 | d
	}
	return r, true
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10, true
	}
	return 0, false
}
