package record

import (
	"cmp"
	"context"
	"slices"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/scrub"
)

// Operator appends decisions: it has a name, a clock and a source of ids. One operator represents
// one process. Its trust is high, as a supervisor's: its decision settles contested statements.
type Operator struct {
	Log    eventlog.Log
	Scrub  *scrub.Scrubber
	name   domain.EmitterID
	epoch  domain.Epoch
	run    domain.CorrelationID
	source domain.Source
	scope  domain.Scope // that each event states; zero: none
	sign   Signing      // nil: nothing is signed
	Now    func() domain.Instant
	NewID  func() ulid.ULID
	// Contenders bounds how often a decision is repeated because others wrote to its stream; 0: 256 times.
	Contenders int
}

// NewOperator makes an operator with a name and one boot, which is a separate run.
func NewOperator(log eventlog.Log, s *scrub.Scrubber, name domain.EmitterID, now func() domain.Instant, newID func() ulid.ULID) *Operator {
	boot := newID()
	return &Operator{Log: log, Scrub: s, name: name, epoch: domain.Epoch(boot), run: domain.CorrelationID(boot.String()), Now: now, NewID: newID,
		source: domain.Source{Kind: domain.SourceLive, Channel: "operator", Trust: domain.TrustHigh}}
}

// NewHookOperator makes an operator that decides in a hook of a session, in place of a person: its trust
// is that of a hook.
func NewHookOperator(log eventlog.Log, s *scrub.Scrubber, as domain.Draft, now func() domain.Instant, newID func() ulid.ULID) *Operator {
	return &Operator{Log: log, Scrub: s, name: as.Emitter, epoch: as.Epoch, run: as.Correlation, Now: now, NewID: newID,
		source: domain.Source{Kind: as.Source.Kind, Channel: as.Source.Channel, Trust: domain.TrustMedium}}
}

// Under is the operator whose events belong to a run; "" changes nothing.
func (o *Operator) Under(run domain.CorrelationID) *Operator {
	other := *o
	other.run = cmp.Or(run, o.run)
	return &other
}

// Decided is a decision in the log.
type Decided struct {
	Event   domain.EventID
	Kind    domain.Kind
	Receipt eventlog.Receipt
	Causes  []domain.EventID // the events that led to it, such as those it replaces or settles
}

// decision returns what follows from a stream: the payload and the events that led to it, such as
// those it replaces or settles.
type decision func(stream []domain.Event) (domain.Payload, []domain.EventID, error)

// Decide loads a stream, decides and appends at the revision read; when others appended in the
// meantime it decides again, see [contention]. The id of the event is made once. A command that is repeated,
// and makes the same ids, decides as it did: on what the stream held before its event.
func (o *Operator) Decide(ctx context.Context, stream domain.StreamID, subject domain.Subject, by decision) (Decided, error) {
	id := domain.EventID(o.NewID())
	return o.DecideAs(ctx, stream, subject, func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		if n := slices.IndexFunc(events, func(e domain.Event) bool { return e.ID == id }); n >= 0 {
			events = events[:n]
		}
		payload, causes, err := by(events)
		return id, payload, causes, err
	})
}

// DecideAs is [Operator.Decide] with the id of the event.
func (o *Operator) DecideAs(ctx context.Context, stream domain.StreamID, subject domain.Subject,
	by func(stream []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error)) (Decided, error) {
	others := contention{most: o.Contenders}
	for {
		events, revision, err := o.Load(ctx, stream)
		if err != nil {
			return Decided{}, err
		}
		id, payload, causes, err := by(events)
		if err != nil {
			return Decided{}, err
		}
		draft, err := signedDraft(ctx, o.Under(RunOf(stream, events)), id, stream, subject, payload, causes)
		if err != nil {
			return Decided{}, err
		}
		receipts, err := o.Log.Append(ctx, stream, eventlog.At(revision), []domain.Draft{draft})
		if err == nil {
			return Decided{Event: id, Kind: payload.Kind(), Receipt: receipts[0], Causes: causes}, nil
		}
		if !others.again(ctx, revision, err) {
			return Decided{}, err
		}
	}
}

func (o *Operator) Load(ctx context.Context, stream domain.StreamID) (events []domain.Event, at domain.Revision, err error) {
	for e, err := range o.Log.Read(ctx, eventlog.Query{Stream: stream}) {
		if err != nil {
			return nil, 0, err
		}
		events, at = append(events, e), e.Revision
	}
	return events, at, nil
}

func (o *Operator) Draft(id domain.EventID, stream domain.StreamID, subject domain.Subject, p domain.Payload, causes []domain.EventID) (domain.Draft, error) {
	data, err := eventlog.Encode(p)
	if err != nil {
		return domain.Draft{}, err
	}
	at := o.Now()
	draft := domain.Draft{
		ID: id, Kind: p.Kind(), Version: 1, Stream: stream, ObservedAt: at,
		Emitter: o.name, Epoch: o.epoch, Seq: uint64(at.UnixNano() / 1000), SeqKind: domain.SeqClock,
		Causes: causes, Correlation: o.run, Subject: subject, Data: data,
		Source: o.source, Scope: o.scope,
	}
	return draft, clean(o.Scrub, &draft)
}

// Caused is the causes of an event that follows from another, none for the first.
func Caused(id domain.EventID) []domain.EventID {
	if id.IsZero() {
		return nil
	}
	return []domain.EventID{id}
}
