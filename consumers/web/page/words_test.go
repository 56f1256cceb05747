package page_test

import (
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
