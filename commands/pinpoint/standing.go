package tracking

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// Stands compares the present state of a pinpoint with the state that a report contains.
type Stands string

// The standings of reported pinpoints.
const (
	StandsAsReported Stands = "as_reported"
	StandsMoved      Stands = "moved"     // state, priority, severity or lane is another one now
	StandsUnfiled    Stands = "not_filed" // the log holds no pinpoint of this id or name
)

// Enum lists the values.
func (Stands) Enum() []string {
	return []string{string(StandsAsReported), string(StandsMoved), string(StandsUnfiled)}
}

// Standing is the present state of a pinpoint that a report names. Where it is not filed, only Standing
// is known.
type Standing struct {
	Standing     Stands               `json:"standing"`
	Filing       domain.ReportFiling  `json:"filing,omitzero"`   // what the report is for it, as the log shows
	Pinpoint     domain.StreamID      `json:"pinpoint,omitzero"` // the item that it is of now
	State        domain.PinpointState `json:"state,omitzero"`
	StateSince   domain.Instant       `json:"state_since,omitzero"`
	StateEvent   domain.EventID       `json:"state_event,omitzero"`
	SupersededBy domain.StreamID      `json:"superseded_by,omitzero"`
	Priority     domain.Priority      `json:"priority,omitzero"`
	Severity     domain.Severity      `json:"severity,omitzero"`
	Lane         domain.LaneID        `json:"lane,omitzero"` // that has it
}

// Standings returns the present states of the pinpoints of a version, by their names in the document; nil
// for a document without any. all are the reports of the log.
func (s *State) Standings(all []reports.Filing, v Version, d *reports.Document) map[string]Standing {
	if len(d.Pinpoints.Items) == 0 {
		return nil
	}
	filings := map[domain.StreamID]domain.ReportFiling{}
	for _, r := range s.Reported(all, v, d) {
		if item := s.Of(r.Pinpoint); item != nil {
			filings[item.Pinpoint] = r.Filing
		}
	}
	standings := map[string]Standing{}
	for key, said := range d.Pinpoints.Items {
		item := s.named(key)
		if item == nil {
			standings[key] = Standing{Standing: StandsUnfiled}
			continue
		}
		now := Standing{Standing: StandsAsReported, Filing: filings[item.Pinpoint], Pinpoint: item.Pinpoint, State: item.State, StateSince: item.StateSince,
			StateEvent: item.StateEvent, SupersededBy: item.SupersededBy, Priority: item.Priority, Severity: item.Severity}
		if n := len(item.Lanes); n > 0 {
			now.Lane = item.Lanes[n-1]
		}
		if now.State != said.State || now.Priority != said.Priority || now.Severity != said.Severity || now.Lane != said.Lane {
			now.Standing = StandsMoved
		}
		standings[key] = now
	}
	return standings
}
