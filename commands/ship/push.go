package shipping

import (
	"cmp"
	"context"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	gitpush "github.com/clawable/claw/git/push"
)

// Pushed is the result of a push.
type Pushed struct {
	UpToDate  bool             // the remote held the commits: nothing was pushed
	Approvals []domain.EventID // the uses that permitted it
	Resumed   []Resumed        // ships of the ref that an earlier run left open
}

// Push closes what earlier runs left open at the ref, then records the ship, spends the
// approval that it needs, pushes with a lease, and records what the remote then holds. named is the approval
// to use, zero for the one that was requested.
//
// A run that ends anywhere leaves this for the next one:
//
//	before Begin        nothing is pushed: the next run takes the steps that are missing
//	after Begin         the remote is queried: it holds the commits, or the next run pushes them
//	after the push      the remote is queried: it holds the commits, and the steps after it follow
//	after Close         the ship is closed
//
// Errors: as [Shipment.Prepare] and [Ships.Allow]; those of the remote; kind conflict or
// unavailable where the push was accepted and could not be read back. After an error of the
// push itself the result is not nil, and the remote may have taken it.
func (s *Shipment) Push(ctx context.Context, named domain.StreamID) (done *Pushed, err error) {
	done = &Pushed{Approvals: []domain.EventID{}}
	if done.Resumed, err = s.resume(ctx); err != nil {
		return nil, err
	}
	if done.UpToDate, err = s.landed(ctx, s.tip, s.Head); err != nil {
		return nil, err
	}
	if done.UpToDate {
		return done, nil
	}
	use, err := s.allowed(ctx, named)
	if err != nil {
		return nil, record.KeptWriting(err, s.Move().Stream().String())
	}
	if !use.IsZero() {
		done.Approvals = append(done.Approvals, use)
	}
	return done, s.carry(ctx, done.Approvals)
}

// allowed takes the steps before the push: it checks that the commits are based on what the remote
// holds, records intent and range, and lets the policy decide. It returns the use of an approval
// that permits the push, zero when none is needed.
func (s *Shipment) allowed(ctx context.Context, named domain.StreamID) (use domain.EventID, err error) {
	if err := s.stands(ctx); err != nil {
		return use, err
	}
	if err := s.Ships.Prepare(ctx, s.Plan); err != nil {
		return use, err
	}
	if err := s.locked(ctx); err != nil {
		return use, err
	}
	if use, err = s.Ships.Allow(ctx, s.Plan, s.verdict(), named); err != nil {
		return use, err
	}
	return use, s.Ships.Begin(ctx, s.Plan, use)
}

// shipVariable names to the hooks of the repository the ship of a push, which is recorded already.
const shipVariable = "CLAW_SHIP"

// carry pushes, and records what the remote holds then. The remote is queried also after an error, because
// it may have accepted the push.
func (s *Shipment) carry(ctx context.Context, uses []domain.EventID) error {
	push := gitpush.Push{Ref: s.Ref, Base: s.tip, Head: s.Head, Env: []string{shipVariable + "=" + s.Move().Stream().String()}}
	pushed := s.remote.Push(ctx, push)
	ctx = context.WithoutCancel(ctx)
	tip, asked := s.remote.Tip(ctx, s.Ref)
	landed := false
	if asked == nil {
		landed, asked = s.landed(ctx, tip, s.Head)
	}
	switch {
	case landed:
		return s.settle(ctx, s.Plan, uses)
	case asked != nil && pushed == nil: // accepted, and could not be read back
		return cmp.Or(s.Ships.Pushed(ctx, s.Plan, false, uses), s.unconfirmed(asked))
	case asked != nil:
		return pushed // it may have been accepted: the next run asks
	case pushed == nil:
		return cmp.Or(s.Ships.Pushed(ctx, s.Plan, false, uses), s.Ships.Results(ctx, s.Plan, uses, nil), s.overwritten(tip))
	}
	return cmp.Or(s.Ships.Results(ctx, s.Plan, uses, pushed), pushed)
}

// settle records that the remote has the ship, the result of each use, and what it brought. All
// three are attempted, whatever the result of the first. The last closes the ship: a run that ends before it
// leaves the ship to the next one.
func (s *Shipment) settle(ctx context.Context, p *Plan, uses []domain.EventID) error {
	return cmp.Or(s.Ships.Pushed(ctx, p, true, uses), s.Ships.Results(ctx, p, uses, nil), s.Ships.Close(ctx, p, uses))
}

func (s *Shipment) unconfirmed(err error) error {
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: "read back", Target: s.target(), Retryable: true,
		Message: "git says that the remote took it, and the remote cannot be asked", Next: domain.Step{Code: nextstep.PushAgain}}).Because(err)
}

func (s *Shipment) overwritten(tip domain.CommitID) error {
	return &domain.Error{Kind: domain.ErrConflict, Operation: "read back", Target: s.target(),
		Message: "git says that the remote took it, and the remote holds " + cmp.Or(tip.Short(), "nothing") + " without it",
		Hint:    "somebody rewrote the branch meanwhile: git fetch " + s.from.Remote + ", and ask them"}
}
