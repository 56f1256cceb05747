package sqlite

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/page"
)

// Read implements [eventlog.Log].
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		c := l.source.cursor(q)
		if l.pass(ctx, "read", c, yield) && beyond(l.damage, q) {
			yield(domain.Event{}, l.damage)
		}
	}
}

// pass yields the events that are there and not yielded yet. It reports whether
// others may come: not after an error, the limit, the position to reach or a break.
func (l *Log) pass(ctx context.Context, operation string, c *page.Cursor, yield func(domain.Event, error) bool) (more bool) {
	until, full := uint64(0), true
	for full {
		err := l.read(ctx, operation, func(conn *db.Conn) (err error) {
			if until == 0 {
				if until, err = l.source.reaches(conn); err != nil {
					return err
				}
				if want := c.Query.Until.Number(); want > 0 {
					until = min(until, want)
				}
			}
			full, err = c.Fill(conn, until)
			return err
		})
		if !c.Yield(ctx, yield) {
			return false
		}
		if err != nil {
			yield(domain.Event{}, err)
			return false
		}
		if c.Done() {
			return false
		}
	}
	return c.Query.Until.IsZero() || until < c.Query.Until.Number()
}

// beyond reports whether q goes beyond what could be read of a log with this damage, nil for none.
func beyond(damage error, q eventlog.Query) bool {
	if damage == nil {
		return false
	}
	at, _ := eventlog.DamagedAt(damage)
	return at.After(q.After)
}
