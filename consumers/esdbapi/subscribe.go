package esdbapi

import (
	"context"
	"iter"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// subscribe sends what comes after the begin of the reading, which is exclusive, and continues with
// later events until ctx ends. CaughtUp reports once that all existing events were sent. A filtered
// subscription has checkpoints, so that its client can resume after events that do not pass.
func (r *reading) subscribe(ctx context.Context) error {
	q := eventlog.Query{Stream: r.stream}
	switch {
	case r.at == atEnd:
		head, err := r.log.Head(ctx)
		if err != nil {
			return err
		}
		q.After = head.Position
	case r.at == atPlace && r.all:
		q.After = domain.PositionAt(r.from)
	case r.at == atPlace:
		q.AfterRevision = afterFirst(r.from)
	}
	confirmed := &streams.ReadResp_SubscriptionConfirmation{SubscriptionId: uuid.NewString()}
	if err := r.send(&streams.ReadResp{Content: &streams.ReadResp_Confirmation{Confirmation: confirmed}}); err != nil {
		return err
	}
	if !r.all && r.stream.IsZero() { // it never has an event
		if err := r.caughtUp(); err != nil {
			return err
		}
		<-ctx.Done()
		return ctx.Err()
	}
	s := subscription{reading: r, query: q}
	if err := s.pass(ctx, r.log.Read(ctx, q)); err != nil {
		return err
	}
	if err := s.checkpoint(); err != nil {
		return err
	}
	if err := r.caughtUp(); err != nil {
		return err
	}
	r.following = true
	return s.pass(ctx, r.log.Follow(ctx, s.query))
}

func (r *reading) caughtUp() error {
	return r.send(&streams.ReadResp{Content: &streams.ReadResp_CaughtUp_{CaughtUp: &streams.ReadResp_CaughtUp{}}})
}

// subscription is a subscription under way.
type subscription struct {
	*reading
	query  eventlog.Query // of what comes next
	unsaid int            // events looked at since the last checkpoint
}

// pass sends those of events that the filter selects.
func (s *subscription) pass(ctx context.Context, events iter.Seq2[domain.Event, error]) error {
	for e, err := range events {
		if err != nil {
			return err
		}
		s.query.After, s.query.AfterRevision = e.Position, e.Revision
		s.unsaid++
		if s.filter.selects(&e) {
			if err := s.tell(ctx, &e); err != nil {
				return err
			}
		}
		if s.unsaid == s.filter.every {
			if err := s.checkpoint(); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkpoint reports the position up to which a filtered subscription has read, when that is new.
func (s *subscription) checkpoint() error {
	if s.filter.every == 0 || s.unsaid == 0 {
		return nil
	}
	s.unsaid = 0
	at := s.query.After.Number()
	return s.send(&streams.ReadResp{Content: &streams.ReadResp_Checkpoint_{Checkpoint: &streams.ReadResp_Checkpoint{CommitPosition: at, PreparePosition: at}}})
}
