package sqlite

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Read implements [eventlog.Log].
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		c := l.newCursor(q)
		if l.pass(ctx, "read", c, yield) && l.lost(q) {
			yield(domain.Event{}, l.damage)
		}
	}
}

// pass yields the events that are there and not yielded yet. It reports whether
// others may come: not after an error, the limit, the position to reach or a break.
func (l *Log) pass(ctx context.Context, operation string, c *cursor, yield func(domain.Event, error) bool) (more bool) {
	until, full := uint64(0), true
	for full {
		err := l.read(ctx, operation, func(conn *conn) (err error) {
			if until == 0 {
				if until, err = l.reaches(conn); err != nil {
					return err
				}
				if want := c.query.Until.Number(); want > 0 {
					until = min(until, want)
				}
			}
			full, err = c.fill(conn, until)
			return err
		})
		if !c.yield(ctx, yield) {
			return false
		}
		if err != nil {
			yield(domain.Event{}, err)
			return false
		}
		if c.query.Limit > 0 && c.yielded == c.query.Limit {
			return false
		}
	}
	return c.query.Until.IsZero() || until < c.query.Until.Number()
}

// lost reports whether q goes beyond what could be saved of a damaged log.
func (l *Log) lost(q eventlog.Query) bool {
	if l.damage == nil {
		return false
	}
	at, _ := eventlog.DamagedAt(l.damage)
	return at.After(q.After)
}

// yield hands out the page; false when that was all.
func (c *cursor) yield(ctx context.Context, yield func(domain.Event, error) bool) bool {
	for i := range c.page {
		if err := ctx.Err(); err != nil {
			yield(domain.Event{}, err)
			return false
		}
		c.yielded++
		if !yield(c.page[i], nil) {
			return false
		}
	}
	c.page = c.page[:0]
	return true
}
