package reports_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// TestLanesAfterCountsWhatTheWindowDoesNotReach counts lanes before, at and after a time, and without one.
func TestLanesAfterCountsWhatTheWindowDoesNotReach(t *testing.T) {
	o := reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{"before": {ObservedAt: minute(1)}, "at": {ObservedAt: minute(2)},
		"after": {ObservedAt: minute(3)}, "undated": {ObservedAt: domain.UnknownInstant(domain.UnknownNotRecorded)}}}}
	if n := o.LanesAfter(minute(2)); n != 1 {
		t.Errorf("%d lanes are after, want 1", n)
	}
}

// TestAClosureThatMovedSaysFromWhere follows one closure by another.
func TestAClosureThatMovedSaysFromWhere(t *testing.T) {
	open := reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(2), NextAction: "merge it"}
	merged := reports.Closure{State: reports.ClosureMerged, LastUpdated: minute(2), Was: reports.ClosureInFlight, Cause: "c0ffee"}
	for name, test := range map[string]struct {
		before, now *reports.Closure
		says        string // "": it may be
	}{
		"the first one":               {nil, &open, ""},
		"one that nobody states now":  {&merged, nil, ""},
		"the same again":              {&open, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(3), NextAction: "wait"}, ""},
		"a move":                      {&open, &merged, ""},
		"the move told again":         {&merged, &merged, ""},
		"a move that is not told":     {&open, &reports.Closure{State: reports.ClosureMerged, LastUpdated: minute(3)}, "moves from in-flight to merged"},
		"a move from another state":   {&open, &reports.Closure{State: reports.ClosureMerged, LastUpdated: minute(3), Was: reports.ClosureDup}, "moves from in-flight to merged"},
		"no move that is told as one": {&open, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(3), NextAction: "wait", Was: reports.ClosureMerged}, "says that it was merged"},
		"an older look":               {&open, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(1), NextAction: "wait"}, "before what it follows"},
		"an end opened for no reason": {&merged, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(3), NextAction: "mend", Was: reports.ClosureMerged}, "names no reason"},
		"an end opened by a commit":   {&merged, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(3), NextAction: "mend", Was: reports.ClosureMerged, Cause: "deadbee"}, ""},
		"an end opened by an event": {&merged, &reports.Closure{State: reports.ClosureInFlight, LastUpdated: minute(3), NextAction: "mend", Was: reports.ClosureMerged,
			Evidence: []domain.EventID{event(1)}}, ""},
		"an end of another kind": {&merged, &reports.Closure{State: reports.ClosureDup, LastUpdated: minute(3), Was: reports.ClosureMerged}, ""},
	} {
		err := reports.CheckSuccession(stated(reports.Statement{Closure: test.now}), previous(t, stated(reports.Statement{Closure: test.before})))
		if test.says == "" {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if e := typed(t, err, domain.ErrParse); e.Target != "closure" || !strings.Contains(e.Message, test.says) || e.Hint == "" {
			t.Errorf("%s: %v, want %q", name, err, test.says)
		}
	}
}
