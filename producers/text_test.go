package producers_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"

	"github.com/clawable/claw/producers"
)

// TestATextFitsWhateverItHolds takes long texts of plain, wide and control characters:
// what is kept is at most MaxText bytes as JSON, and the begin and the end of the text.
func TestATextFitsWhateverItHolds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		unit := rapid.SampledFrom([]string{"a", "\x01", "\n", `"`, "é", "😀", "a\x02", "\u2028"}).Draw(r, "unit")
		most := 2 * producers.MaxText / len(unit)
		s := rapid.StringN(0, 9, -1).Draw(r, "begin") + strings.Repeat(unit, rapid.IntRange(0, most).Draw(r, "times"))
		got := producers.Text(s)
		whole := got.Cut == nil
		if size := size(r, s); whole != (size <= producers.MaxText) {
			r.Fatalf("a text of %d bytes as JSON: whole %v", size, whole)
		}
		if whole {
			if got.Whole != s {
				r.Fatal("a whole text is another one")
			}
			return
		}
		c := got.Cut
		if size(r, c.Head)+size(r, c.Tail) > producers.MaxText {
			r.Fatalf("head and tail have %d and %d bytes as JSON", size(r, c.Head), size(r, c.Tail))
		}
		if c.Bytes != len(s) || !strings.HasPrefix(s, c.Head) || !strings.HasSuffix(s, c.Tail) || len(c.Head) == 0 || len(c.Tail) == 0 {
			r.Fatalf("of %d bytes: %d, a head of %d and a tail of %d", len(s), c.Bytes, len(c.Head), len(c.Tail))
		}
		if !utf8.ValidString(c.Head) || !utf8.ValidString(c.Tail) {
			r.Fatal("cut within a character")
		}
	})
}

// size is how many bytes RFC 8785 makes of s, without the quotes.
func size(r *rapid.T, s string) int {
	b, err := json.Marshal(s, jsontext.CanonicalizeRawInts(true))
	if err != nil {
		r.Fatal(err)
	}
	return len(b) - 2
}
