package search

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// joint separates signs of scripts that are written without spaces, so that each is a
// word to the index; no reader receives it.
const joint = '\u200B'

// apart writes a text as it is indexed.
func apart(s string) string {
	from := 0
	var b strings.Builder
	for i := nextSpecial(s, 0); i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		b.WriteString(s[from:i])
		if spaceless(r) {
			b.WriteRune(joint)
			b.WriteRune(r)
			b.WriteRune(joint)
		}
		from = i + n
		i = nextSpecial(s, from)
	}
	if from == 0 {
		return s
	}
	b.WriteString(s[from:])
	return b.String()
}

// nextSpecial returns where the first sign at or after i is that the index does not take as it is, len(s) for none.
// Most bytes of most texts are passed over without decoding them: no such sign but those of a snippet begins below
// leadOfThree.
func nextSpecial(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if c == hitFrom[0] || c == hitUntil[0] {
			return i
		}
		if c < leadOfThree {
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == joint || spaceless(r) {
			return i
		}
		i += n
	}
	return i
}

// leadOfThree is the first byte of the least sign that UTF-8 writes in three bytes.
const leadOfThree = 0xE0

// Borders of scripts that are written without spaces: none has a sign below the first or between the other two,
// where dashes, arrows and frames are.
const (
	firstSpaceless = 0x0E00
	punctuation    = 0x2000
	radicals       = 0x2E80
)

func spaceless(r rune) bool {
	return r >= firstSpaceless && (r < punctuation || r >= radicals) &&
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
