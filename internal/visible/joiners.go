package visible

import (
	"slices"
	"strings"
	"unicode"
)

const (
	zwnj             = 0x200C
	zwj              = 0x200D
	textStyle        = 0xFE0E
	emojiStyle       = 0xFE0F
	keycap           = 0x20E3
	blackFlag        = 0x1F3F4
	endOfTags        = 0xE007F
	ideographicSpace = 0x3000
)

// isOrdinary reports whether the i-th character of a text, which is invisible by itself,
// has there the function for which languages and emoji need it.
func isOrdinary(text []rune, i int) bool {
	before, after := runeAt(text, i-1), runeAt(text, i+1)
	switch r := text[i]; {
	case r == zwj && (isPictograph(before) || before == emojiStyle && isPictograph(runeAt(text, i-2))):
		return isPictograph(after)
	case r == zwj || r == zwnj:
		return joins(before, after)
	case r == emojiStyle || r == textStyle:
		return isPictograph(before) || after == keycap && (before == '#' || before == '*' || before >= '0' && before <= '9')
	case r >= 0xE0020 && r <= endOfTags:
		return inFlag(text, i)
	case r == ideographicSpace:
		return isIdeographic(before) && !hides(before) || isIdeographic(after) && !hides(after)
	case r >= 0x180B && r <= 0x180F: // variants of Mongolian letters
		return unicode.Is(unicode.Mongolian, before) && !unicode.IsMark(before) && before != 0x180E
	}
	return false
}

// runeAt is a character of a text, 0 before and after it.
func runeAt(text []rune, i int) rune {
	if i < 0 || i >= len(text) {
		return 0
	}
	return text[i]
}

// isPictograph reports whether r may be drawn as an emoji: the blocks that hold them.
func isPictograph(r rune) bool {
	switch {
	case r >= 0x1F000 && r <= 0x1FAFF, r >= 0x2190 && r <= 0x21FF, r >= 0x2300 && r <= 0x23FF, r >= 0x25A0 && r <= 0x27BF,
		r >= 0x2900 && r <= 0x297F, r >= 0x2B00 && r <= 0x2BFF:
		return true
	}
	return slices.Contains([]rune{0xA9, 0xAE, 0x203C, 0x2049, 0x2122, 0x2139, 0x24C2, 0x3030, 0x303D, 0x3297, 0x3299}, r)
}

// rightJoining are the Arabic letters that do not join the next one: after them a joiner
// changes nothing. Of Unicode's ArabicShaping.txt, the letters of Arabic and Persian.
const rightJoining = "\u0621\u0622\u0623\u0624\u0625\u0627\u0629\u062f\u0630\u0631\u0632\u0648\u0671\u0688\u0691\u0698\u06c0\u06d2\u06d3\u06d5"

// viramas take the vowel from a letter; a joiner after one determines how the next letter
// is written.
const viramas = "\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u1039\u17d2"

// joins reports whether a joiner, or a non-joiner, between two characters changes how they
// are drawn: see CONTEXTJ in RFC 5892, appendix A.
func joins(before, after rune) bool {
	if unicode.Is(unicode.Arabic, before) && unicode.Is(unicode.Arabic, after) {
		return unicode.IsLetter(before) && unicode.IsLetter(after) && !strings.ContainsRune(rightJoining, before)
	}
	return strings.ContainsRune(viramas, before) && unicode.IsLetter(after)
}

// inFlag reports whether the i-th character of a text is a tag of a flag that is in use:
// those of England, Scotland and Wales. Other tags are invisible text.
func inFlag(text []rune, i int) bool {
	start := i
	for start > 0 && text[start] != blackFlag && i-start <= 6 {
		start--
	}
	if text[start] != blackFlag || len(text) < start+7 || text[start+6] != endOfTags {
		return false
	}
	var name strings.Builder
	for _, tag := range text[start+1 : start+6] {
		name.WriteRune(tag - 0xE0000)
	}
	return slices.Contains([]string{"gbeng", "gbsct", "gbwls"}, name.String())
}
