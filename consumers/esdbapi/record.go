package esdbapi

import (
	"encoding/binary"
	"strconv"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// The members of the system metadata of an event.
const (
	metadataType        = "type"
	metadataContentType = "content-type"
	metadataCreated     = "created"
)

const (
	contentJSON  = "application/json"
	contentBytes = "application/octet-stream"
	// tick is the unit of created: clients end their process when it is no integer.
	tick = 100 // nanoseconds
)

// recorded is an event as clients read it.
func recorded(e *domain.Event, textID bool) *streams.ReadResp {
	envelope := *e
	envelope.Data = nil
	content := contentJSON
	if e.Erased {
		content = contentBytes
	}
	at := e.Position.Number()
	return &streams.ReadResp{Content: &streams.ReadResp_Event{Event: &streams.ReadResp_ReadEvent{
		Event: &streams.ReadResp_ReadEvent_RecordedEvent{
			Id:               uuidOf(e.ID, textID),
			StreamIdentifier: &shared.StreamIdentifier{StreamName: []byte(e.Stream.String())},
			StreamRevision:   uint64(e.Revision) - 1,
			PreparePosition:  at,
			CommitPosition:   at,
			Metadata: map[string]string{metadataType: string(e.Kind), metadataContentType: content,
				metadataCreated: strconv.FormatInt(e.RecordedAt.UnixNano()/tick, 10)},
			CustomMetadata: seal.Line(&envelope, nil),
			Data:           e.Data,
		},
		Position: &streams.ReadResp_ReadEvent_CommitPosition{CommitPosition: at},
	}}}
}

func uuidOf(id domain.EventID, text bool) *shared.UUID {
	if text {
		return &shared.UUID{Value: &shared.UUID_String_{String_: uuid.UUID(id).String()}}
	}
	return &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
		MostSignificantBits: int64(binary.BigEndian.Uint64(id[:8])), LeastSignificantBits: int64(binary.BigEndian.Uint64(id[8:]))}}}
}

// idOf is the id that a client sent.
//
// Errors: kind usage for none.
func idOf(u *shared.UUID) (id domain.EventID, err error) {
	switch v := u.GetValue().(type) {
	case *shared.UUID_Structured_:
		binary.BigEndian.PutUint64(id[:8], uint64(v.Structured.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(id[8:], uint64(v.Structured.GetLeastSignificantBits()))
	case *shared.UUID_String_:
		parsed, err := uuid.Parse(v.String_)
		if err != nil {
			return id, usage("read the event id", v.String_, "is no UUID", "")
		}
		id = domain.EventID(parsed)
	}
	if id.IsZero() {
		return id, usage("read the event id", "", "the event has no id", "give it one: a repeated append is known by it")
	}
	return id, nil
}

// proposal is what both ways to append send of an event.
type proposal interface {
	GetId() *shared.UUID
	GetMetadata() map[string]string
	GetCustomMetadata() []byte
	GetData() []byte
}

// draftOf reads a proposed event. What its metadata do not say comes from its place: id, kind, stream.
//
// Errors: kinds usage and parse.
func draftOf(stream domain.StreamID, p proposal) (domain.Draft, error) {
	id, err := idOf(p.GetId())
	if err != nil {
		return domain.Draft{}, err
	}
	kind := domain.Kind(p.GetMetadata()[metadataType])
	e := domain.Event{}
	if len(p.GetCustomMetadata()) > 0 {
		if e, err = eventlog.ParseMetadata(p.GetCustomMetadata(), p.GetData()); err != nil {
			return domain.Draft{}, err
		}
	}
	e.Data = p.GetData()
	for _, c := range []struct {
		name   string
		agrees bool
	}{
		{"id", e.ID.IsZero() || e.ID == id},
		{"kind", e.Kind == "" || e.Kind == kind},
		{"stream", e.Stream.IsZero() || e.Stream == stream},
		{"data_digest", e.DataDigest.IsZero() || eventlog.CheckDigest(&e) == nil},
		{"position", e.Position.IsZero()}, {"revision", e.Revision == 0}, {"recorded_at", e.RecordedAt.IsZero()}, {"clock_behind", !e.ClockBehind},
	} {
		if !c.agrees {
			return domain.Draft{}, usage("read the metadata", c.name, "is not that of the event, or is the log's to set",
				"leave out what the request or the log says: id, kind, stream, position, revision, recorded_at")
		}
	}
	e.ID, e.Kind, e.Stream = id, kind, stream
	return e.Draft, nil
}
