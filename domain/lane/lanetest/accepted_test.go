package lanetest

import (
	"fmt"
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// TestAnAcceptanceChangesNoOtherField accepts and reopens what came of drawn lanes.
func TestAnAcceptanceChangesNoOtherField(t *testing.T) {
	seen := 0
	for seed := range uint64(Sets()) {
		events, opts := Drawn(seed)
		for _, o := range World(opts, events).Outcomes() {
			if o.Fingerprint.IsZero() {
				continue
			}
			word := domain.Event{Draft: domain.Draft{ID: EventID(1 << 20), Kind: domain.KindLaneAccepted, Version: 1, Emitter: "operator/ana",
				Data:    fmt.Appendf(nil, `{"outcome_fingerprint":%q}`, o.Fingerprint),
				Subject: domain.Subject{Lane: domain.Known(o.Lane)}, Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}}}
			accepted := World(opts, append(events, word)).Outcome(o.Lane)
			if accepted.Accepted != nil {
				seen++
			}
			if diff := cmp.Diff(text(t, unaccepted(o)), text(t, unaccepted(accepted))); diff != "" {
				t.Fatalf("%s, lane %s (-before +accepted):\n%s", SeedName(seed), o.Lane, diff)
			}
			word.Kind = domain.KindLaneReopened
			reopened := World(opts, append(events, word)).Outcome(o.Lane)
			if reopened.Accepted != nil {
				t.Fatalf("%s, lane %s: accepted, and reopened at once", SeedName(seed), o.Lane)
			}
			if diff := cmp.Diff(text(t, unaccepted(o)), text(t, unaccepted(reopened))); diff != "" {
				t.Fatalf("%s, lane %s (-before +reopened):\n%s", SeedName(seed), o.Lane, diff)
			}
		}
	}
	if seen < Sets()/2 {
		t.Errorf("only %d outcomes were accepted: the law was hardly tried", seen)
	}
}

// unaccepted is an outcome without what an acceptance may change: that it is accepted, and what is
// counted.
func unaccepted(o lane.Outcome) lane.Outcome {
	o.Accepted, o.Counts = nil, lane.Counts{}
	o.Because = maps.Clone(o.Because)
	delete(o.Because, "accepted")
	return o
}
