package lanetest

import (
	"encoding/json"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/world"
)

// Scenario is a situation of shared/outcome/scenarios.md with what an operator
// expects of it.
//
// want has one line for each lane, "LANE: outcome state [word …]"; the name A may
// be left out. Words: rule=ID of the outcome, #N attempt, class=, subphase=,
// disposition=, doubts=a,b (exact: none unless given), differs=N, dup=N,
// contested=N, history=a,b, missing=N, conflicts=N, watcher=, last=state,
// outages=N, open=N, actionable=no, sessions=N, pushed=STATE:BASIS, pull=STATE:BASIS#NUMBER …
type Scenario struct {
	name   string
	why    string // the sentence that decides
	opts   lane.Options
	events script
	want   string
}

// World returns a world that holds events.
func World(opts lane.Options, events []domain.Event) *world.World {
	w := world.New(opts)
	for i := range events {
		w.AddEvent(&events[i])
	}
	return w
}

// Name names the situation.
func (s Scenario) Name() string { return s.name }

// Options are those of the log in which the situation arises.
func (s Scenario) Options() lane.Options { return s.opts }

// Events returns the events of the situation.
func (s Scenario) Events(t testing.TB) []domain.Event { return telling{}.events(t, s.events) }

// Members returns the fields of an outcome as JSON.
func Members(t testing.TB, o lane.Outcome) map[string]string {
	t.Helper()
	raw, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, value := range all {
		out[name] = string(value)
	}
	return out
}
