package page_test

import (
	"strings"
	"testing"
	"time"

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

func TestNumbersHaveACommaBetweenThousands(t *testing.T) {
	for n, want := range map[any]string{0: "0", 999: "999", 1000: "1,000", int64(12345678): "12,345,678"} {
		if got := page.Number(n); got != want {
			t.Errorf("%v is written %s, want %s", n, got, want)
		}
	}
}

func TestAgesAreOfThePastTheFutureAndOtherYears(t *testing.T) {
	now := time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)
	for before, want := range map[time.Duration]string{
		-26 * time.Hour: "future", -30 * time.Second: "now", 59 * time.Second: "now", 3 * time.Minute: "3m ago", 47 * time.Hour: "47h ago", 72 * time.Hour: "3d ago", 400 * 24 * time.Hour: "2025-04-27",
	} {
		if got := page.Ago(now, now.Add(-before)); got != want {
			t.Errorf("%s before now is %q, want %q", before, got, want)
		}
	}
	if got := page.Ago(now, time.Time{}); got != "?" {
		t.Errorf("a time that is not known is %q", got)
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
