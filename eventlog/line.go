package eventlog

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
)

// line is the JSON form of an event or a draft.
type line struct {
	Causes        []domain.EventID              `json:"causes"`
	ClockBehind   bool                          `json:"clock_behind"`
	ConflictsWith domain.EventID                `json:"conflicts_with"`
	Correlation   domain.CorrelationID          `json:"correlation"`
	Data          jsontext.Value                `json:"data"`
	DataDigest    domain.Digest                 `json:"data_digest"`
	Edition       uint32                        `json:"edition"`
	Emitter       domain.EmitterID              `json:"emitter"`
	Epoch         domain.Epoch                  `json:"epoch"`
	ID            domain.EventID                `json:"id"`
	Kind          domain.Kind                   `json:"kind"`
	ObservedAt    domain.Instant                `json:"observed_at"`
	Position      uint64                        `json:"position"`
	RecordedAt    string                        `json:"recorded_at"`
	Replaces      domain.EventID                `json:"replaces"`
	Revision      uint64                        `json:"revision"`
	Salt          *domain.Salt                  `json:"salt"`
	Scope         domain.Scope                  `json:"scope"`
	Sensitivity   map[string]domain.Sensitivity `json:"sensitivity"`
	Seq           uint64                        `json:"seq"`
	SeqKind       domain.SeqKind                `json:"seq_kind"`
	Source        domain.Source                 `json:"source"`
	Stream        domain.StreamID               `json:"stream"`
	Subject       domain.Subject                `json:"subject"`
	Version       uint32                        `json:"version"`
}

// ParseLine reads an exported line. The event's digest and salt are as written;
// nothing is verified beyond the form.
//
// Errors: a *domain.Error of kind parse.
func ParseLine(text []byte) (domain.Event, error) {
	l, err := decodeLine("parse event", text)
	if err != nil {
		return domain.Event{}, err
	}
	e := domain.Event{Draft: l.draft(), Position: domain.PositionAt(l.Position), Revision: domain.Revision(l.Revision),
		ClockBehind: l.ClockBehind, DataDigest: l.DataDigest, Erased: l.Data == nil}
	e.Salt = l.Salt
	if e.RecordedAt, err = time.Parse(time.RFC3339Nano, l.RecordedAt); err != nil || !domain.At(e.RecordedAt).Known() {
		return domain.Event{}, parseError("parse event", "recorded_at is not an RFC 3339 time of this age", "an exported line has every field the log adds")
	}
	e.RecordedAt = e.RecordedAt.UTC()
	if (e.Salt == nil) != e.Erased {
		return domain.Event{}, parseError("parse event", "data and salt go together", "only an erased event has neither")
	}
	return e, nil
}

// ParseDraft reads a draft: an event line without what the log adds.
//
// Errors: a *domain.Error of kind parse, which names a field that only the log may set.
func ParseDraft(text []byte) (domain.Draft, error) {
	l, err := decodeLine("parse draft", text)
	if err != nil {
		return domain.Draft{}, err
	}
	if name := l.addedByLog(); name != "" {
		e := parseError("parse draft", "a draft has no "+name, "")
		e.Next.Code = nextstep.ImportEvents
		return domain.Draft{}, e
	}
	if l.Data == nil {
		return domain.Draft{}, parseError("parse draft", "no data", `every event has data, if only {}`)
	}
	return l.draft(), nil
}

// DraftLine writes a draft as one line, the way [ParseDraft] reads it, without the
// newline. A draft with a salt is not written: only a log's own events have one.
//
// Errors: data that are not JSON.
func DraftLine(d *domain.Draft) ([]byte, error) {
	l := lineOf(d)
	b, err := json.Marshal(&l, json.OmitZeroStructFields(true), json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("write draft %s: %w", d.ID, err)
	}
	return b, nil
}

// lineOf is the line of a draft, without salt.
func lineOf(d *domain.Draft) line {
	l := line{ID: d.ID, Kind: d.Kind, Version: uint32(d.Version), Stream: d.Stream, ObservedAt: d.ObservedAt,
		Emitter: d.Emitter, Epoch: d.Epoch, Seq: d.Seq, SeqKind: d.SeqKind, Causes: d.Causes, Correlation: d.Correlation,
		Subject: d.Subject, Source: d.Source, Scope: d.Scope, ConflictsWith: d.ConflictsWith,
		Replaces: d.Replaces, Edition: uint32(d.Edition), Data: d.Data}
	if len(d.Sensitivity) > 0 {
		l.Sensitivity = make(map[string]domain.Sensitivity, len(d.Sensitivity))
	}
	for _, label := range d.Sensitivity {
		l.Sensitivity[label.Pointer] = label.Class
	}
	return l
}

// addedByLog names the first field of l that only a log may set, "" for none.
func (l *line) addedByLog() string {
	switch {
	case l.Position != 0:
		return "position"
	case l.Revision != 0:
		return "revision"
	case l.RecordedAt != "":
		return "recorded_at"
	case l.Salt != nil:
		return "salt"
	case !l.DataDigest.IsZero():
		return "data_digest"
	case l.ClockBehind:
		return "clock_behind"
	}
	return ""
}

func decodeLine(operation string, text []byte) (line, error) {
	var l line
	err := json.Unmarshal(text, &l, json.RejectUnknownMembers(true))
	if err == nil {
		return l, nil
	}
	e := parseError(operation, "not an event line", "")
	e.Next.Code = nextstep.ReadEventLine
	var typed *domain.Error
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &typed):
		e.Message = typed.Error()
		if typed.Hint != "" {
			e.Hint, e.Next = typed.Hint, domain.Step{}
		}
	case errors.As(err, &semantic) && errors.Is(err, json.ErrUnknownName):
		e.Message = "unknown field " + string(semantic.JSONPointer)
	case errors.As(err, &semantic) && semantic.JSONPointer == "":
		e.Message = "is no JSON object"
	case errors.As(err, &semantic):
		e.Message = "field " + string(semantic.JSONPointer) + " has another type than " + typeName(semantic)
	default:
		e.Message = strings.TrimPrefix(err.Error(), "jsontext: ")
	}
	return line{}, e
}

func typeName(e *json.SemanticError) string {
	if e.GoType == nil {
		return "expected"
	}
	return e.GoType.Kind().String()
}

func parseError(operation, message, hint string) *domain.Error {
	return &domain.Error{Kind: domain.ErrParse, Operation: operation, Message: message, Hint: hint}
}

func (l *line) draft() domain.Draft {
	d := domain.Draft{ID: l.ID, Kind: l.Kind, Version: int(l.Version), Stream: l.Stream, ObservedAt: l.ObservedAt,
		Emitter: l.Emitter, Epoch: l.Epoch, Seq: l.Seq, SeqKind: l.SeqKind, Causes: l.Causes, Correlation: l.Correlation,
		Subject: l.Subject, Source: l.Source, Scope: l.Scope, ConflictsWith: l.ConflictsWith,
		Replaces: l.Replaces, Edition: int(l.Edition), Data: l.Data}
	for p, c := range l.Sensitivity {
		d.Sensitivity = append(d.Sensitivity, domain.Label{Pointer: p, Class: c})
	}
	slices.SortFunc(d.Sensitivity, func(a, b domain.Label) int { return strings.Compare(a.Pointer, b.Pointer) })
	return d
}

// Encode returns the JSON data of a payload, for a draft.
//
// Errors: only for a payload that holds invalid foreign JSON or a string that is not UTF-8.
func Encode(p domain.Payload) ([]byte, error) {
	b, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", p.Kind(), err)
	}
	return b, nil
}

// Decode reads data into a payload struct; members it does not know are left out.
func Decode(data []byte, p domain.Payload) error {
	if err := json.Unmarshal(data, p); err != nil {
		return fmt.Errorf("decode %s: %w", p.Kind(), err)
	}
	return nil
}
