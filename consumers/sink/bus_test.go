package sink_test

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// natsServer is a NATS server with JetStream on loopback, which ends with the test.
func natsServer(t *testing.T, o *server.Options) *server.Server {
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

// natsStream makes a stream that captures claw.>, over a connection with options.
func natsStream(t *testing.T, s *server.Server, options ...nats.Option) jetstream.Stream {
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
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "CLAW", Subjects: []string{"claw.>"}, MaxMsgSize: 4096})
	if err != nil {
		t.Fatal(err)
	}
	return stream
}

// inStream are the messages of a stream: ID SUBJECT LANE, and the key in the payload.
func inStream(t *testing.T, stream jetstream.Stream) (all []string) {
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
		all = append(all, strings.Join([]string{m.Header.Get(nats.MsgIdHdr), m.Subject, m.Header.Get(sink.MetadataLane), keyIn(t, m.Data)}, " "))
	}
	return all
}

// keyIn is the idempotency key in a payload.
func keyIn(t *testing.T, payload []byte) string {
	t.Helper()
	var d sink.Delivery
	if err := json.Unmarshal(payload, &d); err != nil || d.Kind != sink.DeliveryKind {
		t.Fatalf("%v: %s", err, payload)
	}
	return d.Key
}

// delivered is a delivery of a lane with a key.
func delivered(key string, l domain.LaneID) *sink.Delivery {
	return &sink.Delivery{Kind: sink.DeliveryKind, Version: 1, Key: key, Sink: "s", Log: "log", Outcome: &watch.Line{Kind: watch.LineKind, Version: 1, Lane: l, Outcome: lane.ResultFailed}}
}

// sendAll hands deliveries to a sender that is closed after them.
func sendAll(t *testing.T, s sink.Sender, all ...*sink.Delivery) {
	t.Helper()
	for _, d := range all {
		if err := s.Send(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	if err := sink.CloseSender(s); err != nil {
		t.Error(err)
	}
}

// TestJetStreamHoldsADeliveryOnce sends one delivery twice, over two connections.
func TestJetStreamHoldsADeliveryOnce(t *testing.T) {
	server := natsServer(t, &server.Options{})
	stream := natsStream(t, server)
	s := sender(t, &sink.Config{Kind: sink.KindNATS, URL: server.ClientURL(), Subject: "claw.outcomes"})
	sendAll(t, s, delivered("outcome-1", "A"), delivered("outcome-2", "B"))
	sendAll(t, s, delivered("outcome-2", "B"), delivered("outcome-3", "A"), sink.Trial(&sink.Config{Name: "s"}, "log", "1"))
	want := []string{"outcome-1 claw.outcomes A outcome-1", "outcome-2 claw.outcomes B outcome-2", "outcome-3 claw.outcomes A outcome-3", "trial-1 claw.outcomes  trial-1"}
	if diff := cmp.Diff(want, inStream(t, stream)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestFailuresOfJetStreamAreRetriedOrFinal sends what no stream takes.
func TestFailuresOfJetStreamAreRetriedOrFinal(t *testing.T) {
	up := natsServer(t, &server.Options{})
	natsStream(t, up)
	down := natsServer(t, &server.Options{})
	down.Shutdown()
	large := delivered("outcome-1", "A")
	large.Summary = strings.Repeat("x", 8192)
	for _, of := range []struct {
		says, url, subject string
		delivery           *sink.Delivery
		retry              bool
		message            string
	}{
		{"a subject that no stream captures", up.ClientURL(), "other.outcomes", delivered("outcome-1", "A"), true, "no response from stream"},
		{"a server that is down", down.ClientURL(), "claw.outcomes", delivered("outcome-1", "A"), true, "cannot be reached"},
		{"a message that is too large", up.ClientURL(), "claw.outcomes", large, false, "did not take it"},
	} {
		s := sender(t, &sink.Config{Kind: sink.KindNATS, URL: of.url, Subject: of.subject})
		err := s.Send(t.Context(), of.delivery)
		var e *domain.Error
		if !asDelivery(err, &e) || e.Retryable != of.retry || !strings.Contains(e.Message, of.message) {
			t.Errorf("%s: %v", of.says, err)
		}
	}
}

// TestASinkOutlivesItsServer restarts the server between two deliveries of one sender.
func TestASinkOutlivesItsServer(t *testing.T) {
	one := natsServer(t, &server.Options{})
	natsStream(t, one)
	c := &sink.Config{Kind: sink.KindNATS, URL: one.ClientURL(), Subject: "claw.outcomes"}
	s := sender(t, c)
	if err := s.Send(t.Context(), delivered("outcome-1", "A")); err != nil {
		t.Fatal(err)
	}
	one.Shutdown()
	one.WaitForShutdown()
	two := natsServer(t, &server.Options{})
	stream := natsStream(t, two)
	c.URL = two.ClientURL()
	for try := 0; s.Send(t.Context(), delivered("outcome-2", "A")) != nil; try++ {
		if try > 2 {
			t.Fatal("it does not connect again")
		}
	}
	sendAll(t, s)
	if diff := cmp.Diff([]string{"outcome-2 claw.outcomes A outcome-2"}, inStream(t, stream)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// kafkaCluster is a broker of Kafka on loopback with the topic claw, which ends with the test.
func kafkaCluster(t *testing.T, options ...kfake.Opt) *kfake.Cluster {
	t.Helper()
	c, err := kfake.NewCluster(append(options, kfake.NumBrokers(1), kfake.SeedTopics(3, "claw"))...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// inTopic are n messages of the topic claw by lane: ID KEY and the key in the payload.
func inTopic(t *testing.T, c *kfake.Cluster, n int) map[string][]string {
	t.Helper()
	client, err := kgo.NewClient(kgo.SeedBrokers(c.ListenAddrs()...), kgo.ConsumeTopics("claw"), kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	all, partition := map[string][]string{}, map[string]int32{}
	for n > 0 {
		got := client.PollFetches(t.Context())
		if err := got.Err(); err != nil {
			t.Fatal(err)
		}
		for _, r := range got.Records() {
			n--
			headers := map[string]string{}
			for _, h := range r.Headers {
				headers[h.Key] = string(h.Value)
			}
			key := string(r.Key)
			all[key] = append(all[key], headers["_watermill_message_uuid"]+" "+headers[sink.MetadataLane]+" "+keyIn(t, r.Value))
			if before, is := partition[key]; is && before != r.Partition {
				t.Errorf("%s is in partitions %d and %d", key, before, r.Partition)
			}
			partition[key] = r.Partition
		}
	}
	return all
}

// TestKafkaHoldsTheOrderOfALane sends deliveries of lanes in turn.
func TestKafkaHoldsTheOrderOfALane(t *testing.T) {
	cluster := kafkaCluster(t)
	var all []*sink.Delivery
	want := map[string][]string{"log": {"trial-1  trial-1"}}
	for i := range 12 {
		key, l := fmt.Sprintf("outcome-%d", i), fmt.Sprintf("L%d", i%4)
		all = append(all, delivered(key, domain.LaneID(l)))
		want[l] = append(want[l], key+" "+l+" "+key)
	}
	all = append(all, sink.Trial(&sink.Config{Name: "s"}, "log", "1"))
	sendAll(t, sender(t, &sink.Config{Kind: sink.KindKafka, Brokers: cluster.ListenAddrs(), Topic: "claw"}), all...)
	if diff := cmp.Diff(want, inTopic(t, cluster, len(all))); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestFailuresOfKafkaAreRetriedOrFinal sends what no broker takes.
func TestFailuresOfKafkaAreRetriedOrFinal(t *testing.T) {
	up, down := kafkaCluster(t), kafkaCluster(t)
	gone := down.ListenAddrs()
	down.Close()
	large := delivered("outcome-1", "A")
	large.Summary = strings.Repeat("x", 2<<20)
	for _, of := range []struct {
		says     string
		brokers  []string
		topic    string
		delivery *sink.Delivery
		retry    bool
	}{
		{"a topic that is not there", up.ListenAddrs(), "other", delivered("outcome-1", "A"), true},
		{"a broker that is down", gone, "claw", delivered("outcome-1", "A"), true},
		{"a message that is too large", up.ListenAddrs(), "claw", large, false},
	} {
		s := sender(t, &sink.Config{Kind: sink.KindKafka, Brokers: of.brokers, Topic: of.topic})
		err := s.Send(t.Context(), of.delivery)
		var e *domain.Error
		if !asDelivery(err, &e) || e.Retryable != of.retry {
			t.Errorf("%s: %v", of.says, err)
		}
		if err := sink.CloseSender(s); err != nil {
			t.Error(err)
		}
	}
}

// TestBusesTakeALoginOverTLS connects to servers that demand both.
func TestBusesTakeALoginOverTLS(t *testing.T) {
	dir := t.TempDir()
	ca, secret := filepath.Join(dir, "ca.pem"), filepath.Join(dir, "login")
	certificate := selfSigned(t, ca)
	settings := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	natsd := natsServer(t, &server.Options{TLSConfig: settings, TLSTimeout: 60, Username: "claw", Password: "open sesame"})
	stream := natsStream(t, natsd, nats.UserInfo("claw", "open sesame"), nats.RootCAs(ca))
	cluster := kafkaCluster(t, kfake.TLS(settings), kfake.EnableSASL(), kfake.Superuser("PLAIN", "claw", "open sesame"))
	configs := []sink.Config{
		{Kind: sink.KindNATS, URL: strings.Replace(natsd.ClientURL(), "nats://", "tls://", 1), Subject: "claw.outcomes", SecretFile: secret, TLSCA: ca},
		{Kind: sink.KindKafka, Brokers: cluster.ListenAddrs(), Topic: "claw", SecretFile: secret, TLSCA: ca},
	}
	for _, of := range []struct {
		says, login string
		mode        os.FileMode
		ca          string
		kind        domain.ErrorKind
	}{
		{"the login", "claw:open sesame\n", 0o600, ca, ""},
		{"another password", "claw:sesame\n", 0o600, ca, domain.ErrDelivery},
		{"an authority of nobody", "claw:open sesame\n", 0o600, "", domain.ErrDelivery},
		{"a file that others can read", "claw:open sesame\n", 0o644, ca, domain.ErrPolicy},
		{"an empty file", "\n", 0o600, ca, domain.ErrParse},
		{"a file of certificates that holds none", "claw:open sesame\n", 0o600, secret, domain.ErrParse},
	} {
		_ = os.Remove(secret) // so that the mode is that of the row
		if err := os.WriteFile(secret, []byte(of.login), of.mode); err != nil {
			t.Fatal(err)
		}
		for _, c := range configs {
			c.TLSCA, c.TLS = of.ca, true
			s := sender(t, &c)
			err := s.Send(t.Context(), delivered("outcome-1", "A"))
			if domain.KindOf(err) != of.kind || err != nil && strings.Contains(err.Error(), "sesame") {
				t.Errorf("%s, %s: %v", c.Kind, of.says, err)
			}
			if err := sink.CloseSender(s); err != nil {
				t.Error(err)
			}
		}
	}
	if all := inStream(t, stream); len(all) != 1 {
		t.Errorf("%q", all)
	}
}
