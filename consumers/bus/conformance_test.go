package bus_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/pubsub/tests"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/consumers/bus"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/engine"
	"github.com/clawable/claw/producers/scrub"
)

const emitter = domain.EmitterID("bus/test")

// opened is a log on disk, which is closed when the test ends.
func opened(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := engine.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "log.db"), engine.Options{Create: true, Name: "bus", Run: "01KT1GQ20000000000000000AA", Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

func recorder(log eventlog.Log) *record.Recorder {
	return record.NewRecorder(log, scrub.New(), domain.TrustLow)
}

// pair are a publisher and a subscriber of a group, which is closed when the test ends: the suite leaves some open.
func pair(t *testing.T, log eventlog.Log, folder, group string) (message.Publisher, message.Subscriber) {
	t.Helper()
	m := bus.MessageMarshaler{Emitter: emitter}
	sub, err := bus.NewSubscriber(bus.SubscriberConfig{Log: log, Marshaler: m, Group: group, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sub.Close(); err != nil {
			t.Error(err)
		}
	})
	return bus.NewPublisher(recorder(log), m), sub
}

// TestWatermillsSuitePasses runs the suite that every Pub/Sub of Watermill passes: with subscribers of one
// group, and with subscribers of none, which get what was published before them.
func TestWatermillsSuitePasses(t *testing.T) {
	for says, of := range map[string]struct {
		group string
		old   bool
	}{"one group": {group: "all"}, "no group": {old: true}} {
		t.Run(says, func(t *testing.T) {
			log, folder := opened(t), t.TempDir()
			grouped := func(t *testing.T, group string) (message.Publisher, message.Subscriber) {
				return pair(t, log, folder, group)
			}
			tests.TestPubSub(t, tests.Features{ConsumerGroups: true, GuaranteedOrder: true, Persistent: true, NewSubscriberReceivesOldMessages: of.old, ForceShort: true},
				func(t *testing.T) (message.Publisher, message.Subscriber) { return grouped(t, of.group) }, grouped)
		})
	}
}
