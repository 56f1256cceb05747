package sink

import (
	"context"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/visible"
)

// Metadata of the messages of NATS and Kafka, which are headers there.
const (
	MetadataLog  = "claw_log"  // id of the log
	MetadataLane = "claw_lane" // absent in a message about no lane
)

// busMessage is a delivery as a message of Watermill. Its UUID is the idempotency key.
func busMessage(d *Delivery) (*message.Message, error) {
	text, err := d.Text()
	if err != nil {
		return nil, err
	}
	m := message.NewMessage(d.Key, text)
	m.Metadata.Set(MetadataLog, d.Log)
	if l := d.lane(); l != "" {
		m.Metadata.Set(MetadataLane, string(l))
	}
	return m, nil
}

// lane returns the lane of a delivery, "" for none.
func (d *Delivery) lane() domain.LaneID {
	if d.Outcome == nil {
		return ""
	}
	return d.Outcome.Lane
}

// bus publishes deliveries to one topic of a message bus. It connects before the first delivery, and anew
// after a failure: a connection that failed may hold a delivery, and send it after a newer one.
type bus struct {
	config *Config
	topic  string
	driver driver
	env    func(string) string
	conn   message.Publisher // nil while not connected
}

// driver is what differs between message buses.
type driver interface {
	// dial connects to the bus of a sink.
	dial(c *Config, l *login) (message.Publisher, error)
	// isClosed reports whether the bus ended the connection that was dialled last.
	isClosed() bool
	// refuses reports whether an error of publishing means that the bus takes this message never.
	refuses(err error) bool
}

// Send implements [Sender].
func (b *bus) Send(_ context.Context, d *Delivery) error {
	m, err := busMessage(d)
	if err != nil {
		return err
	}
	if err := b.connect(); err != nil {
		return err
	}
	err = b.conn.Publish(b.topic, m)
	if err == nil {
		return nil
	}
	_ = b.Close() // the error of the delivery is more specific
	return b.failed("did not take it", err, !b.driver.refuses(err))
}

// connect connects where there is no connection that can be used.
func (b *bus) connect() error {
	if b.conn != nil && b.driver.isClosed() {
		_ = b.Close() // nothing is under way on it
	}
	if b.conn != nil {
		return nil
	}
	l, err := loginOf(b.config, b.env)
	if err != nil {
		return err
	}
	conn, err := b.driver.dial(b.config, l)
	if err != nil {
		return b.failed("cannot be reached", err, true)
	}
	b.conn = conn
	return nil
}

func (b *bus) failed(says string, err error, retry bool) error {
	return errors.WithStack(b.config.delivery(says+": "+visible.Printable(strings.TrimSpace(err.Error())), retry))
}

// Close ends the connection. The next delivery opens another.
func (b *bus) Close() error {
	if b.conn == nil {
		return nil
	}
	err := b.conn.Close()
	b.conn = nil
	return errors.Wrapf(err, "close the connection of sink %s", b.config.Name)
}
