package jcs

import "unicode/utf8"

// AppendString appends s as an RFC 8785 string: the two-character escapes where
// JSON has them, \u00xx for other control characters, all else as it is. s is
// valid UTF-8; an invalid byte is written as U+FFFD.
func AppendString(b []byte, s string) []byte {
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
			i = plainUntil(s, i+1)
			continue
		}
		b = append(b, s[start:i]...)
		b = appendEscape(b, c)
		i++
		start = i
	}
	return append(append(b, s[start:]...), '"')
}

// plainUntil is an index, from i on, before which all of s is ASCII that a JSON string contains unescaped.
// It looks at eight bytes at once.
func plainUntil(s string, i int) int {
	for ; i+8 <= len(s); i += 8 {
		b := s[i : i+8]
		word := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		if controls := (word - 0x2020202020202020) &^ word; (word|controls)&0x8080808080808080|equals(word, '"')|equals(word, '\\') != 0 {
			break
		}
	}
	return i
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
