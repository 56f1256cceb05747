package bus

import (
	"context"
	"strconv"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// Marshaler turns messages into drafts and events into messages. It is safe for concurrent use.
type Marshaler interface {
	// Topic returns what a topic selects.
	//
	// Errors: kind usage for what is no topic.
	Topic(topic string) (Selection, error)
	// Marshal makes the draft of a message. The same message gives the same draft.
	//
	// Errors: kinds parse and usage for a message that is no event of the topic.
	Marshal(ctx context.Context, topic string, m *message.Message) (domain.Draft, error)
	// Unmarshal makes the message of an event.
	Unmarshal(e *domain.Event) (*message.Message, error)
}

// Metadata of the messages of events.
const (
	MetadataKind        = "kind"
	MetadataStream      = "stream"
	MetadataPosition    = "position"
	MetadataRevision    = "revision"
	MetadataCorrelation = "correlation_id" // where Watermill's own middleware looks for it
)

// EventMarshaler publishes drafts, one JSON object as claw log append takes it, and delivers exported lines.
//
// The id of the event derives from the UUID of the message where the draft names none, which it need not;
// metadata kind gives the kind where the draft names none. A draft that names no emitter and no time gets
// Emitter, and the time of a UUID of version 7.
type EventMarshaler struct {
	Emitter domain.EmitterID // such as bus/ci
}

// Topic implements [Marshaler].
func (EventMarshaler) Topic(topic string) (Selection, error) { return ParseTopic(topic) }

// Marshal implements [Marshaler].
func (em EventMarshaler) Marshal(_ context.Context, topic string, m *message.Message) (d domain.Draft, err error) {
	s, err := ParseTopic(topic)
	if err != nil {
		return d, err
	}
	if d, err = eventlog.ParseDraft(append([]byte(nil), m.Payload...)); err != nil {
		return d, err
	}
	kind := domain.Kind(m.Metadata.Get(MetadataKind))
	if d.Kind == "" {
		d.Kind = kind
	}
	switch {
	case kind != "" && kind != d.Kind:
		return d, domain.Usage("publish event", string(d.Kind), "the metadata say that its kind is "+string(kind))
	case !s.has(&d):
		return d, domain.Usage("publish event", topic, "the event is of kind "+string(d.Kind)+" and stream "+d.Stream.String()+": a topic takes what it selects")
	case m.UUID == "" && d.ID.IsZero():
		return d, domain.Usage("publish event", topic, "give the message a UUID, or the event an id")
	}
	em.fill(&d, m.UUID)
	return d, nil
}

// fill sets what may be left out, as a function of the message.
func (em EventMarshaler) fill(d *domain.Draft, id string) {
	at := timeOf(id)
	if d.Version == 0 {
		d.Version = 1
	}
	if d.Emitter == "" {
		d.Emitter = em.Emitter
	}
	if d.Source.Kind == "" {
		d.Source.Kind = domain.SourceLive
	}
	if d.ObservedAt.IsZero() {
		d.ObservedAt = domain.UnknownInstant(domain.UnknownNotRecorded)
		if !at.IsZero() {
			d.ObservedAt = domain.At(at)
		}
	}
	if d.ID.IsZero() {
		d.ID = domain.EventID(domain.Derive(at, "bus", "event", id))
	}
	if d.Correlation == "" {
		d.Correlation = domain.CorrelationID(domain.Derive(time.Time{}, "bus", "run", string(d.Emitter)).String())
		if session := d.Subject.Session.Value; session != "" {
			d.Correlation = session.Correlation()
		}
	}
}

// timeOf is the time in a UUID of version 7, zero for others.
func timeOf(id string) time.Time {
	u, err := uuid.Parse(id)
	if err != nil || u.Version() != 7 {
		return time.Time{}
	}
	sec, nsec := u.Time().UnixTime()
	return time.Unix(sec, nsec).UTC()
}

// Unmarshal implements [Marshaler].
func (EventMarshaler) Unmarshal(e *domain.Event) (*message.Message, error) {
	m := message.NewMessage(e.ID.String(), seal.Line(e, nil))
	m.Metadata = metadataOf(e)
	return m, nil
}

func metadataOf(e *domain.Event) message.Metadata {
	return message.Metadata{MetadataKind: string(e.Kind), MetadataStream: e.Stream.String(), MetadataCorrelation: string(e.Correlation),
		MetadataPosition: strconv.FormatUint(e.Position.Number(), 10), MetadataRevision: strconv.FormatUint(uint64(e.Revision), 10)}
}
