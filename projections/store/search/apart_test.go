package search

import (
	"strings"
	"testing"
	"unicode"
)

// TestEachSignIsSetApartByItsScript compares the passing over bytes with the rule, read sign by sign, for every
// sign of Unicode.
func TestEachSignIsSetApartByItsScript(t *testing.T) {
	const block = 97 // no multiple of a table's borders
	for first := rune(0); first <= unicode.MaxRune; first += block {
		var text, want strings.Builder
		for r := first; r < min(first+block, unicode.MaxRune+1); r++ {
			if r >= 0xD800 && r < 0xE000 {
				continue // no sign: half of a pair of UTF-16
			}
			text.WriteRune(r)
			text.WriteByte('a')
			switch {
			case r == joint, strings.ContainsRune(hitFrom+hitUntil, r):
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
				want.WriteString(string(joint) + string(r) + string(joint))
			default:
				want.WriteRune(r)
			}
			want.WriteByte('a')
		}
		if got := apart(text.String()); got != want.String() {
			t.Fatalf("from %U: %q, want %q", first, got, want.String())
		}
	}
}
