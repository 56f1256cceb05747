package memlog

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Read implements [eventlog.Log].
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		r := reader{log: l, query: q, operation: "read"}
		r.pass(ctx, yield)
	}
}

// Follow implements [eventlog.Log].
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		r := reader{log: l, query: q, operation: "follow"}
		for {
			changed, more := r.pass(ctx, yield)
			if !more {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
			}
		}
	}
}

// reader is one Read or Follow under way.
type reader struct {
	log       *Log
	query     eventlog.Query
	operation string
	seen      int // events looked at
	yielded   int
}

// pass yields the events that are there and not looked at yet. changed is closed
// when there are others; more is false when there is nothing left to wait for.
func (r *reader) pass(ctx context.Context, yield func(domain.Event, error) bool) (changed chan struct{}, more bool) {
	events, changed, err := r.log.snapshot(ctx, r.operation)
	if err != nil {
		yield(domain.Event{}, err)
		return nil, false
	}
	for ; r.seen < len(events); r.seen++ {
		e := &events[r.seen]
		if !r.query.Until.IsZero() && e.Position.After(r.query.Until) {
			return nil, false
		}
		if !selects(&r.query, e) {
			continue
		}
		if err := ctx.Err(); err != nil {
			yield(domain.Event{}, err)
			return nil, false
		}
		if !yield(shown(&r.query, e), nil) {
			return nil, false
		}
		if r.yielded++; r.yielded == r.query.Limit {
			return nil, false
		}
	}
	return changed, r.query.Until.IsZero() || r.query.Until.After(domain.PositionAt(uint64(r.seen)))
}

// snapshot returns the present events and the channel that signals later
// changes.
func (l *Log) snapshot(ctx context.Context, operation string) ([]domain.Event, chan struct{}, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.events, l.changed, l.usable(ctx, operation)
}

func selects(q *eventlog.Query, e *domain.Event) bool {
	if !e.Position.After(q.After) {
		return false
	}
	return q.Stream.IsZero() || e.Stream == q.Stream && e.Revision > q.AfterRevision
}

func shown(q *eventlog.Query, e *domain.Event) domain.Event {
	c := clone(e)
	if q.EnvelopeOnly {
		c.Data, c.Salt = nil, nil
	}
	return c
}
