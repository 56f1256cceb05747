package query

import (
	"context"
	"fmt"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections/store/origin"
)

// belongingOfLane returns where a lane's work belongs; typed as for [Lane].
//
// Errors: as [Lane].
func belongingOfLane(ctx context.Context, s Model, typed string) (lane.Belonging, error) {
	set, opts, err := LaneSet(ctx, s, typed)
	if err != nil {
		return lane.Belonging{}, err
	}
	return lane.BelongingOf(set, opts), nil
}

// LaneSet loads what a lane is derived from.
func LaneSet(ctx context.Context, s Model, typed string) (index.Set, lane.Options, error) {
	held, err := LaneOutcome(s, typed)
	if err != nil {
		return index.Set{}, lane.Options{}, err
	}
	by, err := s.Amendments()
	if err != nil {
		return index.Set{}, lane.Options{}, err
	}
	from := s.Facts(func(id domain.EventID) (domain.Event, bool, error) {
		return origin.FindAmended(ctx, s.Log(), by, id, s.At().Position)
	})
	set := index.Collect(from.Load, held.Lane)
	if from.Err != nil {
		return set, lane.Options{}, fmt.Errorf("load lane %s: %w", held.Lane, from.Err)
	}
	adopted, err := inForce(from)
	return set, lane.Options{Replay: s.At().Replay, Profile: adopted.Profile}, err
}
