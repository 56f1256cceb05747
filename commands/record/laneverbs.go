package record

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

// Start records that a lane begins. With no end before it, it is the first attempt.
//
// Errors: kind conflict for a lane that was started before; those of the log.
func (o *Operator) Start(ctx context.Context, id domain.LaneID, worktree domain.Path, p domain.LaneStarted) (Decided, error) {
	return o.decideLane(ctx, id, inWorktree(worktree), func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		if slices.ContainsFunc(stream, func(e domain.Event) bool { return isOpener(e.Kind) && e.Source.Trust.Rank() >= o.source.Trust.Rank() }) {
			return nil, nil, &domain.Error{Kind: domain.ErrConflict, Operation: "start lane", Target: string(id),
				Message: "the lane was started before", Next: domain.Step{Code: nextstep.RestartLane, Lane: id}}
		}
		return &p, nil, nil
	})
}

// Restart records that a lane begins anew: its causes are the results of the earlier attempts, by
// the stream of the lane and by the events seen, so that none of it counts for the new attempt.
//
// Errors: those of the log.
func (o *Operator) Restart(ctx context.Context, id domain.LaneID, worktree domain.Path, p domain.LaneRestarted, seen []domain.EventID) (Decided, error) {
	return o.decideLane(ctx, id, inWorktree(worktree), func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return &p, SortedIDs(append(turningPoints(stream), seen...)), nil
	})
}

// Expect records that a finish of the present attempt needs more: as a task that it was given.
//
// Errors: those of the log.
func (o *Operator) Expect(ctx context.Context, id domain.LaneID, expects []domain.Expectation) (Decided, error) {
	return o.decideLane(ctx, id, domain.Subject{}, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return &domain.TaskDispatched{Task: o.NewID().String(), Expects: expects}, lastOpener(stream), nil
	})
}

// Finish records the claim that the work of a lane is done. It follows what began and ended the lane
// before, which it overrules.
//
// Errors: those of the log.
func (o *Operator) Finish(ctx context.Context, id domain.LaneID, worktree domain.Path, p domain.LaneFinished) (Decided, error) {
	return o.decideLane(ctx, id, inWorktree(worktree), func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return &p, SortedIDs(turningPoints(stream)), nil
	})
}

// Say records a word about the outcome of a fingerprint: that it is accepted, or not any more. Its
// causes are the words about that outcome before.
//
// Errors: those of the log.
func (o *Operator) Say(ctx context.Context, id domain.LaneID, outcome domain.Digest, word domain.LanePayload) (Decided, error) {
	return o.decideLane(ctx, id, domain.Subject{}, func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return word, words(stream, outcome), nil
	})
}

func inWorktree(p domain.Path) (s domain.Subject) {
	if p != "" {
		s.Worktree = domain.Known(p)
	}
	return s
}

func isOpener(kind domain.Kind) bool {
	return kind == domain.KindLaneStarted || kind == domain.KindLaneRestarted
}

// turningPoints are the events of a stream that began or ended an attempt, or disposed of it.
func turningPoints(stream []domain.Event) (ids []domain.EventID) {
	for i := range stream {
		if k := stream[i].Kind; isOpener(k) || fact.IsEnding(k) || fact.IsDisposition(k) {
			ids = append(ids, stream[i].ID)
		}
	}
	return ids
}

// lastOpener returns the last event of a stream that began an attempt by decision; none where there
// is none.
func lastOpener(stream []domain.Event) []domain.EventID {
	for _, e := range slices.Backward(stream) {
		if isOpener(e.Kind) {
			return []domain.EventID{e.ID}
		}
	}
	return nil
}

// words are the acceptances and reopenings of an outcome in a stream.
func words(stream []domain.Event, outcome domain.Digest) (ids []domain.EventID) {
	for i := range stream {
		var p domain.LaneAccepted // a reopening has the same members
		if fact.IsWord(stream[i].Kind) && eventlog.Decode(stream[i].Data, &p) == nil && p.OutcomeFingerprint == outcome {
			ids = append(ids, stream[i].ID)
		}
	}
	return SortedIDs(ids)
}

// HandOff records that a lane was given a pinpoint to mend, by the packet that a hand-off is.
//
// Errors: those of the log.
func HandOff(ctx context.Context, o *Operator, id domain.LaneID, worktree domain.Path, pinpoint domain.StreamID, handoff domain.EventID) (Decided, error) {
	return o.decideLane(ctx, id, inWorktree(worktree), func(stream []domain.Event) (domain.Payload, []domain.EventID, error) {
		return &domain.TaskDispatched{Task: handoff.String(), Pinpoint: pinpoint, Handoff: handoff}, SortedIDs(append(lastOpener(stream), handoff)), nil
	})
}
