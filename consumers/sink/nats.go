package sink

import (
	"strings"

	"github.com/ThreeDotsLabs/watermill"
	wmnats "github.com/ThreeDotsLabs/watermill-nats/v2/pkg/nats"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"
	"github.com/nats-io/nats.go"
)

// natsDriver publishes to a subject that a stream of NATS JetStream captures. The header Nats-Msg-Id is the
// idempotency key, by which JetStream drops a repetition. It creates no stream.
type natsDriver struct{ conn *nats.Conn }

// dial implements [driver]. A connection is not mended by the library: see [bus].
func (n *natsDriver) dial(c *Config, l *login) (message.Publisher, error) {
	options := []nats.Option{nats.Name("claw-sink " + c.Name), nats.Timeout(c.Timeout), nats.NoReconnect()}
	if l.tls != nil {
		options = append(options, nats.Secure(l.tls))
	}
	conn, err := nats.Connect(c.URL, append(options, natsLogin(l.secret)...)...)
	if err != nil {
		return nil, err
	}
	publisher, err := wmnats.NewPublisherWithNatsConn(conn, wmnats.PublisherPublishConfig{Marshaler: &wmnats.NATSMarshaler{}, SubjectCalculator: wmnats.DefaultSubjectCalculator,
		JetStream: wmnats.JetStreamConfig{TrackMsgId: true, ConnectOptions: []nats.JSOpt{nats.MaxWait(c.Timeout)}}}, watermill.NopLogger{})
	if err != nil {
		conn.Close()
		return nil, err
	}
	n.conn = conn
	return publisher, nil
}

// isClosed implements [driver].
func (n *natsDriver) isClosed() bool { return n.conn == nil || n.conn.IsClosed() }

// messageTooLarge is the code of JetStream for a message that is larger than its stream takes.
const messageTooLarge nats.ErrorCode = 10054

// refuses implements [driver].
func (n *natsDriver) refuses(err error) bool {
	var api *nats.APIError
	return errors.Is(err, nats.ErrMaxPayload) || errors.As(err, &api) && api.ErrorCode == messageTooLarge
}

// natsLogin is how a secret is shown to NATS: the text of a credentials file, USER:PASSWORD, or a token.
func natsLogin(secret string) []nats.Option {
	user, password, isPair := strings.Cut(secret, ":")
	switch {
	case secret == "":
		return nil
	case strings.Contains(secret, "-----BEGIN "):
		return []nats.Option{nats.UserCredentialBytes([]byte(secret))}
	case isPair:
		return []nats.Option{nats.UserInfo(user, password)}
	}
	return []nats.Option{nats.Token(secret)}
}
