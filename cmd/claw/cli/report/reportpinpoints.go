package reportcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	tracking "github.com/clawable/claw/commands/pinpoint"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/pinpoint"
)

// pinpoints are the pinpoints of a scope that something was said of in its window, by their ids; nil
// for a log that holds none at all. A scope that is not everything has those of its lanes.
func pinpoints(a *app.App, in *reporting.Reports, o *reports.Observed) (map[string]reports.Pinpoint, error) {
	s, err := (&tracking.Tracker{Log: in.Log}).Load(a.Ctx)
	if err != nil || len(s.All) == 0 {
		return nil, err
	}
	found := map[string]reports.Pinpoint{}
	for i := range s.All {
		item := &s.All[i]
		ofLane := func(l domain.LaneID) bool { _, ok := o.Lanes.Items[string(l)]; return ok }
		if !o.Window.Holds(item.UpdatedAt) || o.Scope != (reports.Scope{}) && !slices.ContainsFunc(lanesOf(item), ofLane) {
			continue
		}
		p := reports.Pinpoint{Title: item.Title, State: item.State, Priority: item.Priority, Severity: item.Severity, ObservedAt: item.UpdatedAt, Evidence: []domain.EventID{item.StateEvent}}
		if n := len(item.Lanes); n > 0 {
			p.Lane = item.Lanes[n-1]
		}
		for _, f := range item.Filings {
			if f.Event != item.StateEvent {
				p.Evidence = append(p.Evidence, f.Event)
			}
		}
		found[item.Pinpoint.String()] = p
	}
	return found, nil
}

// lanesOf are the lanes that an item was found in, and that it was handed to.
func lanesOf(item *pinpoint.Item) []domain.LaneID {
	lanes := slices.Clone(item.Lanes)
	for _, f := range item.Filings {
		if f.Lane != "" {
			lanes = append(lanes, f.Lane)
		}
	}
	return lanes
}
