package sink

import (
	"context"
	"strings"

	"github.com/IBM/sarama"
	"github.com/twmb/franz-go/pkg/sasl"
	"github.com/twmb/franz-go/pkg/sasl/scram"
)

// SASL is the mechanism by which a sink of kind kafka logs in.
type SASL string

// The mechanisms. With the SCRAM ones the broker does not see the password.
const (
	SASLPlain       SASL = "plain"
	SASLScramSHA256 SASL = "scram-sha-256"
	SASLScramSHA512 SASL = "scram-sha-512"
)

// Enum lists the values.
func (SASL) Enum() []string {
	return []string{string(SASLPlain), string(SASLScramSHA256), string(SASLScramSHA512)}
}

// logIn has a client of Kafka log in with USER:PASSWORD.
func logIn(s *sarama.Config, by SASL, secret string) {
	s.Net.SASL.Enable, s.Net.SASL.Handshake = true, true
	s.Net.SASL.User, s.Net.SASL.Password, _ = strings.Cut(secret, ":")
	switch by {
	case SASLScramSHA256:
		s.Net.SASL.Mechanism = sarama.SASLTypeSCRAMSHA256
	case SASLScramSHA512:
		s.Net.SASL.Mechanism = sarama.SASLTypeSCRAMSHA512
	case SASLPlain:
		s.Net.SASL.Mechanism = sarama.SASLTypePlaintext
	}
	s.Net.SASL.SCRAMClientGeneratorFunc = func() sarama.SCRAMClient { return &exchange{by: by} }
}

// exchange is one login by SCRAM, RFC 5802. It implements [sarama.SCRAMClient] by the SCRAM of franz-go.
type exchange struct {
	by      SASL
	session sasl.Session
	first   []byte // the client's first message; nil after it was sent
	done    bool
}

// Begin implements [sarama.SCRAMClient].
func (x *exchange) Begin(user, password, authzID string) (err error) {
	auth := scram.Auth{Zid: authzID, User: user, Pass: password}
	mechanism := auth.AsSha256Mechanism()
	if x.by == SASLScramSHA512 {
		mechanism = auth.AsSha512Mechanism()
	}
	x.session, x.first, err = mechanism.Authenticate(context.Background(), "")
	return err
}

// Step implements [sarama.SCRAMClient].
func (x *exchange) Step(challenge string) (string, error) {
	if said := x.first; said != nil {
		x.first = nil
		return string(said), nil
	}
	done, says, err := x.session.Challenge([]byte(challenge))
	x.done = done
	return string(says), err
}

// Done implements [sarama.SCRAMClient].
func (x *exchange) Done() bool { return x.done }
