package tracking

import (
	"context"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/table"
	"github.com/clawable/claw/reports/pinpoint"
)

// Link records the relation of a pinpoint to another. The last statement about two counts.
//
// Errors: kind conflict for a relation that is already recorded, for a lineage that would make an
// item its own successor, and for one root cause of two that are held apart; those of the log.
func (t *Tracker) Link(ctx context.Context, from, to domain.StreamID, relation domain.PinpointRelation, note string) (Done, error) {
	return t.decide(ctx, from, domain.Subject{}, func(s *State) (domain.PinpointPayload, []domain.EventID, error) {
		a, b := s.Of(from), s.Of(to)
		if stands(a, b, relation) {
			return nil, nil, said("link pinpoint", a, "stands to "+b.Pinpoint.String()+" like this")
		}
		if relation == domain.LinkSupersedes && s.descends(b, a) {
			return nil, nil, &domain.Error{Kind: domain.ErrConflict, Operation: "link pinpoint", Target: a.Pinpoint.String(),
				Message: "was superseded by " + b.Pinpoint.String() + ", at once or over others: it would come to be its own successor",
				Hint:    "say first that the two are related and no more"}
		}
		causes := s.words(from, to)
		if relation == domain.LinkSupersedes {
			causes = append(causes, b.States()...)
		}
		return &domain.PinpointLinked{To: to, Relation: relation, Note: domain.TextOf(note)}, record.SortedIDs(causes), nil
	})
}

// stands reports whether two items are in a relation.
func stands(a, b *pinpoint.Item, relation domain.PinpointRelation) bool {
	switch relation {
	case domain.LinkSameRootCause:
		return a.Pinpoint == b.Pinpoint
	case domain.LinkSupersedes:
		return slices.Contains(a.Supersedes, b.Pinpoint)
	case domain.LinkRelated:
		return slices.Contains(a.Related, b.Pinpoint)
	case domain.LinkDistinct:
		return slices.Contains(a.Distinct, b.Pinpoint)
	}
	return false
}

// descends reports whether newer supersedes older, over any number of items. Lineage has no cycle.
func (s *State) descends(newer, older *pinpoint.Item) bool {
	return slices.ContainsFunc(newer.Supersedes, func(id domain.StreamID) bool { return id == older.Pinpoint || s.descends(s.Of(id), older) })
}

// words are the events that link two pinpoints: the causes of a new link between them.
func (s *State) words(a, b domain.StreamID) (ids []domain.EventID) {
	for i := range s.facts {
		f := &s.facts[i]
		if p, ok := f.Payload.(*domain.PinpointLinked); ok && (f.Stream == a && p.To == b || f.Stream == b && p.To == a) {
			ids = append(ids, f.Event)
		}
	}
	return ids
}

// moves are the states that an item can go to, by the one that it is in. What is closed is open again
// by work on it, and by nothing else.
var moves = table.Table[domain.PinpointState, []domain.PinpointState]{
	{domain.PinpointStateFiled, []domain.PinpointState{domain.PinpointStateAcknowledged, domain.PinpointStateInProgress, domain.PinpointStateBlocked, domain.PinpointStateDone, domain.PinpointStateSuperseded}},
	{domain.PinpointStateAcknowledged, []domain.PinpointState{domain.PinpointStateInProgress, domain.PinpointStateBlocked, domain.PinpointStateDone, domain.PinpointStateSuperseded}},
	{domain.PinpointStateInProgress, []domain.PinpointState{domain.PinpointStateAcknowledged, domain.PinpointStateBlocked, domain.PinpointStateDone, domain.PinpointStateSuperseded}},
	{domain.PinpointStateBlocked, []domain.PinpointState{domain.PinpointStateAcknowledged, domain.PinpointStateInProgress, domain.PinpointStateDone, domain.PinpointStateSuperseded}},
	{domain.PinpointStateDone, []domain.PinpointState{domain.PinpointStateAcknowledged, domain.PinpointStateInProgress, domain.PinpointStateSuperseded}},
	{domain.PinpointStateSuperseded, []domain.PinpointState{domain.PinpointStateAcknowledged, domain.PinpointStateInProgress}},
}

// Move moves an item through its life.
//
// Errors: kind conflict for a state that it is in, that it cannot go to from there, or whose lineage
// would be a cycle; kind usage for superseded without a successor; those of the log.
func (t *Tracker) Move(ctx context.Context, item domain.StreamID, p domain.PinpointStateChanged) (Done, error) {
	if (p.State == domain.PinpointStateSuperseded) == p.SupersededBy.IsZero() {
		return Done{}, domain.Usage("move pinpoint", string(p.State), "superseded names a successor, and no other state does")
	}
	return t.decide(ctx, item, subjectOf(p.Lane), func(s *State) (domain.PinpointPayload, []domain.EventID, error) {
		now := s.Of(item)
		if p.State == now.State {
			return nil, nil, said("move pinpoint", now, "is "+string(now.State))
		}
		if !slices.Contains(moves.At(now.State), p.State) {
			return nil, nil, &domain.Error{Kind: domain.ErrConflict, Operation: "move pinpoint", Target: now.Pinpoint.String(),
				Message: "is " + string(now.State) + ", and does not go from there to " + string(p.State), Detail: map[string]any{"state": string(now.State), "goes_to": moves.At(now.State)},
				Hint: "what is closed is opened again by acknowledged or in_progress"}
		}
		return &p, record.SortedIDs(now.States()), nil
	})
}
