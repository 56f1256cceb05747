package bus

import (
	"context"
	"sync"
	"time"

	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// SubscriberConfig is what a subscriber works with.
type SubscriberConfig struct {
	Log       eventlog.Log
	Marshaler Marshaler
	// Group is the consumer group; "" gets every message from the start of the log, and remembers nothing.
	Group string
	// Folder holds the positions of groups; of a folder only one log is followed. Not used without a Group.
	Folder string
	// Outcomes derives outcomes, for the topic outcomes; nil: the topic is refused. It is called for each
	// subscription, whose goroutine alone uses the result.
	Outcomes func() (OutcomeSource, error)
	Rules    int                     // version of the rules of Outcomes
	Logger   watermill.LoggerAdapter // nil: nothing is logged
}

// Subscriber delivers what a log holds and what is appended to it. It implements [message.Subscriber].
type Subscriber struct {
	SubscriberConfig
	groups *groups // nil without a group
	mu     sync.Mutex
	closed bool
	ctx    context.Context // ends with Close
	stop   context.CancelFunc
	under  sync.WaitGroup // subscriptions
}

// NewSubscriber makes a subscriber. The caller closes the log after it.
//
// Errors: those of the file of positions.
func NewSubscriber(c SubscriberConfig) (*Subscriber, error) {
	s := &Subscriber{SubscriberConfig: c}
	if s.Logger == nil {
		s.Logger = watermill.NopLogger{}
	}
	if c.Group != "" {
		var err error
		if s.groups, err = openGroups(c.Folder); err != nil {
			return nil, errors.Wrap(err, "open the positions of consumer groups")
		}
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s, nil
}

// Subscribe implements [message.Subscriber]. Messages come one at a time: the next when the one before is
// acknowledged. What cannot be read is logged and tried again; nothing is skipped.
//
// Errors: kind usage for what is no topic; kind unavailable after [Subscriber.Close].
func (s *Subscriber) Subscribe(ctx context.Context, topic string) (<-chan *message.Message, error) {
	selects, err := s.Marshaler.Topic(topic)
	if err != nil {
		return nil, errors.Wrap(err, "subscribe")
	}
	if selects.Outcomes && s.Outcomes == nil {
		return nil, errors.WithStack(domain.Usage("subscribe", topic, "this subscriber derives no outcomes: set Outcomes"))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errors.WithStack(closedError("subscribe", topic))
	}
	ctx, stop := context.WithCancel(ctx)
	release := context.AfterFunc(s.ctx, stop)
	sub := &subscription{Subscriber: s, topic: topic, selects: selects, out: make(chan *message.Message)}
	s.under.Go(func() {
		defer release()
		defer stop()
		defer close(sub.out)
		sub.run(ctx)
	})
	return sub.out, nil
}

// Close implements [message.Subscriber]. It returns when every subscription has ended.
func (s *Subscriber) Close() error {
	s.mu.Lock()
	first := !s.closed
	s.closed = true
	s.mu.Unlock()
	s.stop()
	s.under.Wait()
	if first && s.groups != nil {
		return errors.Wrap(s.groups.close(), "close the positions of consumer groups")
	}
	return nil
}

// retryTime is how long a subscription waits before it reads again what failed.
const retryTime = time.Second
