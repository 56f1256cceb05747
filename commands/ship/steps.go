package shipping

import (
	"context"
	"errors"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
)

// mostCommits is how many commits a ship lists; of a longer one only the range is recorded.
const mostCommits = 2000

// errStepDone means that the stream has the step.
var errStepDone = errors.New("recorded already")

// step records a step of a ship unless by reports that it is done; its cause is the step before it.
func (s *Ships) step(ctx context.Context, p *Plan, id domain.EventID, by func(*Recorded) (domain.ShipPayload, []domain.EventID)) error {
	stream := p.Move().Stream()
	_, err := s.op.DecideAs(ctx, stream, p.subject(), func(events []domain.Event) (domain.EventID, domain.Payload, []domain.EventID, error) {
		payload, causes := by(recordedShip(stream, events))
		if payload == nil {
			return id, nil, nil, errStepDone
		}
		return id, payload, record.SortedIDs(causes), nil
	})
	if errors.Is(err, errStepDone) {
		return nil
	}
	return err
}

func (s *Ships) newID() domain.EventID { return domain.EventID(s.op.NewID()) }

// Prepare records the ship, and locks the range. Where the range is locked without an intent and
// the plan has one, the intent is recorded as well.
//
// Errors: those of the log; kind conflict when others kept writing.
func (s *Ships) Prepare(ctx context.Context, p *Plan) error {
	err := s.step(ctx, p, s.newID(), func(r *Recorded) (domain.ShipPayload, []domain.EventID) {
		if r.Prepared != nil {
			return nil, nil
		}
		return &domain.ShipPrepared{ShipTarget: p.ShipTarget, SourceBranch: p.Branch, BaseCommit: p.Base, HeadCommit: p.Head, Tree: p.Tree, Actor: p.Actor}, nil
	})
	if err != nil {
		return err
	}
	return s.step(ctx, p, s.newID(), func(r *Recorded) (domain.ShipPayload, []domain.EventID) {
		if r.Locked != nil && (r.Provenance != nil || p.Intent.IsZero() || !r.Locked.Intent.IsZero()) {
			return nil, nil
		}
		locked := &domain.ShipCommitsSelected{Commits: []domain.ShipCommit{}, CommitRange: ship.Range(p.Base, p.Head), Intent: p.Intent}
		if len(p.Commits) <= mostCommits {
			locked.Commits = append(locked.Commits, p.Commits...)
		}
		return locked, record.Caused(r.By[domain.KindShipPrepared])
	})
}

// Begin records, immediately before the push, that the commits are based on what the remote holds,
// and the use of an approval that the push rests on; zero for none.
//
// Errors: as [Ships.Prepare].
func (s *Ships) Begin(ctx context.Context, p *Plan, use domain.EventID) error {
	return s.step(ctx, p, s.newID(), func(r *Recorded) (domain.ShipPayload, []domain.EventID) {
		if r.Merged != nil && (use.IsZero() || slices.Contains(r.Uses, use)) {
			return nil, nil
		}
		return &domain.ShipMerged{Commit: p.Head, Tree: p.Tree, MergeMethod: p.Method, Basis: domain.BasisRecorded, PRNumber: p.PR},
			append(record.Caused(r.By[domain.KindShipCommitsSelected]), record.Caused(use)...)
	})
}

// Pushed records that the remote was asked to accept the commits; confirmed means that it was read
// back and holds them.
//
// Errors: as [Ships.Prepare].
func (s *Ships) Pushed(ctx context.Context, p *Plan, confirmed bool, uses []domain.EventID) error {
	return s.step(ctx, p, s.newID(), func(r *Recorded) (domain.ShipPayload, []domain.EventID) {
		if r.Pushed != nil && (r.Pushed.Confirmed || !confirmed) {
			return nil, nil
		}
		return &domain.ShipPushedMain{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head, Confirmed: confirmed, Approvals: uses, Lanes: p.lanes(),
			PushedAt: s.op.Now()}, append(record.Caused(r.By[domain.KindShipMerged]), uses...)
	})
}

// Close records what the ship brought.
//
// Errors: as [Ships.Prepare].
func (s *Ships) Close(ctx context.Context, p *Plan, uses []domain.EventID) error {
	return s.step(ctx, p, p.Move().Provenance(), func(r *Recorded) (domain.ShipPayload, []domain.EventID) {
		if r.Provenance != nil {
			return nil, nil
		}
		return p.provenance(r, uses, s.op.Now()), record.Caused(r.By[domain.KindShipPushedMain])
	})
}

// provenance is what the ship brought.
func (p *Plan) provenance(r *Recorded, uses []domain.EventID, now domain.Instant) *domain.ShipProvenance {
	told := &domain.ShipProvenance{ShipTarget: p.ShipTarget, Old: p.Base, New: p.Head, SourceBranch: domain.NotKnown[domain.Branch](domain.UnknownNotApplicable),
		BaseCommit: domain.Known(p.Base), HeadCommit: p.Head, Tree: p.Tree, Commits: []domain.ShipCommit{}, CommitRange: ship.Range(p.Base, p.Head),
		MergeMethod: p.Method, Basis: domain.BasisRecorded, Actor: domain.Known(p.Actor), PRNumber: p.PR, Approvals: uses, PushedAt: now, Intent: p.Intent}
	if r.Locked != nil {
		told.Intent = r.Locked.Intent
	}
	if p.Branch != "" {
		told.SourceBranch = domain.Known(p.Branch)
	}
	if ship.IsNone(p.Base) {
		told.BaseCommit = domain.NotKnown[domain.CommitID](domain.UnknownNotApplicable)
	}
	if r.Pushed != nil && !r.Pushed.PushedAt.IsZero() {
		told.PushedAt = r.Pushed.PushedAt
	}
	if len(p.Commits) > mostCommits {
		told.CommitsUnknown = domain.UnknownUnavailable
		return told
	}
	landed := make([]domain.CommitID, len(p.Commits))
	for i := range p.Commits {
		landed[i] = p.Commits[i].Commit
	}
	told.Commits = append(told.Commits, r.Landed(landed)...)
	return told
}
