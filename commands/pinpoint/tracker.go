package tracking

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/clawable/claw/commands/record"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/reports/nudge"
	"github.com/clawable/claw/reports/pinpoint"
)

// Tracker is the pinpoints and the nudges of a log. Op appends; it is nil where nothing is to be
// appended. Lanes gives a lane its task, with the standing that the front door observes.
type Tracker struct {
	Log   eventlog.Log
	Op    *record.Operator
	Lanes *record.Operator
	// Reports are those of Log, for a caller that reads them too: they keep what they read. nil makes a separate one.
	Reports *reporting.Reports
}

// State is what a log records about pinpoints and nudges.
type State struct {
	*pinpoint.Items
	Nudges []nudge.Nudge
	facts  []pinpoint.Fact
	// classes are the greatest classes that the events of streams are labelled with, where one is above internal.
	classes map[domain.StreamID]domain.Sensitivity
	at      domain.Position // until which the log was read
}

// Load folds the pinpoints and the nudges of the log.
//
// Errors: those of the log.
func (t *Tracker) Load(ctx context.Context) (*State, error) {
	head, err := t.Log.Head(ctx)
	if err != nil {
		return nil, err
	}
	events, err := record.EventsOf(ctx, t.Log, tracked)
	if err != nil {
		return nil, err
	}
	var pinpoints []pinpoint.Fact
	var nudges []nudge.Fact
	classes := map[domain.StreamID]domain.Sensitivity{}
	for i := range events {
		e := &events[i]
		if class := e.MostSensitive(); class != "" && (classes[e.Stream] == "" || class.Rank() > classes[e.Stream].Rank()) {
			classes[e.Stream] = class
		}
		switch p := payload(e).(type) {
		case domain.NudgePayload:
			nudges = append(nudges, nudge.Fact{Event: e.ID, At: e.ObservedAt, By: e.Emitter, Trust: e.Source.Trust, Causes: e.Causes, Payload: p})
		case domain.PinpointPayload:
			pinpoints = append(pinpoints, factOf(e, p))
		default:
			if e.Stream.Family == domain.FamilyPinpoint {
				pinpoints = append(pinpoints, factOf(e, nil))
			}
		}
	}
	return &State{pinpoint.Fold(pinpoints), nudge.Fold(nudges), pinpoints, classes, head.Position}, nil
}

// tracked reports whether an event of a kind is about pinpoints or nudges.
func tracked(k domain.Kind) bool {
	info, _ := domain.LookupKind(k)
	return info.Family == domain.FamilyPinpoint || info.Family == domain.FamilyNudge
}

// Again is [Tracker.Load] for a caller that loaded s before, nil for one that did not: it reads what the
// log holds since, and returns s where nothing of that is about pinpoints and nudges. s belongs to the
// call.
//
// Errors: those of the log.
func (t *Tracker) Again(ctx context.Context, s *State) (*State, error) {
	if s == nil {
		return t.Load(ctx)
	}
	for e, err := range eventlog.ReadPast(ctx, t.Log, eventlog.Query{After: s.at, EnvelopeOnly: true}) {
		switch {
		case errors.Is(err, eventlog.ErrCorrupt):
			continue
		case err != nil:
			return nil, err
		case tracked(e.Kind):
			return t.Load(ctx)
		}
		s.at = e.Position
	}
	return s, nil
}

func factOf(e *domain.Event, p domain.PinpointPayload) pinpoint.Fact {
	return pinpoint.Fact{Event: e.ID, Kind: e.Kind, Stream: e.Stream, At: e.ObservedAt, By: e.Emitter, Trust: e.Source.Trust, Causes: e.Causes, Erased: e.Erased, Payload: p}
}

// payload is the payload of an event, nil for one that was erased or cannot be read.
func payload(e *domain.Event) any {
	info, known := domain.LookupKind(e.Kind)
	if !known || e.Erased {
		return nil
	}
	p, ok := info.New().(domain.Payload)
	if !ok || eventlog.Decode(e.Data, p) != nil {
		return nil
	}
	return p
}

// Find returns the item that is named as typed: by the beginning of the id of one of its filings,
// with or without "pinpoint-", or by one of its names, such as #31.
//
// Errors: kind not_found; kind usage where several are named like this, with the candidates in Detail.
func (s *State) Find(typed string) (*pinpoint.Item, error) {
	prefix := domain.FamilyPinpoint.Prefix()
	id := prefix + strings.ToUpper(strings.TrimPrefix(typed, prefix))
	var found []*pinpoint.Item
	for i := range s.All {
		item := &s.All[i]
		if slices.Contains(item.Names, domain.PinpointName(typed)) ||
			typed != "" && slices.ContainsFunc(item.Filings, func(f pinpoint.Filing) bool { return strings.HasPrefix(f.Pinpoint.String(), id) }) {
			found = append(found, item)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return nil, &domain.Error{Kind: domain.ErrNotFound, Operation: "find pinpoint", Target: typed, Message: "no pinpoint of this id or name is filed here",
			Next: domain.Step{Code: nextstep.ListKnown, Near: "", List: domain.ListPinpoints}}
	}
	names := make([]string, len(found))
	for i, item := range found {
		names[i] = item.Pinpoint.String()
	}
	return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "find pinpoint", Target: typed, Message: "several pinpoints are named like this",
		Hint: "name one by its id", Detail: map[string]any{"candidates": names}}
}

// Done is the result of a decision about an item.
type Done struct {
	Item pinpoint.Item // its current state
	record.Decided
}

// decision returns what is to be recorded about a pinpoint in its current state, and the events that it follows.
type decision func(s *State) (domain.PinpointPayload, []domain.EventID, error)

// decide records a decision in the stream of a pinpoint, about the state that holds when it is
// appended. The fold is consulted first: an event that would not count is rejected.
//
// Errors: those of by; kind conflict for what would not count; those of the log.
func (t *Tracker) decide(ctx context.Context, stream domain.StreamID, subject domain.Subject, by decision) (Done, error) {
	id := domain.EventID(t.Op.NewID())
	decided, err := t.Op.DecideAs(ctx, stream, subject, func([]domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		s, err := t.Load(ctx)
		if err != nil {
			return id, nil, nil, err
		}
		p, causes, err := by(s)
		if err != nil {
			return id, nil, nil, err
		}
		next := pinpoint.Fact{Event: id, Kind: p.Kind(), Stream: stream, At: t.Op.Now(), Trust: domain.TrustMedium, Causes: causes, Payload: p}
		return id, p, causes, refused(s.Items, pinpoint.Fold(append(s.facts, next)), stream)
	})
	if err != nil {
		return Done{}, err
	}
	s, err := t.Load(ctx) // recorded texts contain no secrets, unlike the texts that were passed in
	if err != nil {
		return Done{}, err
	}
	return Done{*s.Of(stream), decided}, nil
}

// refused is the error of an event that would not count, or with which another would not count any
// more, as where the clock is late; nil for one that does.
func refused(before, after *pinpoint.Items, stream domain.StreamID) error {
	i := slices.IndexFunc(after.Void, func(v pinpoint.Void) bool { return !slices.Contains(before.Void, v) })
	if i < 0 {
		return nil
	}
	e := &domain.Error{Kind: domain.ErrConflict, Operation: "decide about pinpoint", Target: stream.String(), Detail: map[string]any{"void": string(after.Void[i].Reason)},
		Hint: "look at how the pinpoint stands"}
	switch after.Void[i].Reason {
	case pinpoint.VoidCycle:
		e.Message, e.Hint = "would come to be its own successor", "link the other way, or say first that the two are related and no more"
	case pinpoint.VoidDistinct:
		e.Message, e.Hint = "somebody holds the two, or two that are the same as they, apart", "say of that pair first that it is related"
	case pinpoint.VoidSelf:
		e.Message, e.Hint = "is the same item", "name two items, or say first that the two are distinct"
	case pinpoint.VoidTrust, pinpoint.VoidUnread, pinpoint.VoidFiled, pinpoint.VoidNothing, pinpoint.VoidSuccessor:
		e.Message = "would not count"
	}
	return e
}
