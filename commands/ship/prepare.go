package shipping

import (
	"context"
	"slices"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/policy"
)

// Prospect is what a ship waits for before it can be pushed.
type Prospect struct {
	Stage   ship.Stage    // how far it is recorded
	Digest  domain.Digest // what an approval of it names
	Verdict policy.Verdict
	Due
}

// Prepare records what is to be pushed, locks the range, and returns what the ship waits for; with
// request it requests the approval that is due. Where the remote holds the commits nothing is
// recorded.
//
// Errors: kind policy where the commits are not based on what the remote holds, unavailable where
// the clone is too shallow to determine that; those of [Ships.Prepare] and [Ships.Ask].
func (s *Shipment) Prepare(ctx context.Context, request bool) (*Prospect, error) {
	switch landed, err := s.landed(ctx, s.tip, s.Head); {
	case err != nil:
		return nil, err
	case landed:
		return s.prospect(ctx, s.verdict())
	}
	if err := s.stands(ctx); err != nil {
		return nil, err
	}
	if err := s.Ships.Prepare(ctx, s.Plan); err != nil {
		return nil, record.KeptWriting(err, s.Move().Stream().String())
	}
	if err := s.locked(ctx); err != nil {
		return nil, err
	}
	v := s.verdict()
	if request {
		if _, err := s.Ships.Ask(ctx, s.Plan, v); err != nil {
			return nil, err
		}
	}
	return s.prospect(ctx, v)
}

// Foresee returns what a push would wait for, and changes nothing.
//
// Errors: as [Shipment.Prepare].
func (s *Shipment) Foresee(ctx context.Context) (*Prospect, error) {
	if err := s.stands(ctx); err != nil {
		return nil, err
	}
	return s.prospect(ctx, s.verdict())
}

// prospect returns how far the ship is recorded, and what it waits for according to a verdict.
func (s *Shipment) prospect(ctx context.Context, v policy.Verdict) (*Prospect, error) {
	p := &Prospect{Verdict: v}
	action := s.Action()
	var err error
	if p.Digest, err = approval.DigestAction(&action, ""); err != nil {
		return nil, err
	}
	r, err := s.Ships.Load(ctx, s.Move())
	if err != nil {
		return nil, err
	}
	p.Stage = r.Stage()
	p.Due, err = s.Ships.Due(ctx, s.Plan, v)
	return p, err
}

// locked returns the commits with the roles that the log holds: the first record of a role counts.
func (s *Shipment) locked(ctx context.Context) error {
	r, err := s.Ships.Load(ctx, s.Move())
	if err != nil || r.Locked == nil || r.Locked.Intent.IsZero() && s.Intent.IsZero() {
		return err
	}
	if !s.Intent.IsZero() && !sameIntent(s.Intent, r.Locked.Intent) {
		s.Warn("other_intent", "the ship was prepared with another intent, which stands")
	}
	if s.Intent = r.Locked.Intent; len(r.Locked.Commits) > 0 {
		s.Commits = r.Locked.Commits
	}
	return nil
}

func sameIntent(a, b domain.ShipIntent) bool {
	return slices.Equal(a.Lanes, b.Lanes) && slices.Equal(a.Commits, b.Commits) && slices.Equal(a.Pinpoints, b.Pinpoints)
}
