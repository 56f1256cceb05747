package lanetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
)

// TestExplainDerivesTheSameAndNamesMore runs every scenario through both.
func TestExplainDerivesTheSameAndNamesMore(t *testing.T) {
	named := map[string]int{}
	for _, s := range Scenarios() {
		w := World(s.opts, telling{}.events(t, s.events))
		for _, want := range w.Outcomes() {
			got := lane.Explain(index.Collect(w.Load, want.Lane), w.Options())
			there := map[string]bool{"counts": true, "last_observed": want.LastObserved.Known(), "missing_causes": want.Missing > 0,
				"duplicates": want.Duplicates > 0, "data": len(want.Data) > 0, "evidence": len(want.Evidence) > 0,
				"contested": len(want.Contested) > 0, "differs": len(want.Differs) > 0, "history": len(want.History) > 0,
				"doubts": len(want.Doubts) > 0, "outages": len(want.Outages) > 0}
			for field, is := range there {
				b, has := got.Because[field]
				if has != is || is && (b.Rule.Says() == "" || len(b.Events) == 0 && field != "evidence" && field != "history") {
					t.Errorf("%s: %s is there: %v, and says why: %v", s.name, field, is, b)
				}
				if is {
					named[field]++
					delete(got.Because, field)
				}
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateComparable(domain.Instant{})); diff != "" {
				t.Errorf("%s (-Derive +Explain)\n%s", s.name, diff)
			}
		}
	}
	if len(named) != 11 {
		t.Errorf("the scenarios show %v only", named)
	}
}
