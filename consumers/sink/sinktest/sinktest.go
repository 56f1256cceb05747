// Package sinktest starts message buses on loopback for the tests of sinks, and reads what they hold. It is
// linked by tests alone, and starts nothing that outlives its test.
package sinktest

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
)

// NATS is a NATS server with JetStream on loopback, which ends with the test.
func NATS(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs, o.NoLog = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true, true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("it does not take connections")
	}
	return s
}

// Stream makes a stream that captures claw.>, over a connection with options.
func Stream(t testing.TB, s *server.Server, options ...nats.Option) jetstream.Stream {
	t.Helper()
	conn, err := nats.Connect(s.ClientURL(), options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "CLAW", Subjects: []string{"claw.>"}, MaxMsgSize: 256 << 10})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// InStream are the messages of a stream, in its order.
func InStream(t testing.TB, stream jetstream.Stream) (all []*jetstream.RawStreamMsg) {
	t.Helper()
	info, err := stream.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for seq := uint64(1); seq <= info.State.LastSeq; seq++ {
		m, err := stream.GetMsg(t.Context(), seq)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// Topic is the topic of the clusters.
const Topic = "claw"

// Kafka is a broker of Kafka on loopback with [Topic] in three partitions, which ends with the test.
func Kafka(t testing.TB, options ...kfake.Opt) *kfake.Cluster {
	t.Helper()
	c, err := kfake.NewCluster(append(options, kfake.NumBrokers(1), kfake.SeedTopics(3, Topic))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// InTopic are the messages of [Topic]; those of a partition are in its order.
func InTopic(t testing.TB, c *kfake.Cluster) (all []*kgo.Record) {
	t.Helper()
	wanted := 0
	for _, p := range c.PartitionInfos(Topic) {
		wanted += int(p.HighWatermark)
	}
	client, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...), kgo.ConsumeTopics(Topic), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	for len(all) < wanted {
		got := client.PollFetches(t.Context())
		if err := got.Err(); err != nil {
			t.Fatal(err)
		}
		all = append(all, got.Records()...)
	}
	return all
}
