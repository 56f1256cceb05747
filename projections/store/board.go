package store

import (
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
)

// BoardDocument is a page of what somebody who runs many lanes looks at: those
// that want something first.
type BoardDocument struct {
	Lanes     []BoardRow     `json:"lanes"`
	Total     int            `json:"total"` // that the filter selects
	ByOutcome map[string]int `json:"by_outcome"`
	Next      string         `json:"next_cursor,omitzero"`
}

// BoardRow is a lane with what holds it and what to do next.
type BoardRow struct {
	LaneRow
	projections.Advice
}

// Board lists lanes by urgency at asOf, then by last activity, the latest first,
// then by id. A lane that grows stale between two pages may stand on both or on
// none, unless both are read as of the same time.
//
// Errors: kind usage for a cursor that is none.
func (s *Store) Board(f Filter, p Page, asOf domain.Instant) (BoardDocument, error) {
	q := laneQuery(&f)
	q.rank = fmt.Sprintf("CASE WHEN stale_from < %d THEN stale_urgency ELSE urgency END", known(asOf))
	q.time = "last"
	doc := BoardDocument{Lanes: []BoardRow{}}
	found, err := s.outcomes(q, p)
	doc.Total, doc.ByOutcome, doc.Next = found.total, found.byOutcome, found.next
	for i := range found.outcomes {
		if err == nil {
			var row BoardRow
			row, err = s.boardRow(&found.outcomes[i], asOf)
			doc.Lanes = append(doc.Lanes, row)
		}
	}
	return doc, err
}

func (s *Store) boardRow(o *lane.Outcome, asOf domain.Instant) (BoardRow, error) {
	row, err := s.laneRow(o, asOf)
	return BoardRow{row, advise(o, row.Freshness)}, err
}

func advise(o *lane.Outcome, f lane.Fresh) projections.Advice {
	return projections.Advise(projections.Standing{State: o.State, Outcome: o.Outcome, Disposition: o.Disposition,
		Subphase: o.Subphase, FailureClass: o.FailureClass, Freshness: f})
}
