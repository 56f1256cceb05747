package esdbapi

import (
	"context"
	"iter"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// window is how many events are read forwards to be sent backwards.
const window = 256

// reversed yields the events from the begin of the reading to the first. The begin is inclusive for a
// revision of a stream, and exclusive for a position of all, as EventStoreDB has it: a position backwards is
// the end of the record before it. A log is read forwards only: one window after the other is read and
// turned around.
func (r *reading) reversed(ctx context.Context) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		size := uint64(window)
		if r.filter.every == 0 {
			size = min(size, r.count)
		}
		until, err := r.last(ctx)
		for err == nil && until > 0 {
			after := until - min(until, size)
			var events []domain.Event
			if events, err = r.between(ctx, after, until); err != nil {
				break
			}
			for i := range slices.Backward(events) {
				if !yield(events[i], nil) {
					return
				}
			}
			until = after
		}
		if err != nil {
			yield(domain.Event{}, err)
		}
	}
}

// last is the number of the event that a reading backwards begins with: a position of all, a revision
// of a stream, both counted from 1. It is 0 where there is none.
func (r *reading) last(ctx context.Context) (uint64, error) {
	var end uint64
	if r.all {
		head, err := r.log.Head(ctx)
		if err != nil {
			return 0, err
		}
		end = head.Position.Number()
	} else {
		revision, err := r.lastRevision(ctx)
		if err != nil {
			return 0, err
		}
		end = uint64(revision)
	}
	switch {
	case r.at == atEnd:
		return end, nil
	case r.all:
		return min(end, max(r.from, 1)-1), nil
	}
	return min(end, r.from+1), nil
}

// between reads the events after one number until another.
func (r *reading) between(ctx context.Context, after, until uint64) (events []domain.Event, err error) {
	q := eventlog.Query{Stream: r.stream, Limit: int(until - after)}
	if r.all {
		q.After = domain.PositionAt(after)
	} else {
		q.AfterRevision = domain.Revision(after)
	}
	for e, err := range r.log.Read(ctx, q) {
		if err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	return events, nil
}
