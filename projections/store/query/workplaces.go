package query

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// LanePlaces is where a lane's work belongs.
type LanePlaces struct {
	Lane   domain.LaneID
	Places []projections.WorkPlace // one of them, where their bindings have no order; at least one
	Opened []domain.EventID        // what began its last attempt
}

// PlacesOfLane finds where a lane's work belongs: where it is bound to, else where its oldest
// session began. typed is as for [Lane].
//
// Errors: as [Lane]; those of the log.
func PlacesOfLane(ctx context.Context, s Model, typed string, asOf domain.Instant) (p LanePlaces, err error) {
	doc, err := Lane(s, typed, asOf)
	if err != nil {
		return p, err
	}
	belongs, err := belongingOfLane(ctx, s, typed)
	if err != nil {
		return p, err
	}
	p = LanePlaces{Lane: doc.LaneRow.Lane, Opened: belongs.Opened}
	for _, id := range belongs.Bindings {
		e, err := s.Log().Get(ctx, id)
		if err != nil {
			return p, err
		}
		p.Places = append(p.Places, projections.WorkPlace{Worktree: e.Subject.Worktree.Value, Branch: e.Subject.Branch.Value, Repo: e.Subject.Repo.Value})
	}
	if len(p.Places) == 0 {
		p.Places = []projections.WorkPlace{{Worktree: doc.Workspace.Value}}
	}
	return p, nil
}
