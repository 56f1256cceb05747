package gather_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/reports"
)

// TestALaneHasTheGreatestClassOfItsEvents labels one event of a session each: with a class for all, for
// operators, and for no audience.
func TestALaneHasTheGreatestClassOfItsEvents(t *testing.T) {
	drafts := storetest.Drafts(400, 3)
	plain, _ := report(t, drafts, reports.Scope{}, domain.Instant{})
	want := map[domain.LaneID]domain.Sensitivity{}
	classes := []domain.Sensitivity{domain.SensitivityPublic, domain.SensitivityOperatorOnly, domain.SensitivitySecret, domain.SensitivityInternal}
	of := map[domain.SessionID]domain.LaneID{}
	for id, l := range plain.Lanes.Items {
		for _, s := range l.Sessions {
			of[s] = domain.LaneID(id)
		}
	}
	n := 0
	for i := range drafts {
		id, known := of[drafts[i].Subject.Session.Value]
		if _, labelled := want[id]; !known || labelled || drafts[i].Stream != drafts[i].Subject.Session.Value.Stream() {
			continue
		}
		class := classes[n%len(classes)]
		n++
		drafts[i].Sensitivity = []domain.Label{{Pointer: "/text", Class: class}}
		if want[id] = ""; class.Rank() > domain.SensitivityInternal.Rank() {
			want[id] = class
		}
	}
	if n < len(classes) {
		t.Fatalf("%d lanes were labelled", n)
	}
	d, _ := report(t, drafts, reports.Scope{}, domain.Instant{})
	for id, l := range d.Lanes.Items {
		if l.Sensitivity != want[domain.LaneID(id)] {
			t.Errorf("lane %s is %q, want %q", id, l.Sensitivity, want[domain.LaneID(id)])
		}
	}
	for id, s := range d.ActiveSessions.Items {
		if s.Sensitivity != want[s.Lane] {
			t.Errorf("session %s of lane %s is %q, want %q", id, s.Lane, s.Sensitivity, want[s.Lane])
		}
	}
}
