package query

import (
	"fmt"
	"iter"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// Written is the outcome of a lane, and the position of the log as of which its row
// was written.
type Written struct {
	lane.Outcome
	At uint64
}

// writtenPage is how many outcomes are read at once.
const writtenPage = 256

// Changed yields the outcomes that were written as of later positions than after, in
// that order: those of lanes that an event touched since, and all after a rebuild.
func Changed(s selection.Reader, f selection.Filter, after uint64) iter.Seq2[Written, error] {
	return func(yield func(Written, error) bool) {
		for last := (Written{At: after}); ; {
			page, err := writtenAfter(s, f, last)
			if err != nil {
				yield(Written{}, err)
				return
			}
			for i := range page {
				if !yield(page[i], nil) {
					return
				}
			}
			if len(page) < writtenPage {
				return
			}
			last = page[len(page)-1]
		}
	}
}

// writtenAfter reads the page after a row; without a lane, after all rows of its position.
func writtenAfter(s selection.Reader, f selection.Filter, last Written) (page []Written, err error) {
	q := laneQuery(&f)
	if last.Lane == "" {
		q.And("written > ?", int64(last.At))
	} else {
		q.And("(written, key) > (?, ?)", int64(last.At), string(last.Lane))
	}
	sql := fmt.Sprintf("SELECT key, state, written FROM lanes WHERE %s ORDER BY written, key LIMIT %d", q.Condition(), writtenPage)
	err = s.Read(sql, q.Args, func(stmt *sqlite.Stmt) error {
		w := Written{At: uint64(stmt.ColumnInt64(2))}
		if err := statejson.Read(tables.ReadBlob(stmt, 1, nil), &w.Outcome); err != nil {
			return fmt.Errorf("read lane %s: %w", stmt.ColumnText(0), err)
		}
		page = append(page, w)
		return nil
	})
	return page, err
}

// ChangedRows lists the lanes whose rows on the board may differ from what they were as of a position, read at a
// time: those of which an event came after it, and those that grew older than some limit until now. Each lane
// comes once; every reports that any other may have changed too. What the requests of a lane add to its row
// depends on the time of reading as well, and is not looked at.
//
// Errors: those of the read model.
func ChangedRows(s selection.Reader, after uint64, read, now domain.Instant) (lanes []domain.LaneID, every bool, err error) {
	const sql = `SELECT lane FROM changed WHERE written > ?1
UNION SELECT key FROM lanes WHERE written > ?1
UNION SELECT key FROM lanes WHERE silent_from BETWEEN ?2 AND ?3
UNION SELECT key FROM lanes WHERE last BETWEEN ?2 AND ?3
UNION SELECT key FROM lanes WHERE last BETWEEN ?4 AND ?5`
	from, until := tables.Known(read), tables.Known(now)
	args := []any{int64(after), from, until, from - int64(lane.StaleAfter), until - int64(lane.StaleAfter)}
	err = s.Read(sql, args, func(stmt *sqlite.Stmt) error {
		if id := domain.LaneID(stmt.ColumnText(0)); id != "" {
			lanes = append(lanes, id)
		} else {
			every = true
		}
		return nil
	})
	return lanes, every, err
}
