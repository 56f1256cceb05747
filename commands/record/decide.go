package record

import (
	"cmp"
	"context"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers/scrub"
)

// Operator decides: who speaks, when, and how new ids are made. One
// operator stands for one process. Its word is of high trust, as a supervisor's: it
// settles what they contest.
type Operator struct {
	Log    eventlog.Log
	Scrub  *scrub.Scrubber
	name   domain.EmitterID
	epoch  domain.Epoch
	run    domain.CorrelationID
	source domain.Source
	Now    func() domain.Instant
	NewID  func() ulid.ULID
}

// NewOperator makes an operator who speaks as name, from one boot, which is a run of its own.
func NewOperator(log eventlog.Log, s *scrub.Scrubber, name domain.EmitterID, now func() domain.Instant, newID func() ulid.ULID) *Operator {
	boot := newID()
	return &Operator{Log: log, Scrub: s, name: name, epoch: domain.Epoch(boot), run: domain.CorrelationID(boot.String()), Now: now, NewID: newID,
		source: domain.Source{Kind: domain.SourceLive, Channel: "operator", Trust: domain.TrustHigh}}
}

// NewHookOperator makes an operator who decides in the place of a person, in a hook of a
// session: its word is no more than a hook's.
func NewHookOperator(log eventlog.Log, s *scrub.Scrubber, as domain.Draft, now func() domain.Instant, newID func() ulid.ULID) *Operator {
	return &Operator{Log: log, Scrub: s, name: as.Emitter, epoch: as.Epoch, run: as.Correlation, Now: now, NewID: newID,
		source: domain.Source{Kind: as.Source.Kind, Channel: as.Source.Channel, Trust: domain.TrustMedium}}
}

// Under is the operator whose events are of a run; "" leaves that as it is.
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

// decision looks at a stream and says what follows: the payload and the events that
// led to it, such as those it replaces or settles.
type decision func(stream []domain.Event) (domain.Payload, []domain.EventID, error)

// Decide loads a stream, decides and appends at the revision read; when others wrote
// meanwhile it looks again, see [contention]. The id of the event is made once.
func (o *Operator) Decide(ctx context.Context, stream domain.StreamID, subject domain.Subject, by decision) (Decided, error) {
	id := domain.EventID(o.NewID())
	return o.DecideAs(ctx, stream, subject, func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		payload, causes, err := by(events)
		return id, payload, causes, err
	})
}

// DecideAs is decide by who gives the event its id as well.
func (o *Operator) DecideAs(ctx context.Context, stream domain.StreamID, subject domain.Subject,
	by func(stream []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error)) (Decided, error) {
	var others contention
	for {
		events, revision, err := o.Load(ctx, stream)
		if err != nil {
			return Decided{}, err
		}
		id, payload, causes, err := by(events)
		if err != nil {
			return Decided{}, err
		}
		draft, err := o.Under(RunOf(stream, events)).Draft(id, stream, subject, payload, causes)
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
		Source: o.source,
	}
	return draft, clean(o.Scrub, &draft)
}

// Caused is the causes of what comes after one event, none for the first.
func Caused(id domain.EventID) []domain.EventID {
	if id.IsZero() {
		return nil
	}
	return []domain.EventID{id}
}
