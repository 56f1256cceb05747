package lane_test

import (
	"slices"
	"testing"

	"github.com/clawable/claw/domain/lane"
)

func TestEachRowOfTheTableOfOutcomesCanDecide(t *testing.T) {
	for n, r := range lane.Outcomes() {
		if first := lane.Decisive(r); first != r {
			t.Errorf("row %d, %s: %v: row %s %v comes before it", n+1, r.Rule, r.Conditions(), first.Rule, first.Conditions())
		}
		if !slices.ContainsFunc(lane.Rules(), func(s lane.Sentence) bool { return s.Rule == r.Rule }) {
			t.Errorf("row %d: %s is no sentence of the rule", n+1, r.Rule)
		}
	}
	for _, unused := range lane.UnusedConditions() {
		t.Errorf("no row asks whether %s", unused)
	}
}
