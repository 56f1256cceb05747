package reports_test

import (
	"crypto/sha256"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/jcs"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

const someLaneID = "01KJSESXM0FXE8CX6BVXYZ3Z6R"

// hashOf is the hash of a value as documents have it, computed independently.
func hashOf(t fataler, value any) domain.Digest {
	text, err := json.Marshal(value)
	if err == nil {
		text, err = jcs.Canonical(text)
	}
	if err != nil {
		t.Fatalf("%v", err)
	}
	return sha256.Sum256(text)
}

// working is a log with one lane at work.
func working(change func(*reports.Lane)) *reports.Observed {
	l := reports.Lane{State: lane.StateWorking, Outcome: lane.ResultNone, Attempt: 1, Sessions: []domain.SessionID{}, Turns: map[string]int{}, ToolCalls: map[string]int{},
		Advice: projections.Advise(projections.Standing{State: lane.StateWorking}), ObservedAt: minute(1), TTL: reports.TTLSeconds, Agent: "codex", Opening: "fix it",
		Evidence: map[string][]domain.EventID{"outcome": {event(1)}, "state": {event(1)}}}
	change(&l)
	return &reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{someLaneID: l}}}
}

func asItWas(*reports.Lane) {}

// TestEachFieldOfADeltaHasAState compares two reports of one lane, in which a member changed, one
// was cleared and one is new.
func TestEachFieldOfADeltaHasAState(t *testing.T) {
	before := previous(t, reports.Build(working(asItWas), &reports.Statement{}, nil, "claw"))
	now := reports.Build(working(func(l *reports.Lane) {
		l.State, l.Opening, l.Branch = lane.StateBlocked, "", "topic"
		l.Evidence = map[string][]domain.EventID{"outcome": {event(1)}, "state": {event(2)}}
	}), &reports.Statement{}, before, "claw")
	want := reports.ItemDelta{Field: reports.Field{State: reports.FieldChanged, Previous: hashOf(t, before.Document.Lanes.Items[someLaneID]), By: []domain.EventID{event(1)}},
		Novelty: reports.NewSinceLast, Fields: map[string]reports.Field{
			"state":   {State: reports.FieldChanged, Previous: hashOf(t, lane.StateWorking), By: []domain.EventID{event(2)}},
			"opening": {State: reports.FieldCleared, Previous: hashOf(t, "fix it")},
			"branch":  {State: reports.FieldChanged},
		}}
	if diff := cmp.Diff(want, now.Delta.Items["lanes"][someLaneID]); diff != "" {
		t.Errorf("lane -want +got\n%s", diff)
	}
	states := map[string]reports.FieldState{}
	for name, f := range now.Delta.Fields {
		states[name] = f.State
	}
	if diff := cmp.Diff(map[string]reports.FieldState{"active_sessions": reports.FieldUnchanged, "exact_pinpoint": reports.FieldUnchanged, "blocker": reports.FieldUnchanged,
		"lanes": reports.FieldChanged, "approvals": reports.FieldUnchanged, "ships": reports.FieldUnchanged, "errors": reports.FieldUnchanged, "usage": reports.FieldUnchanged,
		"claims": reports.FieldUnchanged, "negative_evidence": reports.FieldUnchanged, "closure": reports.FieldUnchanged, "next_actions": reports.FieldUnchanged}, states); diff != "" {
		t.Errorf("fields -want +got\n%s", diff)
	}
	if now.Delta.Against != before.Hash || now.Delta.Fields["lanes"].Previous != hashOf(t, before.Document.Lanes) {
		t.Errorf("against %s, lanes %+v", now.Delta.Against, now.Delta.Fields["lanes"])
	}
}

// TestWhatWasNotObservedIsCarriedForward follows a lane at work through reports that do not see it.
func TestWhatWasNotObservedIsCarriedForward(t *testing.T) {
	first := previous(t, reports.Build(working(asItWas), &reports.Statement{Pinpoints: map[string]reports.Pinpoint{"gap": {Title: "x", ObservedAt: minute(1), Evidence: []domain.EventID{}}}}, nil, "claw"))
	quiet := &reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{}}}
	last := first
	for range 2 { // of the second, too, it was the first that saw it
		last = previous(t, reports.Build(quiet, &reports.Statement{}, last, "claw"))
		l, there := last.Document.Lanes.Items[someLaneID]
		if !there || l.Carried == nil || l.Carried.Report != first.Hash || l.ObservedAt != minute(1) {
			t.Fatalf("carried as %+v", l)
		}
		d := last.Document.Delta
		if d.Fields["lanes"].State != reports.FieldCarried || d.Items["lanes"][someLaneID].State != reports.FieldCarried || d.Fields["exact_pinpoint"].State != reports.FieldCarried {
			t.Fatalf("delta %+v", d)
		}
		if totals := last.Document.Totals; totals.Lanes != 0 || totals.CarriedLanes != 1 {
			t.Fatalf("totals %+v", totals)
		}
	}
	again := reports.Build(working(func(l *reports.Lane) { l.ObservedAt = minute(9) }), &reports.Statement{}, last, "claw")
	if l := again.Lanes.Items[someLaneID]; l.Carried != nil || l.ObservedAt != minute(9) || again.Delta.Fields["lanes"].State != reports.FieldChanged {
		t.Errorf("seen again as %+v, %+v", l, again.Delta.Fields["lanes"])
	}
}

// TestASessionIsCarriedWithItsLane reports an open session, then windows that hear of nothing, of its lane alone, and of
// both: it is over where the lane was heard of without it.
func TestASessionIsCarriedWithItsLane(t *testing.T) {
	const session = "claude-code/5f1d"
	open := working(asItWas)
	open.Sessions.Items = map[string]reports.Session{session: {State: "working", Lane: someLaneID, ObservedAt: minute(1), Evidence: []domain.EventID{}},
		"codex/alone": {State: "working", ObservedAt: minute(1), Evidence: []domain.EventID{}}}
	first := previous(t, reports.Build(open, &reports.Statement{}, nil, "claw"))
	quiet := &reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{}}, Sessions: reports.Sessions{Items: map[string]reports.Session{}}}
	last := first
	for range 2 {
		last = previous(t, reports.Build(quiet, &reports.Statement{}, last, "claw"))
		s, there := last.Document.ActiveSessions.Items[session]
		if !there || s.Carried == nil || s.Carried.Report != first.Hash || s.ObservedAt != minute(1) {
			t.Fatalf("carried as %+v", s)
		}
		if d := last.Document.Delta; d.Items["active_sessions"][session].State != reports.FieldCarried {
			t.Fatalf("delta %+v", d.Items["active_sessions"])
		}
		if n := last.Document.Totals.ActiveSessions; n != 0 {
			t.Fatalf("%d active sessions were observed", n)
		}
	}
	if d := reports.Build(quiet, &reports.Statement{}, first, "claw").Delta; d.Items["active_sessions"]["codex/alone"].State != reports.FieldCleared {
		t.Errorf("a session of no lane: %+v", d.Items["active_sessions"])
	}
	heard := working(func(l *reports.Lane) { l.ObservedAt = minute(9) })
	heard.Sessions.Items = map[string]reports.Session{}
	if d := reports.Build(heard, &reports.Statement{}, last, "claw"); len(d.ActiveSessions.Items) != 0 || d.Delta.Items["active_sessions"][session].State != reports.FieldCleared {
		t.Errorf("the lane was heard of, and the session is %+v, %+v", d.ActiveSessions.Items, d.Delta.Items["active_sessions"])
	}
}

// TestWhatIsOverIsCleared ends what a report listed, in reports that see it no more.
func TestWhatIsOverIsCleared(t *testing.T) {
	ended := func(l *reports.Lane) {
		l.State, l.TTL, l.Advice = lane.StateEnded, 0, projections.Advise(projections.Standing{State: lane.StateEnded, Outcome: lane.ResultFinished})
	}
	before := previous(t, reports.Build(working(ended), &reports.Statement{}, nil, "claw"))
	now := reports.Build(&reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{}}}, &reports.Statement{}, before, "claw")
	if f := now.Delta.Fields["lanes"]; f.State != reports.FieldCleared || f.Previous.IsZero() {
		t.Errorf("lanes are %+v", f)
	}
	if i := now.Delta.Items["lanes"][someLaneID]; i.State != reports.FieldCleared || i.Previous.IsZero() {
		t.Errorf("the lane is %+v", i)
	}
	if _, said := now.Negative["lanes"]; !said {
		t.Error("nothing says that lanes were searched")
	}
}

// TestAFailureThatNobodyHeardOfIsCarried reports a lane that failed, and then a window without it: that it
// is not heard of does not mean that it is mended.
func TestAFailureThatNobodyHeardOfIsCarried(t *testing.T) {
	failed := func(l *reports.Lane) {
		l.State, l.Outcome, l.TTL = lane.StateEnded, lane.ResultFailed, 0
		l.Advice = projections.Advise(projections.Standing{State: l.State, Outcome: l.Outcome, FailureClass: domain.FailTest})
	}
	before := previous(t, reports.Build(working(failed), &reports.Statement{}, nil, "claw"))
	now := reports.Build(&reports.Observed{Lanes: reports.Lanes{Items: map[string]reports.Lane{}}}, &reports.Statement{}, before, "claw")
	if l := now.Lanes.Items[someLaneID]; l.Carried == nil || l.Carried.Report != before.Hash || now.Totals.CarriedLanes != 1 {
		t.Errorf("the lane is carried from %+v", l.Carried)
	}
	for _, section := range []string{"lanes", "blocker"} {
		if f := now.Delta.Fields[section]; f.State != reports.FieldCarried {
			t.Errorf("%s: %+v", section, f)
		}
	}
	if _, said := now.NextActions["lane:"+someLaneID]; !said {
		t.Error("nothing says what to do about it")
	}
}

func TestADeltaNeedsAReportOfTheSameScope(t *testing.T) {
	d := reports.Build(working(asItWas), &reports.Statement{}, nil, "claw")
	if d.Delta.Unknown != reports.WhyNoPrevious || d.Delta.Fields != nil {
		t.Errorf("without a report before: %+v", d.Delta)
	}
	other := working(asItWas)
	other.Scope.Repo = "example.com/shop"
	before := previous(t, d)
	now := reports.Build(other, &reports.Statement{}, before, "claw")
	if now.Delta.Unknown != reports.WhyOtherScope || now.Delta.Against != before.Hash || now.Lanes.Items[someLaneID].Carried != nil {
		t.Errorf("of another scope: %+v", now.Delta)
	}
}

// TestADeltaSpeaksOfEveryItemOnce draws reports that follow each other: each item of either is
// listed with what became of it, or counted as unchanged.
func TestADeltaSpeaksOfEveryItemOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := previous(t, document(t, nil))
		now := document(t, before)
		for name, ids := range map[string][2]map[string]any{"lanes": {anyOf(before.Document.Lanes.Items), anyOf(now.Lanes.Items)},
			"errors": {anyOf(before.Document.Errors.Items), anyOf(now.Errors.Items)}, "claims": {anyOf(before.Document.Claims), anyOf(now.Claims)},
			"next_actions": {anyOf(before.Document.NextActions), anyOf(now.NextActions)}} {
			all := map[string]bool{}
			for id := range ids[0] {
				all[id] = true
			}
			for id := range ids[1] {
				all[id] = true
			}
			listed := now.Delta.Items[name]
			if len(listed)+now.Delta.Unchanged[name] != len(all) {
				t.Fatalf("%s: %d listed and %d unchanged of %d", name, len(listed), now.Delta.Unchanged[name], len(all))
			}
			for id, i := range listed {
				_, was := ids[0][id]
				_, is := ids[1][id]
				if i.State == reports.FieldCleared == is || was == i.Previous.IsZero() || was && i.Previous != hashOf(t, ids[0][id]) {
					t.Fatalf("%s %s: %+v, was there %v, is there %v", name, id, i, was, is)
				}
			}
			changed := len(listed) > 0
			if state := now.Delta.Fields[name].State; changed == (state == reports.FieldUnchanged) {
				t.Fatalf("%s is %s with %d items listed", name, state, len(listed))
			}
		}
		same := reports.CompareTexts(sealed(t, now).Text, sealed(t, now).Text, before.Hash)
		for name, f := range same.Fields {
			if f.State != reports.FieldUnchanged && f.State != reports.FieldCarried {
				t.Fatalf("%s of a report is %s since itself", name, f.State)
			}
		}
	})
}

func anyOf[V any](items map[string]V) map[string]any {
	all := make(map[string]any, len(items))
	for id, item := range items {
		all[id] = item
	}
	return all
}
