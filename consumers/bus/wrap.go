package bus

import (
	"context"
	"time"
	"unicode/utf8"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// MessageMarshaler carries messages of any bytes: each is an event message.recorded in the stream of a
// session that the topic names. Any text is a topic. Bytes that are text are stored as text, in which the
// log takes out secrets as everywhere.
type MessageMarshaler struct {
	Emitter domain.EmitterID
}

// wrapped is the content of the event of a message.
type wrapped struct {
	UUID     string           `json:"uuid"`
	Metadata message.Metadata `json:"metadata,omitzero"`
	Text     *string          `json:"text,omitzero"`  // a payload that is UTF-8
	Bytes    []byte           `json:"bytes,omitzero"` // base64
}

// sessionOf is the session that a topic names.
func sessionOf(topic string) domain.SessionID { return domain.MakeSessionID("bus", topic) }

// Topic implements [Marshaler].
func (MessageMarshaler) Topic(topic string) (Selection, error) {
	if topic == "" || !utf8.ValidString(topic) {
		return Selection{}, domain.Usage("parse topic", topic, "a topic is a text")
	}
	return Selection{Stream: sessionOf(topic).Stream()}, nil
}

// Marshal implements [Marshaler].
func (mm MessageMarshaler) Marshal(_ context.Context, topic string, m *message.Message) (d domain.Draft, err error) {
	if m.UUID == "" {
		return d, domain.Usage("publish message", topic, "give the message a UUID")
	}
	w := wrapped{UUID: m.UUID, Metadata: m.Metadata}
	if utf8.Valid(m.Payload) {
		text := string(m.Payload)
		w.Text = &text
	} else {
		w.Bytes = m.Payload
	}
	content, err := json.Marshal(&w, json.Deterministic(true))
	if err != nil {
		return d, (&domain.Error{Kind: domain.ErrParse, Operation: "publish message", Target: topic, Message: "metadata are not UTF-8", Hint: "put bytes into the payload"}).Because(err)
	}
	data, err := eventlog.Encode(domain.MessageRecorded{Role: domain.RoleSystem, Phase: "bus", Synthetic: true, Content: content})
	if err != nil {
		return d, err
	}
	session := sessionOf(topic)
	return domain.Draft{ID: domain.EventID(domain.Derive(time.Time{}, "bus", "message", topic, m.UUID)), Kind: domain.KindMessageRecorded, Version: 1, Stream: session.Stream(),
		ObservedAt: domain.UnknownInstant(domain.UnknownNotRecorded), Emitter: mm.Emitter, Correlation: session.Correlation(), Source: domain.Source{Kind: domain.SourceLive},
		Subject: domain.Subject{Session: domain.Known(session)}, Data: data}, nil
}

// Unmarshal implements [Marshaler].
//
// Errors: kind parse for an event that carries no message.
func (MessageMarshaler) Unmarshal(e *domain.Event) (*message.Message, error) {
	var p domain.MessageRecorded
	var w wrapped
	err := eventlog.Decode(e.Data, &p)
	if err == nil {
		err = json.Unmarshal(p.Content, &w)
	}
	if err != nil || w.UUID == "" {
		return nil, (&domain.Error{Kind: domain.ErrParse, Operation: "read message", Target: e.ID.String(), Message: "the event carries no message", Hint: "subscribe to topics that a MessageMarshaler publishes to"}).Because(err)
	}
	payload := w.Bytes
	if w.Text != nil {
		payload = []byte(*w.Text)
	}
	m := message.NewMessage(w.UUID, payload)
	if w.Metadata != nil {
		m.Metadata = w.Metadata
	}
	return m, nil
}
