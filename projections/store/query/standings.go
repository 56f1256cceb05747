package query

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/store/selection"
)

// LaneStandings calls each with every lane that a filter selects, and with its outcome, the newest
// first.
func LaneStandings(s selection.Reader, f selection.Filter, asOf domain.Instant, each func(LaneRow, *lane.Outcome)) error {
	q := laneQuery(&f)
	q.Time = "first"
	for page := (selection.Page{Limit: writtenPage}); ; {
		found, err := outcomesOf(s, q, page)
		for i := range found.outcomes {
			if err == nil {
				var row LaneRow
				if row, err = laneRow(s, &found.outcomes[i], asOf); err == nil {
					each(row, &found.outcomes[i])
				}
			}
		}
		if page.Cursor = found.next; err != nil || found.next == "" {
			return err
		}
	}
}
