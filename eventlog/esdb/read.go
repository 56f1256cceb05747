package esdb

import (
	"context"
	"iter"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Read implements [eventlog.Log].
func (l *Log) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		r := reader{log: l, query: q, left: q.Limit, exact: q.After.IsZero(), operation: "read", patient: true}
		r.pass(ctx, yield)
	}
}

// Follow implements [eventlog.Log]. It continues after a lost connection for as long as ctx lasts.
func (l *Log) Follow(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		r := reader{log: l, query: q, left: q.Limit, operation: "follow"}
		for {
			changed := l.tail.changed()
			reached, err := r.reached(ctx)
			if err != nil {
				yield(domain.Event{}, err)
				return
			}
			if !r.pass(ctx, yield) || reached {
				return
			}
			select {
			case <-changed:
			case <-ctx.Done():
			case <-l.life.Context().Done():
			}
		}
	}
}

// reader is one Read or Follow under way.
type reader struct {
	log       *Log
	query     eventlog.Query // of what comes next
	left      int            // events, when the query has a limit
	exact     bool           // the store can count them
	operation string
	patient   bool // gives up after the log's deadline
}

// reached reports whether the log has the position that the query ends with.
func (r *reader) reached(ctx context.Context) (bool, error) {
	if r.query.Until.IsZero() {
		return false, nil
	}
	if err := r.log.life.Usable(ctx, r.operation); err != nil {
		return false, err
	}
	last, err := r.log.lastEvent(ctx, r.operation)
	return !r.query.Until.After(last.Position), err
}

// pass yields what is there; more is false when nothing is left to wait for.
func (r *reader) pass(ctx context.Context, yield func(domain.Event, error) bool) (more bool) {
	if err := r.log.life.Usable(ctx, r.operation); err != nil {
		yield(domain.Event{}, err)
		return false
	}
	stopped := false
	begun := time.Now()
	for tried := 0; ; tried++ {
		err := r.log.receiveOnce(ctx, r.request(), func(record *record) (bool, error) {
			more, err := r.take(ctx, record, yield)
			stopped = !more && err == nil
			tried, begun = 0, time.Now()
			return more, err
		})
		if stopped || err == nil {
			return !stopped
		}
		since := begun
		if !r.patient {
			since = time.Time{}
		}
		if transient(err) && r.log.life.Ended(ctx, r.operation) == nil && r.log.life.Pause(ctx, tried, since, r.log.options.Deadline) {
			continue
		}
		if ended := r.log.life.Ended(ctx, r.operation); ended != nil {
			err = ended
		}
		yield(domain.Event{}, typed(r.operation, r.log.at, err))
		return false
	}
}

// request reads on from where the reader is.
func (r *reader) request() *streams.ReadReq {
	if r.query.Stream.IsZero() {
		return ofAll(r.query.After, everything)
	}
	count := uint64(everything)
	if r.exact && r.left > 0 {
		count = uint64(r.left)
	}
	return ofStream(r.query.Stream, r.query.AfterRevision, count)
}

// take yields a record, if the query selects it; more is false when it was the last, or the caller broke.
func (r *reader) take(ctx context.Context, record *record, yield func(domain.Event, error) bool) (more bool, err error) {
	p, ours := placeOf(record)
	q := &r.query
	switch {
	case !ours, !p.position.After(q.After):
		return true, nil
	case !q.Until.IsZero() && p.position.After(q.Until):
		return false, nil
	}
	if err := r.log.life.Ended(ctx, r.operation); err != nil {
		return false, err
	}
	e, err := eventOf(record, p)
	if err != nil {
		return false, err
	}
	q.After, q.AfterRevision = p.position, p.revision
	if q.EnvelopeOnly {
		e.Data, e.Salt = nil, nil
	}
	if !yield(e, nil) {
		return false, nil
	}
	r.left--
	return r.left != 0, nil
}

// fetch reads the events of a stream from one revision to another, both included.
func (l *Log) fetch(ctx context.Context, operation string, stream domain.StreamID, from, to domain.Revision) (map[domain.EventID]*domain.Event, error) {
	events := map[domain.EventID]*domain.Event{}
	request := func() *streams.ReadReq { return ofStream(stream, from-1, uint64(to-from)+1) }
	err := l.receive(ctx, operation, request, func(r *record) (bool, error) {
		p, _ := placeOf(r)
		e, err := eventOf(r, p)
		events[p.id] = &e
		return true, err
	})
	return events, err
}
