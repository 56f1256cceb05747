package sink_test

import (
	"crypto/tls"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/twmb/franz-go/pkg/kfake"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/sinktest"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// inStream are the messages of a stream: ID SUBJECT LANE, and the key in the payload.
func inStream(t *testing.T, stream jetstream.Stream) (all []string) {
	t.Helper()
	for _, m := range sinktest.InStream(t, stream) {
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

// atOnce runs a test of each row, of all rows at the same time: a library that gives up on its server waits for
// seconds, in which nothing else happens.
func atOnce[Row any](t *testing.T, rows map[string]Row, see func(t *testing.T, row Row)) {
	var all sync.WaitGroup
	for says, row := range rows {
		all.Go(func() { t.Run(says, func(t *testing.T) { see(t, row) }) })
	}
	all.Wait()
}

// TestJetStreamHoldsADeliveryOnce sends one delivery twice, over two connections.
func TestJetStreamHoldsADeliveryOnce(t *testing.T) {
	server := sinktest.NATS(t, &server.Options{})
	stream := sinktest.Stream(t, server)
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
	t.Parallel()
	up := sinktest.NATS(t, &server.Options{})
	sinktest.Stream(t, up)
	down := sinktest.NATS(t, &server.Options{})
	down.Shutdown()
	large := delivered("outcome-1", "A")
	large.Summary = strings.Repeat("x", 300<<10)
	type row struct {
		url, subject string
		delivery     *sink.Delivery
		retry        bool
		message      string
	}
	atOnce(t, map[string]row{
		"a subject that no stream captures": {up.ClientURL(), "other.outcomes", delivered("outcome-1", "A"), true, "no response from stream"},
		"a server that is down":             {down.ClientURL(), "claw.outcomes", delivered("outcome-1", "A"), true, "cannot be reached"},
		"a message that is too large":       {up.ClientURL(), "claw.outcomes", large, false, "did not take it"},
	}, func(t *testing.T, of row) {
		s := sender(t, &sink.Config{Kind: sink.KindNATS, URL: of.url, Subject: of.subject})
		err := s.Send(t.Context(), of.delivery)
		var e *domain.Error
		if !asDelivery(err, &e) || e.Retryable != of.retry || !strings.Contains(e.Message, of.message) {
			t.Error(err)
		}
	})
}

// TestASinkOutlivesItsServer restarts the server between two deliveries of one sender.
func TestASinkOutlivesItsServer(t *testing.T) {
	one := sinktest.NATS(t, &server.Options{})
	sinktest.Stream(t, one)
	c := &sink.Config{Kind: sink.KindNATS, URL: one.ClientURL(), Subject: "claw.outcomes"}
	s := sender(t, c)
	if err := s.Send(t.Context(), delivered("outcome-1", "A")); err != nil {
		t.Fatal(err)
	}
	one.Shutdown()
	one.WaitForShutdown()
	two := sinktest.NATS(t, &server.Options{})
	stream := sinktest.Stream(t, two)
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

// inTopic are the messages of a cluster by their key: ID LANE, and the key in the payload.
func inTopic(t *testing.T, c *kfake.Cluster) map[string][]string {
	t.Helper()
	all, partition := map[string][]string{}, map[string]int32{}
	for _, r := range sinktest.InTopic(t, c) {
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
	return all
}

// TestKafkaHoldsTheOrderOfALane sends deliveries of lanes in turn.
func TestKafkaHoldsTheOrderOfALane(t *testing.T) {
	cluster := sinktest.Kafka(t)
	var all []*sink.Delivery
	want := map[string][]string{"log": {"trial-1  trial-1"}}
	for i := range 12 {
		key, l := fmt.Sprintf("outcome-%d", i), fmt.Sprintf("L%d", i%4)
		all = append(all, delivered(key, domain.LaneID(l)))
		want[l] = append(want[l], key+" "+l+" "+key)
	}
	all = append(all, sink.Trial(&sink.Config{Name: "s"}, "log", "1"))
	sendAll(t, sender(t, &sink.Config{Kind: sink.KindKafka, Brokers: cluster.ListenAddrs(), Topic: sinktest.Topic}), all...)
	if diff := cmp.Diff(want, inTopic(t, cluster)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestFailuresOfKafkaAreRetriedOrFinal sends what no broker takes.
func TestFailuresOfKafkaAreRetriedOrFinal(t *testing.T) {
	t.Parallel()
	up, down := sinktest.Kafka(t), sinktest.Kafka(t)
	gone := down.ListenAddrs()
	down.Close()
	large := delivered("outcome-1", "A")
	large.Summary = strings.Repeat("x", 2<<20)
	type row struct {
		brokers  []string
		topic    string
		delivery *sink.Delivery
		retry    bool
	}
	atOnce(t, map[string]row{
		"a topic that is not there":   {up.ListenAddrs(), "other", delivered("outcome-1", "A"), true},
		"a broker that is down":       {gone, "claw", delivered("outcome-1", "A"), true},
		"a message that is too large": {up.ListenAddrs(), "claw", large, false},
	}, func(t *testing.T, of row) {
		s := sender(t, &sink.Config{Kind: sink.KindKafka, Brokers: of.brokers, Topic: of.topic})
		err := s.Send(t.Context(), of.delivery)
		var e *domain.Error
		if !asDelivery(err, &e) || e.Retryable != of.retry {
			t.Error(err)
		}
		if err := sink.CloseSender(s); err != nil {
			t.Error(err)
		}
	})
}

// TestKafkaTakesALoginBySCRAM logs in to brokers that take one mechanism alone, over TLS.
func TestKafkaTakesALoginBySCRAM(t *testing.T) {
	t.Parallel()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	settings := &tls.Config{Certificates: []tls.Certificate{selfSigned(t, ca)}, MinVersion: tls.VersionTLS12}
	type row struct {
		broker, login string
		by            sink.SASL
		kind          domain.ErrorKind
	}
	atOnce(t, map[string]row{
		"by SHA-256":            {"SCRAM-SHA-256", "claw:open=,sesame", sink.SASLScramSHA256, ""},
		"by SHA-512":            {"SCRAM-SHA-512", "claw:open=,sesame", sink.SASLScramSHA512, ""},
		"with another password": {"SCRAM-SHA-512", "claw:sesame", sink.SASLScramSHA512, domain.ErrDelivery},
		"as another user":       {"SCRAM-SHA-256", "ada:open=,sesame", sink.SASLScramSHA256, domain.ErrDelivery},
		"by a mechanism of which the broker has no login": {"SCRAM-SHA-256", "claw:open=,sesame", sink.SASLScramSHA512, domain.ErrDelivery},
		"in the clear": {"SCRAM-SHA-512", "claw:open=,sesame", "", domain.ErrDelivery},
	}, func(t *testing.T, of row) {
		cluster := sinktest.Kafka(t, kfake.TLS(settings), kfake.EnableSASL(), kfake.Superuser(of.broker, "claw", "open=,sesame"))
		s := sender(t, &sink.Config{Kind: sink.KindKafka, Brokers: cluster.ListenAddrs(), Topic: sinktest.Topic, SecretFile: loginFile(t, of.login, 0o600), TLSCA: ca, TLS: true, SASL: of.by})
		err := s.Send(t.Context(), delivered("outcome-1", "A"))
		if domain.KindOf(err) != of.kind || err != nil && strings.Contains(err.Error(), "sesame") {
			t.Error(err)
		}
		held := int64(0)
		for _, p := range cluster.PartitionInfos(sinktest.Topic) {
			held += p.HighWatermark
		}
		if (held == 1) != (of.kind == "") {
			t.Errorf("the topic holds %d messages", held)
		}
		if err := sink.CloseSender(s); err != nil {
			t.Error(err)
		}
	})
}

// loginFile is a file with a login.
func loginFile(t *testing.T, login string, mode os.FileMode) string {
	t.Helper()
	secret := filepath.Join(t.TempDir(), "login")
	if err := os.WriteFile(secret, []byte(login), mode); err != nil {
		t.Fatal(err)
	}
	return secret
}

// TestBusesTakeALoginOverTLS connects to servers that demand both.
func TestBusesTakeALoginOverTLS(t *testing.T) {
	t.Parallel()
	ca := filepath.Join(t.TempDir(), "ca.pem")
	certificate := selfSigned(t, ca)
	settings := &tls.Config{Certificates: []tls.Certificate{certificate}, MinVersion: tls.VersionTLS12}
	natsd := sinktest.NATS(t, &server.Options{TLSConfig: settings, TLSTimeout: 60, Username: "claw", Password: "open sesame"})
	stream := sinktest.Stream(t, natsd, nats.UserInfo("claw", "open sesame"), nats.RootCAs(ca))
	cluster := sinktest.Kafka(t, kfake.TLS(settings), kfake.EnableSASL(), kfake.Superuser("PLAIN", "claw", "open sesame"))
	configs := []sink.Config{
		{Kind: sink.KindNATS, URL: strings.Replace(natsd.ClientURL(), "nats://", "tls://", 1), Subject: "claw.outcomes"},
		{Kind: sink.KindKafka, Brokers: cluster.ListenAddrs(), Topic: sinktest.Topic},
	}
	type row struct {
		login string
		mode  os.FileMode
		ca    string
		kind  domain.ErrorKind
	}
	atOnce(t, map[string]row{
		"the login":                        {"claw:open sesame\n", 0o600, ca, ""},
		"another password":                 {"claw:sesame\n", 0o600, ca, domain.ErrDelivery},
		"an authority of nobody":           {"claw:open sesame\n", 0o600, "", domain.ErrDelivery},
		"a file that others can read":      {"claw:open sesame\n", 0o644, ca, domain.ErrPolicy},
		"an empty file":                    {"\n", 0o600, ca, domain.ErrParse},
		"a file of certificates with none": {"claw:open sesame\n", 0o600, loginFile(t, "none", 0o600), domain.ErrParse},
	}, func(t *testing.T, of row) {
		for _, c := range configs {
			c.SecretFile, c.TLSCA, c.TLS = loginFile(t, of.login, of.mode), of.ca, true
			s := sender(t, &c)
			err := s.Send(t.Context(), delivered("outcome-1", "A"))
			if domain.KindOf(err) != of.kind || err != nil && strings.Contains(err.Error(), "sesame") {
				t.Errorf("%s: %v", c.Kind, err)
			}
			if err := sink.CloseSender(s); err != nil {
				t.Error(err)
			}
		}
	})
	if all := inStream(t, stream); len(all) != 1 {
		t.Errorf("%q", all)
	}
}
