package entitykey_test

import (
	"testing"

	"github.com/clawable/claw/projections/entitykey"
)

func TestWhatNamesNoItemMayBeWhatAnotherNames(t *testing.T) {
	for _, row := range []struct {
		name string
		keys []string
		want int
	}{
		{"none", nil, 0},
		{"items", []string{"a", "b"}, 2},
		{"events without an item", []string{"event:1", "event:2"}, 2},
		{"as many of either", []string{"a", "event:1"}, 1},
		{"one more without an item", []string{"a", "event:1", "event:2"}, 2},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := entitykey.CountOnce(row.keys); got != row.want {
				t.Errorf("%d, want %d", got, row.want)
			}
		})
	}
}
