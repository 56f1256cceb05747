package sink

import (
	"cmp"

	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill"
	"github.com/ThreeDotsLabs/watermill-kafka/v3/pkg/kafka"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/cockroachdb/errors"
)

// kafkaDriver publishes to a topic of Kafka. The key of a message is the lane, so that the messages of a
// lane are in one partition, in order. It creates no topic.
type kafkaDriver struct{}

// dial implements [driver].
func (kafkaDriver) dial(c *Config, l *login) (message.Publisher, error) {
	settings := kafkaSettings(c)
	if l.tls != nil {
		settings.Net.TLS.Enable, settings.Net.TLS.Config = true, l.tls
	}
	if l.secret != "" {
		logIn(settings, cmp.Or(c.SASL, SASLPlain), l.secret)
	}
	byLane := kafka.NewWithPartitioningMarshaler(func(_ string, m *message.Message) (string, error) {
		return cmp.Or(m.Metadata.Get(MetadataLane), m.Metadata.Get(MetadataLog)), nil
	})
	return kafka.NewPublisher(kafka.PublisherConfig{Brokers: c.Brokers, Marshaler: byLane, OverwriteSaramaConfig: settings}, watermill.NopLogger{})
}

// kafkaSettings have each replica that is in sync confirm a message, and the broker drop what the library
// repeats. The version is the oldest that Kafka 4 still answers.
func kafkaSettings(c *Config) *sarama.Config {
	s := kafka.DefaultSaramaSyncPublisherConfig()
	s.ClientID, s.Version = "claw-sink", sarama.V2_1_0_0
	s.Net.DialTimeout, s.Net.ReadTimeout, s.Net.WriteTimeout = c.Timeout, c.Timeout, c.Timeout
	s.Net.MaxOpenRequests = 1
	s.Metadata.Timeout, s.Metadata.Retry.Max, s.Metadata.AllowAutoTopicCreation, s.Metadata.Full = c.Timeout, 1, false, false
	s.Metadata.Retry.Backoff = sarama.NewConfig().Metadata.Retry.Backoff
	s.Producer.RequiredAcks, s.Producer.Idempotent, s.Producer.Retry.Max, s.Producer.Timeout = sarama.WaitForAll, true, 1, c.Timeout
	return s
}

// isClosed implements [driver]: the library connects to brokers again by itself.
func (kafkaDriver) isClosed() bool { return false }

// refuses implements [driver].
func (kafkaDriver) refuses(err error) bool {
	var local sarama.ConfigurationError // a message that is larger than the library sends
	return errors.Is(err, sarama.ErrMessageSizeTooLarge) || errors.As(err, &local)
}
