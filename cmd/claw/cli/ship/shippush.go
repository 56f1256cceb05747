package shipcmd

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
)

// PushedDocument is the answer of claw ship push.
type PushedDocument struct {
	app.Head
	ShipMove
	State     shipState        `json:"state"`
	Commits   int              `json:"commit_count"`
	Approvals []domain.EventID `json:"approvals"` // the uses that permitted it
	// Resumed are ships of this ref that an earlier run left open, and their results.
	Resumed []resumedShip `json:"resumed"`
}

type shipState string

const (
	shipPushed   shipState = "pushed"     // by this run, and read back
	shipUpToDate shipState = "up_to_date" // the remote had it already
)

type resumedShip struct {
	Ship   domain.StreamID `json:"ship"`
	Became resumedState    `json:"became"`
}

type resumedState string

// pushOptions are the flags of claw ship push.
type pushOptions struct {
	shipmentOptions
	approval string // an id; "" is the approval that claw ship prepare --request requested
	dryRun   bool   // write and push nothing
}

func (o *pushOptions) flags(f *pflag.FlagSet) {
	o.shipmentOptions.flags(f)
	f.StringVar(&o.approval, "approval", "", "the approval to use, instead of the one that claw ship prepare --request requested")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be pushed and what it waits for; write and push nothing")
}

func shipPush(a *app.App) *cobra.Command {
	var o pushOptions
	cmd := a.Verb("push [REPO]", "do", "Push to main as the policy allows, with a lease; confirm and record the push", app.Between(0, 1, "REPO"),
		func(args []string) (app.Document, error) { return pushShip(a, o, repoOf(args)) })
	cmd.Long = `Push what is checked out to a branch of a remote. The commits must be based on what the remote
holds. The policy is asked, and where it requires an approval, one use is spent on exactly these
commits and this tree. The push has a lease, so that it overwrites nobody's commits. The remote is
read back, and what was pushed is recorded.

After an interruption at any step, the next run reads the remote, reports the state, and continues
or gives up.`
	o.flags(cmd.Flags())
	return cmd
}

func pushShip(a *app.App, o pushOptions, repo string) (app.Document, error) {
	need := app.ToCreate
	if o.dryRun {
		need = app.ToRead
	}
	s, err := newShipment(a, o.shipmentOptions, repo, need)
	if err != nil {
		return nil, err
	}
	defer s.close()
	if o.dryRun {
		return s.foresee(a.Ctx)
	}
	return s.push(a, o.approval)
}

// foresee returns what a push would do.
func (s *shipment) foresee(ctx context.Context) (app.Document, error) {
	p, err := s.Foresee(ctx)
	if err != nil {
		return nil, err
	}
	d := planned(s.Plan, p)
	d.DryRun = true
	return d, nil
}

func (s *shipment) push(a *app.App, approved string) (app.Document, error) {
	var named domain.StreamID
	var err error
	if approved != "" {
		if named, err = approvaltext.ApprovalID(a, approved); err != nil {
			return nil, err
		}
	}
	done, err := s.Push(a.Ctx, named)
	if done == nil {
		return nil, err
	}
	d := &PushedDocument{Head: app.HeadOf("ship_pushed"), ShipMove: MoveOf(s.Plan), State: shipPushed, Commits: len(s.Commits), Approvals: done.Approvals, Resumed: []resumedShip{}}
	if done.UpToDate {
		d.State, d.Commits = shipUpToDate, 0
	}
	for _, r := range done.Resumed {
		d.Resumed = append(d.Resumed, resumedShip{r.Ship, resumedState(r.Became)})
	}
	return d, err
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
