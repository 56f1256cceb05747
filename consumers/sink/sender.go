package sink

import (
	"context"
	"io"
	"net/http"
	"time"

	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
)

// Sender hands deliveries to one receiver. It is called by one goroutine. One that holds a connection is an
// [io.Closer] too.
type Sender interface {
	// Send returns when the receiver has taken the delivery.
	//
	// Errors: a [domain.Error] of kind delivery that is not retryable means that the receiver refuses this
	// delivery for good; after any other error the same delivery may be sent again.
	Send(ctx context.Context, d *Delivery) error
}

// Outside is what senders use of the process.
type Outside struct {
	Env     func(string) string
	Environ func() []string
	Now     func() time.Time
	Client  http.RoundTripper
}

// NewSender makes the sender of a sink.
//
// Errors: kind policy for a secret that others can read; kind not_found and kind parse for one that is not
// there or none; those of the operating system.
func NewSender(c *Config, o Outside) (Sender, error) {
	post := &poster{config: c, client: &http.Client{Transport: o.Client, Timeout: c.Timeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
	switch c.Kind {
	case KindWebhook:
		secrets, err := secretsOf(c, o.Env)
		return &webhook{poster: post, secrets: secrets, now: o.Now}, errors.Wrapf(err, "open sink %s", c.Name)
	case KindClawhip:
		return &clawhip{post}, nil
	case KindCloudEvents:
		return &cloudEvents{post}, nil
	case KindJSONL:
		return &jsonl{config: c}, nil
	case KindCommand:
		return &command{config: c, environ: o.Environ}, nil
	case KindNATS:
		return &bus{config: c, topic: c.Subject, driver: &natsDriver{}, env: o.Env}, nil
	case KindKafka:
		return &bus{config: c, topic: c.Topic, driver: kafkaDriver{}, env: o.Env}, nil
	}
	return nil, errors.Newf("no sink of kind %s", c.Kind)
}

// CloseSender ends the connection of a sender that holds one; nil is none.
func CloseSender(s Sender) error {
	if c, holds := s.(io.Closer); holds {
		return c.Close()
	}
	return nil
}

// isRefused reports whether a receiver refuses a delivery for good.
func isRefused(err error) bool {
	var e *domain.Error
	return errors.As(err, &e) && e.Kind == domain.ErrDelivery && !e.Retryable
}
