package reports_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// TestPinpointsOfTheLogStandInTheReport builds reports of what a log shows and what a reporter states.
func TestPinpointsOfTheLogStandInTheReport(t *testing.T) {
	in := func(s domain.PinpointState) reports.Pinpoint {
		return reports.Pinpoint{Title: "gap", State: s, ObservedAt: minute(1), Evidence: []domain.EventID{event(1)}}
	}
	open, done := in(domain.PinpointStateFiled), in(domain.PinpointStateDone)
	type gaps map[string]reports.Pinpoint
	before := previous(t, reports.Build(&reports.Observed{Pinpoints: gaps{"open": open, "done": done}}, &reports.Statement{}, nil, "claw"))
	for name, c := range map[string]struct {
		log, stated gaps
		before      *reports.Previous
		want        []string // nil: not checked
	}{
		"a log without any":            {nil, nil, nil, nil},
		"none in the window":           {gaps{}, nil, nil, []string{}},
		"those of the log":             {gaps{"a": open}, nil, nil, []string{"a"}},
		"those of both":                {gaps{"a": open}, gaps{"b": open}, nil, []string{"a", "b"}},
		"what is open is carried":      {gaps{"a": open}, nil, before, []string{"a", "open"}},
		"all is, where no log looked":  {nil, nil, before, []string{"done", "open"}},
		"nothing is, where one states": {gaps{"a": open}, gaps{"b": open}, before, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := reports.Build(&reports.Observed{Pinpoints: c.log}, &reports.Statement{Pinpoints: c.stated}, c.before, "claw")
			var got []string
			if d.Pinpoints.Items != nil {
				got = []string{}
			}
			for _, id := range []string{"a", "b", "done", "open"} {
				if _, there := d.Pinpoints.Items[id]; there {
					got = append(got, id)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}
