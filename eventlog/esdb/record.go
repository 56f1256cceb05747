package esdb

import (
	"encoding/binary"
	"strconv"
	"time"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
	"github.com/google/uuid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// The members of the system metadata of an event.
const (
	metadataType        = "type"
	metadataContentType = "content-type"
	metadataCreated     = "created" // in ticks since 1970
	contentJSON         = "application/json"
	tick                = 100 // nanoseconds
)

// record is an event as the store gives it.
type record = streams.ReadResp_ReadEvent_RecordedEvent

// placeOf returns the place of a record; ours is false for a record of another
// program.
func placeOf(r *record) (p place, ours bool) {
	stream, err := domain.ParseStreamID(string(r.GetStreamIdentifier().GetStreamName()))
	return place{id: idOf(r.GetId()), stream: stream, revision: domain.Revision(r.GetStreamRevision()) + 1,
		position: domain.PositionAt(r.GetCommitPosition())}, err == nil
}

// place is the place of an event in the log.
type place struct {
	id       domain.EventID
	stream   domain.StreamID
	revision domain.Revision
	position domain.Position
}

// eventOf reads a record that is ours.
//
// Errors: [eventlog.ErrCorrupt] with the position.
func eventOf(r *record, p place) (domain.Event, error) {
	e, err := eventlog.ParseMetadata(r.GetCustomMetadata(), r.GetData())
	if err != nil {
		return e, eventlog.Corrupt(p.position, "the metadata are no envelope: "+err.Error())
	}
	kind := domain.Kind(r.GetMetadata()[metadataType])
	if e.ID != p.id || e.Kind != kind || e.Stream != p.stream {
		return e, eventlog.Corrupt(p.position, "the envelope is that of another event")
	}
	ticks, err := strconv.ParseInt(r.GetMetadata()[metadataCreated], 10, 64)
	if err != nil {
		return e, eventlog.Corrupt(p.position, "the store gives no time")
	}
	e.RecordedAt = time.Unix(ticks/(int64(time.Second)/tick), ticks%(int64(time.Second)/tick)*tick).UTC()
	e.Revision, e.Position = p.revision, p.position
	if eventlog.CheckDigest(&e) != nil {
		return e, eventlog.Corrupt(p.position, "data_digest does not fit salt and data")
	}
	return e, nil
}

func idOf(u *shared.UUID) (id domain.EventID) {
	if s := u.GetStructured(); s != nil {
		binary.BigEndian.PutUint64(id[:8], uint64(s.GetMostSignificantBits()))
		binary.BigEndian.PutUint64(id[8:], uint64(s.GetLeastSignificantBits()))
		return id
	}
	parsed, _ := uuid.Parse(u.GetString_()) // an id that is none is that of no event
	return domain.EventID(parsed)
}

// proposed is a prepared event as it is sent.
func proposed(e *domain.Event) (*streams.AppendReq, error) {
	envelope, err := eventlog.FormatMetadata(e)
	if err != nil {
		return nil, err
	}
	return &streams.AppendReq{Content: &streams.AppendReq_ProposedMessage_{ProposedMessage: &streams.AppendReq_ProposedMessage{
		Id: &shared.UUID{Value: &shared.UUID_Structured_{Structured: &shared.UUID_Structured{
			MostSignificantBits: int64(binary.BigEndian.Uint64(e.ID[:8])), LeastSignificantBits: int64(binary.BigEndian.Uint64(e.ID[8:]))}}},
		Metadata:       map[string]string{metadataType: string(e.Kind), metadataContentType: contentJSON},
		CustomMetadata: envelope, Data: e.Data,
	}}}, nil
}
