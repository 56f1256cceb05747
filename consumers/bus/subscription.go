package bus

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// subscription delivers one topic. Its goroutine alone uses it.
type subscription struct {
	*Subscriber
	topic    string
	selects  Selection
	out      chan *message.Message
	position uint64 // acknowledged up to here
}

// run delivers until ctx ends.
func (s *subscription) run(ctx context.Context) {
	for ctx.Err() == nil {
		err := s.claimed(ctx)
		if err == nil || ctx.Err() != nil {
			continue
		}
		s.Logger.Error("the subscription is tried again", err, watermill.LogFields{"topic": s.topic, "group": s.Group, "position": s.position})
		select {
		case <-time.After(retryTime):
		case <-ctx.Done():
		}
	}
}

// claimed delivers as the only subscriber of its group.
func (s *subscription) claimed(ctx context.Context) (err error) {
	if s.groups != nil {
		lock, err := s.groups.claim(ctx, s.Group, s.topic)
		if err != nil {
			return errors.Wrap(err, "claim the group")
		}
		defer func() { err = errors.CombineErrors(err, lock.Release()) }()
	}
	if s.selects.Outcomes {
		return s.outcomes(ctx)
	}
	return s.events(ctx)
}

// events delivers events behind the position of the group.
func (s *subscription) events(ctx context.Context) (err error) {
	if s.groups != nil {
		if s.position, err = s.groups.position(s.Group, s.topic); err != nil {
			return errors.Wrap(err, "read the position of the group")
		}
	}
	q := eventlog.Query{After: domain.PositionAt(s.position), Stream: s.selects.Stream}
	for e, err := range s.Log.Follow(ctx, q) {
		if err != nil {
			return errors.Wrap(err, "follow the log")
		}
		if !s.selects.has(&e.Draft) {
			continue
		}
		if err := s.deliver(ctx, func() (*message.Message, error) { return s.Marshaler.Unmarshal(&e) }); err != nil {
			return err
		}
		s.position = e.Position.Number()
		if s.groups != nil {
			if err := s.groups.acknowledge(s.Group, s.topic, s.position); err != nil {
				return errors.Wrap(err, "record the position of the group")
			}
		}
	}
	return nil
}

// deliver hands out a message until it is acknowledged. made makes it anew for each try.
//
// Errors: that of made; ctx's.
func (s *subscription) deliver(ctx context.Context, made func() (*message.Message, error)) error {
	for {
		m, err := made()
		if err != nil {
			return err
		}
		acked, err := s.try(ctx, m)
		if acked || err != nil {
			return err
		}
	}
}

// try hands out a message once, and reports whether it was acknowledged.
func (s *subscription) try(ctx context.Context, m *message.Message) (acked bool, err error) {
	own, stop := context.WithCancel(ctx)
	defer stop()
	m.SetContext(own)
	select {
	case s.out <- m:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	select {
	case <-m.Acked():
		return true, nil
	case <-m.Nacked():
		return false, nil
	case <-ctx.Done():
	}
	select {
	case <-m.Acked(): // and the end came at once
		return true, nil
	default:
		return false, ctx.Err()
	}
}
