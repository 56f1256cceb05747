package store

import (
	"cmp"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// BoardDocument is what somebody who runs many lanes looks at: those that want
// something first.
type BoardDocument struct {
	Lanes     []BoardRow     `json:"lanes"`
	Total     int            `json:"total"` // that the filter selects
	ByOutcome map[string]int `json:"by_outcome"`
}

// BoardRow is a lane with what holds it and what to do next.
type BoardRow struct {
	LaneRow
	projections.Advice
}

// Board returns the lanes that the filter selects, at most limit of the newest
// (0: 100), sorted by urgency, then by last activity, the latest first, then by id.
func (s *Store) Board(f Filter, limit int, asOf domain.Instant) (BoardDocument, error) {
	list, err := s.Lanes(f, Page{Limit: limit}, asOf)
	doc := BoardDocument{Lanes: []BoardRow{}, Total: list.Total, ByOutcome: list.ByOutcome}
	for _, r := range list.Lanes {
		doc.Lanes = append(doc.Lanes, BoardRow{r, projections.Advise(projections.Standing{State: r.State, Outcome: r.Outcome,
			Disposition: r.Disposition, Subphase: r.Subphase, FailureClass: r.FailureClass, Freshness: r.Freshness})})
	}
	slices.SortStableFunc(doc.Lanes, func(a, b BoardRow) int {
		return cmp.Or(cmp.Compare(a.Urgency, b.Urgency), cmp.Compare(b.LastObserved, a.LastObserved), cmp.Compare(a.Lane, b.Lane))
	})
	return doc, err
}
