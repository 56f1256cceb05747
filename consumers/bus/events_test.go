package bus_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"

	"github.com/clawable/claw/consumers/bus"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

const (
	laneStream = "lane-01KJSESXM06022NF76N9K6CG4H"
	otherLane  = "lane-01KJSESXM0FXE8CX6BVXYZ3Z6R"
	seventh    = "01890a5d-ac96-774b-bcce-b302099a8057" // a UUID of version 7
)

// blocked is a draft as claw log append takes it.
func blocked(stream string) string {
	return `{"kind":"lane.blocked","stream":"` + stream + `","subject":{"lane":"` + strings.TrimPrefix(stream, "lane-") + `"},"data":{"subphase":"blocked.approval"}}`
}

// received are the next messages of a topic, acknowledged.
func received(t *testing.T, sub *bus.Subscriber, topic string, number int) (got []*message.Message) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	messages, err := sub.Subscribe(ctx, topic)
	if err != nil {
		t.Fatal(err)
	}
	for range number {
		m, ok := <-messages
		if !ok {
			t.Fatalf("%s: %d messages of %d", topic, len(got), number)
		}
		got = append(got, m)
		m.Ack()
	}
	stop()
	for m := range messages {
		m.Nack()
	}
	return got
}

func subscriber(t *testing.T, log eventlog.Log, folder, group string) *bus.Subscriber {
	t.Helper()
	sub, err := bus.NewSubscriber(bus.SubscriberConfig{Log: log, Marshaler: bus.EventMarshaler{Emitter: emitter}, Group: group, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := sub.Close(); err != nil {
			t.Error(err)
		}
	})
	return sub
}

// TestATopicSelects publishes events of two lanes, and subscribes to each kind of topic.
func TestATopicSelects(t *testing.T) {
	log := opened(t)
	pub := bus.NewPublisher(recorder(log), bus.EventMarshaler{Emitter: emitter})
	for i, of := range []struct{ topic, text string }{{laneStream, blocked(laneStream)}, {"lane.blocked", blocked(otherLane)}, {"lane", blocked(laneStream)}} {
		if err := pub.Publish(of.topic, message.NewMessage(strings.Replace(seventh, "a8057", "a805"+string(rune('0'+i)), 1), []byte(of.text))); err != nil {
			t.Fatal(err)
		}
	}
	sub := subscriber(t, log, "", "")
	for topic, want := range map[string]int{laneStream: 2, otherLane: 1, "lane.blocked": 3, "lane": 3, "log.opened": 1} {
		for i, m := range received(t, sub, topic, want) {
			e, err := eventlog.ParseLine(m.Payload)
			if err != nil || m.UUID != e.ID.String() || m.Metadata.Get(bus.MetadataKind) != string(e.Kind) || m.Metadata.Get(bus.MetadataStream) != e.Stream.String() {
				t.Errorf("%s, message %d: %v, %v", topic, i, err, m.Metadata)
			}
		}
	}
}

// TestAMessageIsInTheLogOnce publishes a message three times, with what a draft may leave out.
func TestAMessageIsInTheLogOnce(t *testing.T) {
	log := opened(t)
	pub := bus.NewPublisher(recorder(log), bus.EventMarshaler{Emitter: emitter})
	text := strings.Replace(blocked(laneStream), `"kind":"lane.blocked",`, "", 1)
	for range 3 {
		m := message.NewMessage(seventh, []byte(text))
		m.Metadata.Set(bus.MetadataKind, "lane.blocked")
		if err := pub.Publish(laneStream, m); err != nil {
			t.Fatal(err)
		}
	}
	head, err := log.Head(t.Context())
	if err != nil || head.Position.Number() != 2 { // log.opened and it
		t.Errorf("%v, %v", head.Position, err)
	}
	e, err := eventlog.ParseLine(received(t, subscriber(t, log, "", ""), "lane", 1)[0].Payload)
	if at := time.UnixMilli(0x01890a5dac96).UTC(); err != nil || !e.ObservedAt.Time().Equal(at) || e.Emitter != emitter {
		t.Errorf("%v: observed at %v by %s", err, e.ObservedAt, e.Emitter)
	}
}

// TestWhatIsNoEventOfItsTopicIsRefused publishes what must not get into the log.
func TestWhatIsNoEventOfItsTopicIsRefused(t *testing.T) {
	log := opened(t)
	pub := bus.NewPublisher(recorder(log), bus.EventMarshaler{Emitter: emitter})
	for _, of := range []struct {
		says, topic, uuid, text, kind string
		want                          domain.ErrorKind
	}{
		{"bytes", "lane", seventh, "\x00\xff", "", domain.ErrParse},
		{"JSON that is no event", "lane", seventh, `{"a":1}`, "", domain.ErrParse},
		{"an event of another stream", otherLane, seventh, blocked(laneStream), "", domain.ErrUsage},
		{"an event of another kind", "lane.finished", seventh, blocked(laneStream), "", domain.ErrUsage},
		{"an event of another family", "session", seventh, blocked(laneStream), "", domain.ErrUsage},
		{"metadata that contradict", "lane", seventh, blocked(laneStream), "lane.finished", domain.ErrUsage},
		{"no id", "lane", "", blocked(laneStream), "", domain.ErrUsage},
		{"no topic", "everything", seventh, blocked(laneStream), "", domain.ErrUsage},
		{"the topic of outcomes", bus.Outcomes, seventh, blocked(laneStream), "", domain.ErrUsage},
		{"a decision", "approval", seventh, `{"kind":"approval.granted","stream":"approval-01KJSESXM06022NF76N9K6CG4H","data":{}}`, "", domain.ErrPolicy},
	} {
		m := message.NewMessage(of.uuid, []byte(of.text))
		if of.kind != "" {
			m.Metadata.Set(bus.MetadataKind, of.kind)
		}
		if err := pub.Publish(of.topic, m); domain.KindOf(err) != of.want {
			t.Errorf("%s: %v", of.says, err)
		}
	}
	if head, err := log.Head(t.Context()); err != nil || head.Position.Number() > 1 {
		t.Errorf("%v events are in the log, %v", head.Position, err)
	}
	if err := pub.Close(); err != nil {
		t.Fatal(err)
	}
	if err := pub.Publish("lane", message.NewMessage(seventh, []byte(blocked(laneStream)))); domain.KindOf(err) != domain.ErrUnavailable {
		t.Errorf("after Close: %v", err)
	}
}

// TestAGroupContinuesAfterARestart reads one message at a time with a new subscriber each.
func TestAGroupContinuesAfterARestart(t *testing.T) {
	log, folder := opened(t), t.TempDir()
	pub := bus.NewPublisher(recorder(log), bus.EventMarshaler{Emitter: emitter})
	var sent []string
	for i := range 4 {
		id := strings.Replace(seventh, "a8057", "a805"+string(rune('0'+i)), 1)
		if err := pub.Publish("lane", message.NewMessage(id, []byte(blocked(laneStream)))); err != nil {
			t.Fatal(err)
		}
	}
	for _, m := range received(t, subscriber(t, log, "", ""), "lane", 4) {
		sent = append(sent, m.UUID)
	}
	for i := range 4 {
		sub, err := bus.NewSubscriber(bus.SubscriberConfig{Log: log, Marshaler: bus.EventMarshaler{}, Group: "g", Folder: folder})
		if err != nil {
			t.Fatal(err)
		}
		if got := received(t, sub, "lane", 1)[0].UUID; got != sent[i] {
			t.Errorf("message %d is %s, want %s", i, got, sent[i])
		}
		if err := sub.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAnyBytesArePublished carries bytes that are no text.
func TestAnyBytesArePublished(t *testing.T) {
	log := opened(t)
	pub, sub := pair(t, log, "", "")
	for _, payload := range []string{"", "text", "\x00\xff\xfe", `{"a":1}`} {
		m := message.NewMessage(seventh, []byte(payload))
		m.Metadata.Set("a", "b")
		topic := "topic of " + payload
		if payload == "\x00\xff\xfe" {
			topic = "bytes"
		}
		if err := pub.Publish(topic, m); err != nil {
			t.Fatal(err)
		}
		got := received(t, sub.(*bus.Subscriber), topic, 1)[0]
		if string(got.Payload) != payload || got.UUID != seventh || got.Metadata.Get("a") != "b" {
			t.Errorf("%q came as %q, %s, %v", payload, got.Payload, got.UUID, got.Metadata)
		}
	}
	if err := sub.Close(); err != nil {
		t.Fatal(err)
	}
}
