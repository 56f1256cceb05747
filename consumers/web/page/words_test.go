package page_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/consumers/web/page"
)

// TestShortIDsAreWhatPeopleType cuts ids of each sort.
func TestShortIDsAreWhatPeopleType(t *testing.T) {
	for id, want := range map[string]string{
		"lane-0000000000B4BDWMGH1X2Y3Z45": "B4BDWMGH",
		"0000000000B4BDWMGH1X2Y3Z45":      "B4BDWMGH",
		"01KJSESXM02K3Z6R8W2E5D0000":      "01KJSESXM02K3Z",
		"0c3ffee1234567890abcdef":         "0c3ffee123",
		"":                                "",
	} {
		if got := page.Short(id); got != want {
			t.Errorf("%q is cut to %q, want %q", id, got, want)
		}
	}
}

// TestHitsAreMarked marks parts of snippets, also where they are no parts.
func TestHitsAreMarked(t *testing.T) {
	for _, c := range []struct {
		snippet string
		hits    [][2]int
		want    string
	}{
		{"…go test", [][2]int{{3, 5}, {6, 10}}, "…[go] [test]"},
		{"test", [][2]int{{0, 4}}, "[test]"},
		{"none", nil, "none"},
		{"out of it", [][2]int{{3, 99}, {-1, 2}, {4, 6}, {5, 7}}, "out [of] it"},
		{"a \u202e b", [][2]int{{2, 3}}, "a [\uFFFD]\uFFFD b"},
		{"", [][2]int{{0, 0}}, ""},
		{strings.Repeat("é", 300), [][2]int{{0, 2}, {590, 592}}, "[é]" + strings.Repeat("é", 239) + "…"},
	} {
		if got := page.Marked(c.snippet, c.hits...); got != c.want {
			t.Errorf("%q with %v is %q, want %q", c.snippet, c.hits, got, c.want)
		}
	}
}
