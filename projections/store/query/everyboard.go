package query

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// EveryOnBoard calls each with every lane that a filter selects as the board describes it before
// anything grows stale, the newest first.
func EveryOnBoard(s Model, f selection.Filter, asks Asks, each func(*BoardRow)) error {
	q := laneQuery(&f)
	q.Time = "first"
	for page := (selection.Page{Limit: writtenPage}); ; {
		found, err := outcomesOf(s, q, page)
		if err == nil {
			err = rowsOnBoard(s, found.outcomes, domain.Instant{}, asks, each)
		}
		if page.Cursor = found.next; err != nil || found.next == "" {
			return err
		}
	}
}

// UndatedLanes counts the lanes that a filter selects but for its time and of which no time is
// recorded: they are in no window.
func UndatedLanes(s selection.Reader, f selection.Filter) (int, error) {
	f.Since = 0
	q := laneQuery(&f)
	q.And("last = 0")
	return selection.Count(s, &q)
}
