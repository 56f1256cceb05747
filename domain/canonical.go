package domain

import (
	"encoding/hex"
	"strconv"
	"unicode/utf8"

	"github.com/oklog/ulid/v2"
)

// appendString appends s as an RFC 8785 string: the two-character escapes where
// JSON has them, \u00xx for other control characters, all else as it is. s is
// valid UTF-8; an invalid byte is written as U+FFFD.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(append(b, s[start:i]...), "\uFFFD"...)
				start = i + 1
			}
			i += n
			continue
		}
		if c >= 0x20 && c != '"' && c != '\\' {
			i++
			continue
		}
		b = append(b, s[start:i]...)
		b = appendEscape(b, c)
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

func appendEscape(b []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	}
	const hexDigits = "0123456789abcdef"
	return append(b, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
}

func itoa(n int) string { return strconv.Itoa(n) }

// members writes the members of one object; the caller writes names in order.
type members struct {
	b     []byte
	first bool
}

func object(b []byte) members { return members{append(b, '{'), true} }

func (m *members) name(n string) {
	if !m.first {
		m.b = append(m.b, ',')
	}
	m.first = false
	m.b = append(append(append(m.b, '"'), n...), '"', ':')
}

func (m *members) text(n, v string) {
	if v == "" {
		return
	}
	m.name(n)
	m.b = appendString(m.b, v)
}

func (m *members) ulid(n string, u ulid.ULID) {
	m.name(n)
	m.b = append(appendULID(append(m.b, '"'), u), '"')
}

func (m *members) hex(n string, v []byte) {
	m.name(n)
	m.b = append(hex.AppendEncode(append(m.b, '"'), v), '"')
}

func (m *members) number(n string, v uint64) {
	if v == 0 {
		return
	}
	m.name(n)
	m.b = strconv.AppendUint(m.b, v, 10)
}

func maybe[T ~string](m *members, n string, v Maybe[T]) {
	switch {
	case v.Unknown != "":
		m.name(n)
		m.b = appendUnknown(m.b, v.Unknown)
	case v.Value != "":
		m.name(n)
		m.b = appendString(m.b, string(v.Value))
	}
}

func (m *members) end() []byte { return append(m.b, '}') }
