package eventlog

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
)

// FormatMetadata writes the envelope of a prepared event, with its salt and without what a log
// adds when it appends: what an engine stores beside the data in a store of events that gives
// the position, the revision and the time itself. [ParseMetadata] reads it.
//
// Errors: only for an envelope with text that is not UTF-8, which [Prepare] refuses.
func FormatMetadata(e *domain.Event) ([]byte, error) {
	l := lineOf(&e.Draft)
	l.Data, l.Salt, l.DataDigest = nil, e.Salt, e.DataDigest
	b, err := json.Marshal(&l, json.OmitZeroStructFields(true), json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("write the envelope of %s: %w", e.ID, err)
	}
	return b, nil
}

// ParseMetadata reads an envelope that is stored separately from data: a line without data, as
// [FormatMetadata] writes it, or with the fields that a log added. Absent fields are zero. The
// event keeps data, which ParseMetadata does not parse; without data the event is erased.
//
// Errors: a *domain.Error of kind parse.
func ParseMetadata(text, data []byte) (domain.Event, error) {
	const operation = "parse metadata"
	l, err := decodeLine(operation, text)
	if err != nil {
		return domain.Event{}, err
	}
	if l.Data != nil {
		return domain.Event{}, parseError(operation, "the metadata hold data", "the data of an event stand beside its metadata")
	}
	e := domain.Event{Draft: l.draft(), Position: domain.PositionAt(l.Position), Revision: domain.Revision(l.Revision),
		ClockBehind: l.ClockBehind, DataDigest: l.DataDigest, Erased: len(data) == 0}
	if e.Salt = l.Salt; !e.Erased {
		e.Data = data
	}
	if l.RecordedAt == "" {
		return e, nil
	}
	if e.RecordedAt, err = time.Parse(time.RFC3339Nano, l.RecordedAt); err != nil {
		return domain.Event{}, parseError(operation, "recorded_at is not an RFC 3339 time", "")
	}
	e.RecordedAt = e.RecordedAt.UTC()
	return e, nil
}

// CheckDigest reports data that are not those of the event's digest. An erased event has none.
func CheckDigest(e *domain.Event) error {
	if e.Erased || e.Salt != nil && seal.Data(*e.Salt, e.Data) == e.DataDigest {
		return nil
	}
	return parseError("check the data", "the data are not those of data_digest", "")
}
