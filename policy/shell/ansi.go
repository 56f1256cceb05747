package shell

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// ansiEscapes are the escapes of $'…' that each represent one byte.
const ansiEscapes = "a\ab\be\x1bE\x1bf\fn\nr\rt\tv\v\\\\''\"\"??"

// ansiText is what $'TEXT' expands to; known is false where shells differ about it.
func ansiText(text string) (out string, known bool) {
	var b strings.Builder
	for text != "" {
		plain, escaped, found := strings.Cut(text, `\`)
		b.WriteString(plain)
		if !found {
			return b.String(), true
		}
		one, rest, ok := ansiEscape(escaped)
		if !ok || one == "\x00" {
			return "", false
		}
		b.WriteString(one)
		text = rest
	}
	return b.String(), true
}

// ansiEscape reads what follows a backslash.
func ansiEscape(text string) (one, rest string, ok bool) {
	if text == "" {
		return "", "", false
	}
	for i := 0; i < len(ansiEscapes); i += 2 {
		if ansiEscapes[i] == text[0] {
			return ansiEscapes[i+1 : i+2], text[1:], true
		}
	}
	switch text[0] {
	case 'x':
		return ansiNumber(text[1:], 16, 2)
	case 'u':
		return ansiNumber(text[1:], 16, 4)
	case 'U':
		return ansiNumber(text[1:], 16, 8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return ansiNumber(text, 8, 3)
	}
	return "", "", false
}

// ansiNumber reads up to so many digits: of two or three a byte, of more a character.
func ansiNumber(text string, base, digits int) (one, rest string, ok bool) {
	n, of := 0, "01234567"
	if base == 16 {
		of = "0123456789abcdefABCDEF"
	}
	for n < min(digits, len(text)) && strings.IndexByte(of, text[n]) >= 0 {
		n++
	}
	value, err := strconv.ParseUint(text[:n], base, 32)
	switch {
	case err != nil:
		return "", "", false
	case digits > 3:
		return string(rune(value)), text[n:], utf8.ValidRune(rune(value))
	}
	return string([]byte{byte(value)}), text[n:], true
}
