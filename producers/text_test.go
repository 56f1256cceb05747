package producers_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/producers"
)

func TestTextCutsOnlyWhatIsTooLongAndBetweenWords(t *testing.T) {
	word := "token" + strings.Repeat("x", 60)
	for _, row := range []struct {
		name, text string
		cut        bool
	}{
		{"a short text stays whole", "hello", false},
		{"a text of the most bytes stays whole", strings.Repeat("a", producers.MaxText), false},
		{"one byte more is cut", strings.Repeat("a", producers.MaxText+1), true},
		{"a long text of words is cut between words", strings.Repeat(word+" ", 4000), true},
		{"a long text without a seam is cut between characters", strings.Repeat("é", 200_000), true},
	} {
		t.Run(row.name, func(t *testing.T) {
			got := producers.Text(row.text)
			if (got.Cut != nil) != row.cut {
				t.Fatalf("cut is %v, want %v", got.Cut != nil, row.cut)
			}
			if got.Bytes() != len(row.text) {
				t.Errorf("the text says %d bytes, it had %d", got.Bytes(), len(row.text))
			}
			if !row.cut {
				return
			}
			if !strings.HasPrefix(row.text, got.Cut.Head) || !strings.HasSuffix(row.text, got.Cut.Tail) {
				t.Error("head and tail are not the text's own")
			}
			if !utf8.ValidString(got.Cut.Head) || !utf8.ValidString(got.Cut.Tail) {
				t.Error("a character was halved")
			}
			if strings.Contains(row.text, " ") && (!strings.HasSuffix(got.Cut.Head, " ") || !strings.HasPrefix(got.Cut.Tail, " ")) {
				t.Error("a word was halved")
			}
		})
	}
}

func TestForeignEmbedsWhatCanBeKept(t *testing.T) {
	for _, row := range []struct {
		name, value string
		raw         bool
	}{
		{"an object", `{"b":1,"a":[true,null,1.5]}`, false},
		{"the largest exact integer", `9007199254740992`, false},
		{"a larger integer", `9007199254740993`, true},
		{"a number that is not finite", `1e400`, true},
		{"more digits than a double holds", `0.1234567890123456789`, true},
		{"a member twice", `{"a":1,"a":2}`, true},
		{"two values", `1 2`, true},
		{"not JSON", `{"a":`, true},
		{"a lone surrogate", `"\ud800"`, true},
		{"longer than the most", `"` + strings.Repeat("x", producers.MaxForeign) + `"`, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			got, raw := producers.Foreign([]byte(row.value))
			if raw != row.raw {
				t.Fatalf("raw is %v, want %v", raw, row.raw)
			}
			if !json.Valid(got) {
				t.Fatalf("the value is not JSON: %.80s", got)
			}
			if !raw && string(got) != row.value {
				t.Errorf("the value was changed to %s", got)
			}
		})
	}
	if got, raw := producers.Foreign([]byte("  ")); got != nil || raw {
		t.Errorf("nothing became %s, raw %v", got, raw)
	}
}

func TestLinesYieldsEveryLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-z]{0,5}`)).Draw(t, "lines")
		if len(lines) > 0 && rapid.Bool().Draw(t, "long") {
			lines[0] = strings.Repeat("x", 300<<10)
		}
		ended := rapid.Bool().Draw(t, "ended")
		text := strings.Join(lines, "\n")
		if ended && len(lines) > 0 {
			text += "\n"
		}
		var got []string
		for l, err := range producers.Lines(iotestReader{strings.NewReader(text)}) {
			if err != nil {
				t.Fatal(err)
			}
			if l.Number != len(got)+1 {
				t.Fatalf("line %d has number %d", len(got)+1, l.Number)
			}
			got = append(got, string(l.Text))
		}
		want := strings.Split(text, "\n")
		if want[len(want)-1] == "" {
			want = want[:len(want)-1]
		}
		if diff := cmp.Diff(append([]string{}, want...), append([]string{}, got...)); diff != "" {
			t.Fatalf("lines (-want +got):\n%s", diff)
		}
	})
}

// iotestReader gives one byte less than asked, so that buffers end anywhere.
type iotestReader struct{ r io.Reader }

func (r iotestReader) Read(b []byte) (int, error) { return r.r.Read(b[:max(1, len(b)-1)]) }
