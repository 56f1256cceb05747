package shipcmd

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"

	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/projections/store"
)

// PushedDocument is the answer of claw ship push.
type PushedDocument struct {
	app.Head
	ShipMove
	State     shipState        `json:"state"`
	Commits   int              `json:"commit_count"`
	Approvals []domain.EventID `json:"approvals"` // the uses that let it through
	// Resumed are ships of this ref that an earlier run left open, and what became of them.
	Resumed []resumedShip `json:"resumed"`
}

type shipState string

const (
	shipPushed   shipState = "pushed"     // now, and read back
	shipUpToDate shipState = "up_to_date" // the remote had it
)

type resumedShip struct {
	Ship   domain.StreamID `json:"ship"`
	Became resumedState    `json:"became"`
}

type resumedState string

const (
	resumedPushed  resumedState = "pushed"   // the remote has it: the answer was lost
	resumedGivenUp resumedState = "given_up" // the ref went another way
)

func shipPush(a *app.App) *cobra.Command {
	var f shipFlags
	var approved string
	var dryRun bool
	cmd := a.Verb("push [REPO]", "do", "Push to main as the policy allows, with a lease; confirm and record the push", app.Between(0, 1, "REPO"), func(args []string) (app.Document, error) {
		s, err := newShipment(a, f.in(args), map[bool]app.Opening{true: app.ToRead, false: app.ToCreate}[dryRun])
		if err != nil {
			return nil, err
		}
		defer s.close()
		if dryRun {
			return s.foresee()
		}
		return s.push(approved)
	})
	cmd.Long = `Push what is checked out to a branch of a remote. The commits must be based on what the remote
holds. The policy is asked, and where it requires an approval, one use is spent on exactly these
commits and this tree. The push has a lease, so that it overwrites nobody's commits. The remote is
read back, and what was pushed is recorded.

After an interruption at any step, the next run reads the remote, reports the state, and continues
or gives up.`
	f.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&approved, "approval", "", "the approval to use, instead of the one that claw ship prepare --request requested")
	flags.BoolVar(&dryRun, "dry-run", false, "report what would be pushed and what it waits for; write and push nothing")
	return cmd
}

// foresee says what a push would do.
func (s *shipment) foresee() (app.Document, error) {
	if err := s.stands(s.app.Ctx); err != nil {
		return nil, err
	}
	d, err := s.planned(s.verdict())
	if err == nil {
		d.DryRun = true
	}
	return d, err
}

func (s *shipment) push(approved string) (app.Document, error) {
	d := &PushedDocument{Head: app.HeadOf("ship_pushed"), Approvals: []domain.EventID{}}
	var named domain.StreamID
	var err error
	if approved != "" {
		if named, err = approvaltext.ApprovalID(s.app, approved); err != nil {
			return nil, err
		}
	}
	if d.Resumed, err = s.resume(s.app.Ctx); err != nil {
		return nil, err
	}
	switch landed, err := s.landed(s.app.Ctx, s.tip, s.Head); {
	case err != nil:
		return nil, err
	case landed:
		d.ShipMove, d.State = MoveOf(s.Plan), shipUpToDate
		return d, nil
	}
	use, err := s.allowed(named)
	if err != nil {
		return nil, approvaltext.KeptWriting(err, s.Move().Stream().String())
	}
	d.ShipMove, d.State, d.Commits = MoveOf(s.Plan), shipPushed, len(s.Commits)
	if !use.IsZero() {
		d.Approvals = append(d.Approvals, use)
	}
	return d, s.carry(d.Approvals)
}

// allowed takes the steps before the push: the commits stand where they are to go, the
// intent and the range are recorded, and the policy lets it through. It returns the use
// of an approval that does, zero when none is needed.
func (s *shipment) allowed(named domain.StreamID) (use domain.EventID, err error) {
	ctx := s.app.Ctx
	if err := s.stands(ctx); err != nil {
		return use, err
	}
	if err := s.ships.Prepare(ctx, s.Plan); err != nil {
		return use, err
	}
	if err := s.locked(); err != nil {
		return use, err
	}
	if use, err = s.ships.Allow(ctx, s.Plan, s.verdict(), named); err != nil {
		return use, err
	}
	return use, s.ships.Begin(ctx, s.Plan, use)
}

// shipVariable tells the hooks of the repository which ship a push is of: it is recorded
// already.
const shipVariable = "CLAW_SHIP"

// carry pushes and records what the remote says then. Whatever ends the push, the remote
// is asked: it may have taken it.
func (s *shipment) carry(uses []domain.EventID) error {
	push := gitpush.Push{Ref: s.Ref, Base: s.tip, Head: s.Head, Env: []string{shipVariable + "=" + s.Move().Stream().String()}}
	pushed := s.remote.Push(s.app.Ctx, push)
	ctx := context.WithoutCancel(s.app.Ctx)
	tip, asked := s.remote.Tip(ctx, s.Ref)
	landed := false
	if asked == nil {
		landed, asked = s.landed(ctx, tip, s.Head)
	}
	switch {
	case landed:
		return s.settle(ctx, s.Plan, uses)
	case asked != nil && pushed == nil: // taken, and nobody could look
		return app.FirstError(s.ships.Pushed(ctx, s.Plan, false, uses), unconfirmed(asked, s))
	case asked != nil:
		return pushed // it may have been taken: the next run asks
	case pushed == nil:
		return app.FirstError(s.ships.Pushed(ctx, s.Plan, false, uses), s.ships.Results(ctx, s.Plan, uses, nil), s.overwritten(tip))
	}
	return app.FirstError(s.ships.Results(ctx, s.Plan, uses, pushed), pushed)
}

// settle records that the remote has the ship, and what it brought.
func (s *shipment) settle(ctx context.Context, p *shipping.Plan, uses []domain.EventID) error {
	return app.FirstError(s.ships.Pushed(ctx, p, true, uses), s.ships.Close(ctx, p, uses), s.ships.Results(ctx, p, uses, nil))
}

func unconfirmed(err error, s *shipment) error {
	return (&domain.Error{Kind: domain.ErrUnavailable, Operation: "read back", Target: s.name + " " + string(s.Ref), Retryable: true,
		Message: "git says that the remote took it, and the remote cannot be asked", Hint: "run claw ship push again: it asks first and records what is true"}).Because(err)
}

func (s *shipment) overwritten(tip domain.CommitID) error {
	return &domain.Error{Kind: domain.ErrConflict, Operation: "read back", Target: s.name + " " + string(s.Ref),
		Message: "git says that the remote took it, and the remote holds " + app.FirstOf(term.ShortName(tip), "nothing") + " without it",
		Hint:    "somebody rewrote the branch meanwhile: git fetch " + s.name + ", and ask them"}
}

// resume looks at the ships of the ref that an earlier run began to push and did not
// close: what the remote has is closed, what it can no longer take is given up.
func (s *shipment) resume(ctx context.Context) (resumed []resumedShip, err error) {
	resumed = []resumedShip{}
	meant, err := s.ships.Meant(ctx, s.Repo, s.Ref)
	if err != nil {
		return nil, err
	}
	for _, r := range meant {
		if r.Stage() != ship.Merged && r.Stage() != ship.Pushed {
			continue
		}
		p := r.Plan()
		uses, err := s.ships.Standing(ctx, r.Uses)
		if err != nil {
			return nil, err
		}
		switch landed, err := s.landed(ctx, s.tip, p.Head); {
		case err != nil:
			return nil, err
		case landed:
			became, err := s.resumeOne(ctx, r, p, uses)
			if err != nil {
				return nil, err
			}
			if became != "" {
				resumed = append(resumed, resumedShip{r.Stream, became})
			}
		case s.tip != p.Base && !(s.tip == "" && ship.IsNone(p.Base)) && len(uses) > 0:
			if err := s.ships.Results(ctx, p, uses, errGivenUp); err != nil {
				return nil, err
			}
			resumed = append(resumed, resumedShip{r.Stream, resumedGivenUp})
		}
	}
	return resumed, nil
}

// resumeOne closes a ship that the remote has, and says what became of it. Where others told meanwhile how
// all of it came there it was they who pushed it, unless the remote was seen to take it from here: then
// what was spent on it came to nothing, and "" says that nothing was.
func (s *shipment) resumeOne(ctx context.Context, r *shipping.Recorded, p *shipping.Plan, uses []domain.EventID) (resumedState, error) {
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
		return resumedGivenUp, s.ships.Results(ctx, p, uses, errGivenUp)
	}
	return resumedPushed, s.settle(ctx, p, uses)
}

// left are the commits of an open ship that no other ship was told to have brought since it began.
func (s *shipment) left(ctx context.Context, r *shipping.Recorded, commits []domain.ShipCommit) (left []domain.ShipCommit, err error) {
	v, err := view.Open(s.app)
	if err != nil {
		return nil, err
	}
	began, err := s.log.Get(ctx, r.By[domain.KindShipPrepared])
	if err != nil {
		return nil, err
	}
	since := func(row store.ShipRow) bool {
		if row.Stream == r.Stream || row.Target().Ref != s.Ref || err != nil {
			return false
		}
		var told domain.Event
		told, err = s.log.Get(ctx, row.Provenance.Event)
		return err == nil && told.Position.Compare(began.Position) > 0
	}
	for i := range commits {
		ships, failed := v.ShipsWith(commits[i].Commit, store.ShipBrought)
		if failed != nil {
			return nil, failed
		}
		if !slices.ContainsFunc(ships, since) {
			left = append(left, commits[i])
		}
	}
	return left, err
}

// errGivenUp says that a push can no longer happen: the ref went another way.
var errGivenUp = &domain.Error{Kind: domain.ErrConflict, Operation: "push", Message: "the ref went another way"}

// recount lists the commits of a ship whose range was too long to name them.
func (s *shipment) recount(ctx context.Context, p *shipping.Plan) error {
	if len(p.Commits) > 0 {
		return nil
	}
	commits, err := s.clone.Between(ctx, p.Base, p.Head)
	for i := range commits {
		p.Commits = append(p.Commits, domain.ShipCommit{Commit: commits[i].Commit, Role: domain.CommitUnknown, PatchID: commits[i].PatchID})
	}
	return err
}

func (d *PushedDocument) Text(p *term.Page) {
	for _, r := range d.Resumed {
		p.Line("%s, left open by an earlier run: %s", r.Ship, r.Became)
	}
	if d.State == shipUpToDate {
		p.Line("The remote holds it.")
		return
	}
	p.Line("%s %s, read back", d.Ship, d.State)
	d.ShipMove.Text(p)
	p.Field("commits", term.StylePlain, "%d", d.Commits)
	for _, use := range d.Approvals {
		p.Field("approval", term.StylePlain, "use %s", use)
	}
}
