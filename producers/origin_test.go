package producers_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/producers"
)

// TestAUsageWithItsPriceReplacesTheOneWithout: the first readers recorded neither what a response cost nor what
// a cache keeps for an hour. A response that has one of them is another statement about its record.
func TestAUsageWithItsPriceReplacesTheOneWithout(t *testing.T) {
	plain := domain.UsageRecorded{Input: 3, CacheCreation: 4}
	cost, hour := plain, plain
	cost.StatedCost, hour.CacheCreation1h = money.NanoUSD(5), 2
	first := producers.Origin{Source: "codex", Session: "codex/a", Key: "k"}
	third := first
	third.Revision = 3
	old := first.Draft("usage", plain)
	for name, row := range map[string]struct {
		from    producers.Origin
		said    domain.UsageRecorded
		edition int
	}{
		"without either, as before":          {first, plain, 0},
		"with its cost":                      {first, cost, 2},
		"with what is kept for an hour":      {first, hour, 2},
		"of a later rule, without":           {third, plain, 3},
		"of a later rule, with its cost too": {third, cost, 3},
	} {
		d := row.from.Draft("usage", row.said)
		if d.Edition != row.edition {
			t.Errorf("%s: revision %d, want %d", name, d.Edition, row.edition)
		}
		if row.edition == 0 && (d.ID != old.ID || !d.Replaces.IsZero()) || row.edition > 0 && (d.ID == old.ID || d.Replaces != old.ID) {
			t.Errorf("%s: id %s replaces %s, of the first rule %s", name, d.ID, d.Replaces, old.ID)
		}
	}
}
