// Package visible writes texts of others so that a reader sees all that they contain: characters that are
// invisible, and those that pass for others, are spelled out. It does not judge the meaning of a text.
package visible

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable makes a text that others wrote safe for a terminal and honest to its reader: one
// line, in which an invisible character is written as its code point, <U+202E>, and so is a letter that
// passes for one of another alphabet. Text of any language and emoji stay as they are.
func Printable(s string) string {
	if isPlain(s) {
		return s
	}
	text, mark := readText(s)
	markLookalikesOf(text, mark)
	var b strings.Builder
	for i, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r' && (i+1 == len(text) || text[i+1] == '\n'):
			b.WriteByte(' ')
		case r < 0:
			fmt.Fprintf(&b, "<0x%02X>", byte(-r))
		case mark[i] || !isSeen(text, i):
			fmt.Fprintf(&b, "<%U>", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isPlain reports whether a text is ASCII that can be seen.
func isPlain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// readText decodes a text; a byte that is not UTF-8 is its negative value. mark has a place
// for each.
func readText(s string) (text []rune, mark []bool) {
	text = make([]rune, 0, len(s))
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			r = -rune(s[i])
		}
		text, i = append(text, r), i+n
	}
	return text, make([]bool, len(text))
}

// QuotedArgument writes an argument that holds what cannot be seen, or what passes for
// something else, as bash reads it: $'…'. ok is false for one that does not.
func QuotedArgument(arg string) (quoted string, ok bool) {
	if isPlain(arg) {
		return "", false
	}
	text, mark := readText(arg)
	markArgument(text, mark)
	var b strings.Builder
	b.WriteString("$'")
	for i, r := range text {
		hides := mark[i] || r < 0 || !isSeen(text, i)
		ok = ok || hides
		switch at := strings.IndexRune("\n\t\r\x1b", r); {
		case at >= 0:
			b.WriteString([]string{`\n`, `\t`, `\r`, `\e`}[at])
		case r < 0 || hides && r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, byte(max(r, -r)))
		case hides && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		case hides:
			fmt.Fprintf(&b, `\u%04x`, r)
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + "'", ok
}

// hides reports whether r is invisible wherever it appears: control characters, formats (directions of
// text, joiners, tags), selectors of variants, fillers, spaces but the one of ASCII, and what no
// character is assigned to.
func hides(r rune) bool {
	switch {
	case r < 0x80:
		return r < ' ' || r == 0x7f
	case r >= 0x1F000 && r <= 0x1FAFF: // pictographs: more are assigned each year
		return false
	case r == 0x2800: // braille without a dot
		return true
	}
	return unicode.In(r, unicode.Zs, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		!unicode.IsGraphic(r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// isSeen reports whether a reader sees what the i-th character of a text does there.
func isSeen(text []rune, i int) bool {
	r := text[i]
	switch {
	case r < 0:
		return false
	case unicode.IsMark(r) && !hides(r):
		return standsOnBase(text, i)
	case !hides(r):
		return true
	}
	return isOrdinary(text, i)
}

// mostMarks is how many marks a letter carries in any language; see UTS #39, 5.4.
const mostMarks = 4

// standsOnBase reports whether a combining mark has a base character, and is neither one of too many nor
// a repetition of the same mark, which is drawn over the first.
func standsOnBase(text []rune, i int) bool {
	for at := i - 1; at >= 0 && i-at <= mostMarks; at-- {
		switch before := text[at]; {
		case before < 0 || unicode.IsMark(before) && before == text[i]:
			return false
		case unicode.IsMark(before) || before == zwj || before == zwnj:
		case unicode.In(before, unicode.L, unicode.N, unicode.S):
			return true
		default:
			return (before == '#' || before == '*') && text[i] == keycap
		}
	}
	return false
}

// Escaped writes what hides as \uXXXX in a JSON text that is valid but for a final
// newline: there it can appear in strings only, and the meaning is unchanged.
func Escaped(document []byte) []byte {
	if bytes.IndexFunc(document, hidesInJSON) < 0 {
		return document
	}
	out := make([]byte, 0, len(document)+64)
	for _, r := range string(document) {
		switch {
		case !hidesInJSON(r):
			out = utf8.AppendRune(out, r)
		case r > 0xFFFF:
			high, low := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, high, low)
		default:
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return out
}

// hidesInJSON is hides without white space between tokens: JSON itself escapes all
// below U+0020 in its strings.
func hidesInJSON(r rune) bool { return r >= 0x20 && hides(r) }
