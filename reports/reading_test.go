package reports_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/calls"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

// TestAgeIsOfTheReading reads a report at several times: what it says grows stale, and its hash stays.
func TestAgeIsOfTheReading(t *testing.T) {
	o := working(asItWas)
	o.Approvals.Items = map[string]reports.Approval{someReport: {Waits: true, RequestedAt: minute(1), TTL: 24 * 60 * 60, Evidence: []domain.EventID{}}}
	d := reports.Build(o, &reports.Statement{}, nil, "claw")
	hash := sealed(t, d).Hash
	for name, test := range map[string]struct {
		at   domain.Instant
		want reports.Freshnesses
	}{
		"at once":           {minute(1), reports.Freshnesses{Current: 2}},
		"at the last":       {minute(6), reports.Freshnesses{Current: 2}},
		"behind the TTL":    {minute(7), reports.Freshnesses{Current: 1, Stale: 1, Mixed: true}},
		"a day after":       {minute(1 + 24*60 + 1), reports.Freshnesses{Stale: 2}},
		"nobody knows when": {domain.UnknownInstant(domain.UnknownNotRecorded), reports.Freshnesses{Unknown: 2}},
	} {
		if diff := cmp.Diff(test.want, d.FreshnessAt(test.at)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
	if d.Freshness.Earliest != minute(1) || d.Freshness.Latest != minute(1) || sealed(t, d).Hash != hash {
		t.Errorf("%+v", d.Freshness)
	}
}

// TestAdviceIsThatOfTheBoardAtTheTimeOfReading reads lanes while they are heard of, and after.
func TestAdviceIsThatOfTheBoardAtTheTimeOfReading(t *testing.T) {
	blocked := func(l *reports.Lane) {
		l.State, l.Subphase, l.TTL = lane.StateBlocked, domain.BlockedTrustPrompt, 24*60*60
	}
	late := minute(2 + 24*60)
	for name, test := range map[string]struct {
		lane  func(*reports.Lane)
		asked bool
		at    domain.Instant
		want  projections.Advice
	}{
		"it works":            {asItWas, false, minute(2), projections.Advice{Group: projections.GroupRuns, Urgency: 3, Next: projections.NextWait}},
		"it fell silent":      {asItWas, false, minute(9), projections.Advice{Group: projections.GroupRest, Urgency: 2, Blocker: "stale", Next: projections.NextCheck}},
		"it waits for trust":  {blocked, false, minute(9), projections.Advice{Group: projections.GroupPerson, Urgency: 1, Blocker: string(domain.BlockedTrustPrompt), Next: projections.NextAnswer}},
		"it waited for a day": {blocked, false, late, projections.Advice{Group: projections.GroupRest, Urgency: 1, Blocker: string(domain.BlockedTrustPrompt), Next: projections.NextAnswer}},
		"it asks":             {asItWas, true, minute(9), projections.Advice{Group: projections.GroupPerson, Urgency: 1, Blocker: string(domain.BlockedApproval), Next: projections.NextAnswer}},
		"it asked for a day":  {asItWas, true, late, projections.Advice{Group: projections.GroupRest, Urgency: 1, Blocker: string(domain.BlockedApproval), Next: projections.NextAnswer}},
		"it asks a question":  {func(l *reports.Lane) { l.WaitsFor = calls.WaitsForAnswer }, false, minute(2), projections.Advice{Group: projections.GroupPerson, Urgency: 1, Blocker: string(calls.WaitsForAnswer), Next: projections.NextAnswer}},
		"nobody knows when":   {func(l *reports.Lane) { l.ObservedAt = domain.Instant{} }, false, minute(2), projections.Advice{Group: projections.GroupRest, Urgency: 2, Blocker: "stale", Next: projections.NextCheck}},
		"it answered, that is": {func(l *reports.Lane) {
			l.State, l.Outcome, l.TTL, l.Next = lane.StateEnded, lane.ResultUnverified, 0, projections.NextRead
		}, false, late, projections.Advice{Group: projections.GroupRest, Urgency: 4, Next: projections.NextRead}},
	} {
		o := working(test.lane)
		if test.asked {
			o.Approvals.Items = map[string]reports.Approval{someReport: {Waits: true, Lanes: []domain.LaneID{someLaneID}, RequestedAt: minute(1), TTL: 24 * 60 * 60}}
		}
		d := reports.Build(o, &reports.Statement{}, nil, "claw")
		if diff := cmp.Diff(test.want, d.AdviceAt(someLaneID, test.at)); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// TestALaterFactInvalidatesANegativeFinding repeats the searches of a report that found nothing.
func TestALaterFactInvalidatesANegativeFinding(t *testing.T) {
	d := reports.Build(&reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{}}, Ships: reports.Ships{Unknown: reports.WhyFailed}},
		&reports.Statement{Negative: map[string]reports.Negative{"roadmap": {Surfaces: []string{"roadmap"}, Query: "doors", By: "ana", Result: reports.NotObserved}}}, nil, "claw")
	within := func(is bool) func(domain.EventID) bool { return func(domain.EventID) bool { return is } }
	holds := reports.RecheckNegative(d, &reports.Observed{}, within(true))
	if got := holds["lanes"]; got.Standing != reports.StandsHolds {
		t.Errorf("nothing came: %+v", got)
	}
	if got := holds["roadmap"]; got.Standing != reports.StandsNotRepeated {
		t.Errorf("a search that claw did not make: %+v", got)
	}
	if _, there := holds["ships"]; there {
		t.Error("what nobody checked has a standing")
	}
	came := reports.RecheckNegative(d, working(asItWas), within(true))
	if diff := cmp.Diff(reports.Recheck{Standing: reports.StandsInvalidated, By: []domain.EventID{event(1)}}, came["lanes"]); diff != "" {
		t.Errorf("a lane of the window came: -want +got\n%s", diff)
	}
	if got := reports.RecheckNegative(d, working(asItWas), within(false))["lanes"]; got.Standing != reports.StandsHolds {
		t.Errorf("a lane of another time came: %+v", got)
	}
}

// TestTotalsCountWhatSectionsList counts again.
func TestTotalsCountWhatSectionsList(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := document(t, previous(t, document(t, nil)))
		got := d.Totals
		want := reports.Totals{Sessions: got.Sessions, ToolCalls: got.ToolCalls, Errors: 0, ActiveSessions: len(d.ActiveSessions.Items), Blockers: len(d.Blockers.Items), Ships: len(d.Ships.Items),
			LanesByOutcome: map[string]int{}, LanesByUrgency: map[string]int{}, Approvals: map[string]int{}, Claims: map[string]int{}, NegativeEvidence: map[string]int{}}
		for _, l := range d.Lanes.Items {
			if l.Carried != nil {
				want.CarriedLanes++
				continue
			}
			want.Lanes++
			want.LanesByOutcome[string(l.Outcome)]++
			want.LanesByUrgency[string(rune('0'+l.Urgency))]++
		}
		for _, a := range d.Approvals.Items {
			want.Approvals[a.Status]++
			if a.Waits {
				want.Waiting++
			}
		}
		for _, s := range d.Ships.Items {
			want.Commits, want.Riders = want.Commits+s.Commits, want.Riders+s.Riders
		}
		for _, e := range d.Errors.Items {
			want.Errors += e.Count
		}
		for _, u := range d.Usage.Items {
			want.Responses, want.Tokens = want.Responses+u.Responses, want.Tokens+u.Tokens.Input
		}
		for _, c := range d.Claims {
			want.Claims[string(c.Kind)]++
		}
		for _, n := range d.Negative {
			want.NegativeEvidence[string(n.Result)]++
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("-want +got\n%s", diff)
		}
	})
}

// TestEverySectionIsKnownOrSaysWhyNot draws reports: each keeps the contract.
func TestEverySectionIsKnownOrSaysWhyNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := document(t, previous(t, document(t, nil)))
		if err := reports.Check(d); err != nil {
			t.Fatal(err)
		}
		for id, a := range d.Approvals.Items {
			if _, held := d.Blockers.Items["approval:"+id]; held != a.Waits {
				t.Fatalf("approval %s waits %v and is a blocker %v", id, a.Waits, held)
			}
		}
	})
}
