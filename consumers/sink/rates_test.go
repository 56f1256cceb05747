package sink_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/clawable/claw/consumers/sink"
	"github.com/clawable/claw/consumers/sink/sinktest"
	"github.com/clawable/claw/domain"
)

// BenchmarkSenders sends deliveries of 4 KiB to a receiver of each kind on this machine, one after the other,
// each after the receiver took the one before. The delivery to clawhip is about no lane, and is one request.
func BenchmarkSenders(b *testing.B) {
	for _, of := range []struct {
		name   string
		config func(b *testing.B) sink.Config
	}{
		{"webhook", func(b *testing.B) sink.Config {
			return sink.Config{Kind: sink.KindWebhook, URL: hearing(b, http.StatusNoContent).URL, SecretEnv: "SECRET"}
		}},
		{"clawhip", func(b *testing.B) sink.Config {
			return sink.Config{Kind: sink.KindClawhip, URL: hearing(b, http.StatusNoContent).URL}
		}},
		{"cloudevents", func(b *testing.B) sink.Config {
			return sink.Config{Kind: sink.KindCloudEvents, URL: hearing(b, http.StatusNoContent).URL, Mode: sink.ModeStructured}
		}},
		{"nats", func(b *testing.B) sink.Config {
			s := sinktest.NATS(b, &server.Options{})
			sinktest.Stream(b, s)
			return sink.Config{Kind: sink.KindNATS, URL: s.ClientURL(), Subject: "claw.outcomes"}
		}},
		{"kafka", func(b *testing.B) sink.Config {
			return sink.Config{Kind: sink.KindKafka, Brokers: sinktest.Kafka(b).ListenAddrs(), Topic: sinktest.Topic}
		}},
		{"jsonl", func(b *testing.B) sink.Config {
			return sink.Config{Kind: sink.KindJSONL, Path: filepath.Join(b.TempDir(), "out.jsonl")}
		}},
		{"command", func(*testing.B) sink.Config {
			return sink.Config{Kind: sink.KindCommand, Argv: []string{"cat"}}
		}},
	} {
		b.Run(of.name, func(b *testing.B) {
			c := of.config(b)
			s := sender(b, &c)
			b.Cleanup(func() { _ = sink.CloseSender(s) })
			for i := 0; b.Loop(); i++ {
				d := delivered(fmt.Sprint("outcome-", i), domain.LaneID(fmt.Sprint("L", i%100)))
				d.View = []byte(`"` + strings.Repeat("x", 4<<10) + `"`)
				if c.Kind == sink.KindClawhip {
					d = sink.Trial(&c, "log", fmt.Sprint(i))
				}
				if err := s.Send(b.Context(), d); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
