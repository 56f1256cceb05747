package store

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// LanePlaces is where a lane's work belongs.
type LanePlaces struct {
	Lane   domain.LaneID
	Places []projections.WorkPlace // one of them, where nothing orders who bound them; at least one
	Opened []domain.EventID        // what began its last attempt
}

// LanePlaces finds where a lane's work belongs: where it is bound to, else where its oldest
// session began. typed is as for [Store.Lane].
//
// Errors: as [Store.Lane]; those of the log.
func (s *Store) LanePlaces(ctx context.Context, typed string, asOf domain.Instant) (p LanePlaces, err error) {
	doc, err := s.Lane(typed, asOf)
	if err != nil {
		return p, err
	}
	belongs, err := s.LaneBelonging(ctx, typed)
	if err != nil {
		return p, err
	}
	p = LanePlaces{Lane: doc.LaneRow.Lane, Opened: belongs.Opened}
	for _, id := range belongs.Bindings {
		e, err := s.log.Get(ctx, id)
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
