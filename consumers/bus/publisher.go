package bus

import (
	"context"
	"sync"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Appender appends drafts of one stream, as claw log append does.
type Appender interface {
	Append(ctx context.Context, want eventlog.Expect, drafts []domain.Draft) ([]eventlog.Receipt, error)
}

// Publisher appends messages to a log. It implements [message.Publisher].
type Publisher struct {
	to        Appender
	marshaler Marshaler
	mu        sync.RWMutex
	closed    bool
}

// NewPublisher makes a publisher. The caller closes the log after it.
func NewPublisher(to Appender, m Marshaler) *Publisher { return &Publisher{to: to, marshaler: m} }

// Publish implements [message.Publisher]. When it returns nil, every message is durable. A message whose
// UUID was published to the topic before is not appended again.
//
// Errors: kinds parse and usage for a message that is no event of the topic, and policy for one that may
// not be appended so: then none of the messages behind it is appended; kind unavailable after
// [Publisher.Close]; those of the log.
func (p *Publisher) Publish(topic string, messages ...*message.Message) error {
	p.mu.RLock()
	defer p.mu.RUnlock()
	if p.closed {
		return closedError("publish", topic)
	}
	for _, m := range messages {
		if err := p.publish(topic, m); err != nil {
			return errors.Wrapf(err, "publish message %s", m.UUID)
		}
	}
	return nil
}

func (p *Publisher) publish(topic string, m *message.Message) error {
	d, err := p.marshaler.Marshal(m.Context(), topic, m)
	if err != nil {
		return err
	}
	_, err = p.to.Append(m.Context(), eventlog.Any, []domain.Draft{d})
	return err
}

// Close implements [message.Publisher]. Publishes under way end first.
func (p *Publisher) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	return nil
}

func closedError(operation, target string) error {
	return &domain.Error{Kind: domain.ErrUnavailable, Operation: operation, Target: target, Message: "it is closed", Hint: "make a new one"}
}
