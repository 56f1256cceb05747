package shipping

import (
	"context"
	"slices"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// Resumed is a ship that an earlier run left open, and its result.
type Resumed struct {
	Ship   domain.StreamID
	Became Became
}

// Became is the result of a ship that was left open.
type Became string

const (
	BecamePushed  Became = "pushed"   // the remote has it: its answer was lost
	BecameGivenUp Became = "given_up" // the ref holds something else
)

// errGivenUp means that a push can no longer happen: the ref holds something else.
var errGivenUp = &domain.Error{Kind: domain.ErrConflict, Operation: "push", Message: "the ref went another way"}

// resume examines the ships of the ref that an earlier run began to push and did not close: a ship
// that the remote has is closed, one that it can no longer accept is given up.
func (s *Shipment) resume(ctx context.Context) (resumed []Resumed, err error) {
	meant, err := s.Ships.Meant(ctx, s.Repo, s.Ref)
	if err != nil {
		return nil, err
	}
	for _, r := range meant {
		if r.Stage() != ship.Merged && r.Stage() != ship.Pushed {
			continue
		}
		became, err := s.resumeOne(ctx, r)
		if err != nil {
			return nil, err
		}
		if became != "" {
			resumed = append(resumed, Resumed{r.Stream, became})
		}
	}
	return resumed, nil
}

// resumeOne closes a ship or gives it up; "" where it can still be pushed, or where nothing was
// spent on it.
func (s *Shipment) resumeOne(ctx context.Context, r *Recorded) (Became, error) {
	p := r.Plan()
	uses, unknown, err := s.Ships.Standing(ctx, r.Uses)
	if err != nil {
		return "", err
	}
	switch landed, err := s.landed(ctx, s.tip, p.Head); {
	case err != nil:
		return "", err
	case landed:
		return s.closeLanded(ctx, r, p, uses)
	case r.Pushed != nil && r.Pushed.Confirmed && len(unknown) == 0:
		return "", nil // it was there, and its results say so
	case s.tip != p.Base && !(s.tip == "" && ship.IsNone(p.Base)) && len(uses) > 0:
		return BecameGivenUp, s.Ships.Results(ctx, p, uses, errGivenUp)
	}
	return "", nil
}

// closeLanded closes a ship that the remote has, and returns its result. Where other ships brought
// all of its commits, and the push of this one was not confirmed, others pushed it: the uses that
// were spent on it are given up, and "" means that none was spent.
func (s *Shipment) closeLanded(ctx context.Context, r *Recorded, p *Plan, uses []domain.EventID) (Became, error) {
	if err := s.recount(ctx, p); err != nil {
		return "", err
	}
	left, err := s.left(ctx, r, p.Commits)
	switch {
	case err != nil:
		return "", err
	case len(left) > 0:
		p.Commits = left
	case len(p.Commits) > 0 && (r.Pushed == nil || !r.Pushed.Confirmed):
		if len(uses) == 0 {
			return "", nil
		}
		return BecameGivenUp, s.Ships.Results(ctx, p, uses, errGivenUp)
	}
	return BecamePushed, s.settle(ctx, p, uses)
}

// left are the commits of an open ship that no other ship is recorded to have brought to its ref
// since it began.
func (s *Shipment) left(ctx context.Context, r *Recorded, commits []domain.ShipCommit) (left []domain.ShipCommit, err error) {
	ids := make([]domain.CommitID, len(commits))
	for i := range commits {
		ids[i] = commits[i].Commit
	}
	brought, err := s.Index.Brought(ids)
	if err != nil {
		return nil, err
	}
	began, err := s.Ships.op.Log.Get(ctx, r.By[domain.KindShipPrepared])
	if err != nil {
		return nil, err
	}
	since := func(b Bringing) bool {
		if b.Ship == r.Stream || b.Ref != s.Ref || err != nil {
			return false
		}
		var told domain.Event
		told, err = s.Ships.op.Log.Get(ctx, b.Told)
		return err == nil && told.Position.Compare(began.Position) > 0
	}
	for i := range commits {
		if !slices.ContainsFunc(brought[i], since) {
			left = append(left, commits[i])
		}
	}
	return left, err
}

// recount lists the commits of a ship whose range was too long to name them.
func (s *Shipment) recount(ctx context.Context, p *Plan) error {
	if len(p.Commits) > 0 {
		return nil
	}
	commits, err := s.from.Clone.Between(ctx, p.Base, p.Head)
	for i := range commits {
		p.Commits = append(p.Commits, domain.ShipCommit{Commit: commits[i].Commit, Role: domain.CommitUnknown, PatchID: commits[i].PatchID})
	}
	return err
}
