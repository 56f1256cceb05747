package record

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// Bind records that the session works for the lane from now on; the bindings that it replaces are
// its causes.
//
// Errors: those of the log; conflict when others kept writing.
func (o *Operator) Bind(ctx context.Context, session domain.SessionID, id domain.LaneID, worktree domain.Path, earlier []domain.EventID) (Decided, error) {
	subject := domain.Subject{Session: domain.Known(session)}
	if worktree != "" {
		subject.Worktree = domain.Known(worktree)
	}
	return o.decideLane(ctx, id, subject, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		causes := slices.Clone(earlier)
		for i := range stream {
			e := &stream[i]
			if e.Kind == (domain.LaneOwnershipBound{}).Kind() && e.Session() == session && !slices.Contains(causes, e.ID) {
				causes = append(causes, e.ID)
			}
		}
		return &domain.LaneOwnershipBound{Session: session, Lane: id}, SortedIDs(causes), nil
	})
}

// Settle records which of a lane's contested endings counts, and why. Its causes are all contested
// endings, so that it is ordered after each of them.
//
// Errors: kind not_found when the event is no ending of the lane; those of the log.
func (o *Operator) Settle(ctx context.Context, id domain.LaneID, event domain.EventID, contested []domain.EventID, reason string) (Decided, error) {
	return o.decideLane(ctx, id, domain.Subject{}, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		if !slices.ContainsFunc(stream, func(e domain.Event) bool { return e.ID == event && fact.IsEnding(e.Kind) }) {
			return nil, nil, eventlog.Fail(eventlog.ErrNotFound, &domain.Error{Kind: domain.ErrNotFound, Operation: "settle lane", Target: string(id),
				Message: "event " + event.String() + " is no ending of this lane",
				Next:    domain.Step{Code: nextstep.ListEndings, Lane: id}})
		}
		causes := append(slices.Clone(contested), event)
		return &domain.LaneSettled{Event: event, Reason: reason}, SortedIDs(causes), nil
	})
}

// Close records that a lane will not be continued. Where an operator closed the lane for this
// reason, or for any when none is given, and nothing was decided since, it returns that event and
// appends nothing.
//
// Errors: those of the log.
func (o *Operator) Close(ctx context.Context, id domain.LaneID, reason string) (Decided, error) {
	stream, err := id.Stream()
	if err != nil {
		return Decided{}, err
	}
	events, _, err := o.Load(ctx, stream)
	if err != nil {
		return Decided{}, err
	}
	e := lastWord(events)
	closed := e != nil && o.closes(e, reason)
	if closed { // unless a file says so
		byFile, err := cameByImport(ctx, o.Log, e.ID)
		if err != nil {
			return Decided{}, err
		}
		closed = !byFile
	}
	if closed {
		return Decided{Event: e.ID, Kind: e.Kind, Causes: e.Causes,
			Receipt: eventlog.Receipt{ID: e.ID, Position: e.Position, Revision: e.Revision, Repeated: true}}, nil
	}
	return o.decideLane(ctx, id, domain.Subject{}, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		var causes []domain.EventID
		for i := range stream {
			if fact.IsEnding(stream[i].Kind) || fact.IsDisposition(stream[i].Kind) {
				causes = append(causes, stream[i].ID)
			}
		}
		return &domain.LaneClosed{Reason: reason}, SortedIDs(causes), nil
	})
}

// closes reports whether e closes its lane as this operator would: a claim of others may not count.
func (o *Operator) closes(e *domain.Event, reason string) bool {
	var said domain.LaneClosed
	return e.Kind == said.Kind() && e.Source.Kind == o.source.Kind && e.Source.Trust == o.source.Trust &&
		eventlog.Decode(e.Data, &said) == nil && (reason == "" || reason == said.Reason)
}

// lastWord is the last event of a lane's stream that begins, ends or disposes of it.
func lastWord(stream []domain.Event) *domain.Event {
	for i := len(stream) - 1; i >= 0; i-- {
		k := stream[i].Kind
		if fact.IsEnding(k) || fact.IsDisposition(k) || k == (domain.LaneStarted{}).Kind() || k == (domain.LaneRestarted{}).Kind() {
			return &stream[i]
		}
	}
	return nil
}

// decideLane decides in the stream of a lane, about the lane.
func (o *Operator) decideLane(ctx context.Context, id domain.LaneID, subject domain.Subject, by decision) (Decided, error) {
	stream, err := id.Stream()
	if err != nil {
		return Decided{}, err
	}
	subject.Lane = domain.Known(id)
	return o.Decide(ctx, stream, subject, by)
}

// SortedIDs are ids in their order, each once.
func SortedIDs(ids []domain.EventID) []domain.EventID {
	slices.SortFunc(ids, domain.EventID.Compare)
	return slices.Compact(ids)
}
