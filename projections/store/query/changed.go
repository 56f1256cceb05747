package query

import (
	"fmt"
	"iter"

	"zombiezen.com/go/sqlite"

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
