package shipcmd

import (
	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/guard"

	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"

	gitexec "github.com/clawable/claw/git/exec"

	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers/gitrepo"
)

// shipFlags say what goes where.
type shipFlags struct {
	repo, remote, ref, as, method string
	pr                            int
	lanes, commits, pinpoints     []string
}

// in takes the repository from the arguments; without one it is the working folder.
func (f *shipFlags) in(args []string) *shipFlags {
	f.repo = app.FirstOf(append(args, ".")...)
	return f
}

func (f *shipFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.remote, "remote", "origin", "the remote to ship to")
	flags.StringVar(&f.ref, "ref", "refs/heads/main", "the branch of the remote")
	flags.StringArrayVar(&f.lanes, "lane", nil, "a lane whose work is intended; commits of other lanes are riders then (repeat for more)")
	flags.StringArrayVar(&f.commits, "commit", nil, "an intended commit; all others are riders then (repeat for more)")
	flags.StringArrayVar(&f.pinpoints, "pinpoint", nil, "an intended pinpoint, as trailers Pinpoint: name it; commits of others are riders then (repeat for more)")
	flags.StringVar(&f.as, "as", "", "who ships: agent:<session> or human:<name> (default: you); a claim, not a proof")
	flags.Var(app.NewChoice(&f.method, knownMethods()), "method", "the method by which the commits were combined, where git does not show it: "+app.JoinWords(knownMethods()))
	flags.IntVar(&f.pr, "pr", 0, "the number of the pull request")
}

// knownMethods are those that somebody can name.
func knownMethods() []string {
	return slices.DeleteFunc(domain.MergeMethod("").Enum(), func(m string) bool { return m == string(domain.MergeUnknown) })
}

// shipment is what this run ships. Close it.
type shipment struct {
	*shipping.Shipment
	clone *gitrepo.Clone
}

func (s *shipment) close() { _ = s.clone.Close() } // a folder of the system's for passing things

// newShipment looks at the repository here and at the remote. Nothing is written.
func newShipment(a *app.App, f *shipFlags, o app.Opening) (*shipment, error) {
	p, err := intended(a, f)
	if err != nil {
		return nil, err
	}
	own, err := gitexec.AsPerson(a.Env, a.Environ())
	if err != nil {
		return nil, err
	}
	alone, err := gitexec.Alone(a.Env)
	if err != nil {
		return nil, err
	}
	dir := app.Path(a, f.repo)
	clone, err := gitrepo.Open(a.Ctx, alone, dir)
	if err != nil {
		return nil, err
	}
	s := &shipment{clone: clone}
	from := shipping.Source{Clone: clone, Dir: dir, Remote: f.remote,
		Find: func(ctx context.Context) (shipping.Remote, error) { return gitpush.Find(ctx, own, dir, f.remote) }}
	if s.Shipment, err = shipping.Look(a.Ctx, from, p); err == nil {
		err = s.openLog(a, f, o)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// intended is what the flags say.
func intended(a *app.App, f *shipFlags) (p *shipping.Plan, err error) {
	p = &shipping.Plan{Method: domain.MergeMethod(f.method), PR: f.pr}
	p.Ref = domain.Ref(f.ref)
	if !strings.HasPrefix(f.ref, "refs/") {
		p.Ref = domain.Ref("refs/heads/" + f.ref)
	}
	switch {
	case !strings.HasPrefix(string(p.Ref), "refs/heads/") || strings.ContainsAny(f.ref, " :*?[\\^~") || strings.HasSuffix(f.ref, "/"):
		return nil, app.UsageError("parse arguments", "--ref "+f.ref, "is no branch", "a branch of the remote: refs/heads/main")
	case strings.HasPrefix(f.remote, "-") || f.remote == "":
		return nil, app.UsageError("parse arguments", "--remote "+f.remote, "is no remote", "git remote lists them")
	case f.pr < 0:
		return nil, app.UsageError("parse arguments", "--pr", "is no number of a pull request", "a number from 1")
	}
	p.Actor, err = approvaltext.Actor(a, f.as)
	return p, err
}

// openLog opens the log, and lists what goes by what it knows.
func (s *shipment) openLog(a *app.App, f *shipFlags, o app.Opening) error {
	log, _, err := a.OpenLog(o)
	if err != nil {
		return err
	}
	index := ShipIndex{App: a}
	ports := shipping.Ports{Ships: shipping.NewShips(app.Operator(a, log), approvaltext.Approvals(a, log), index), Index: index, Rule: rulesOf(a, log), Warn: a.Warn}
	return s.Choose(a.Ctx, ports, func(commits []domain.CommitObserved) (domain.ShipIntent, error) { return intent(a, f, commits) })
}

// rulesOf are the policies that hold here and now, of the log among them.
func rulesOf(a *app.App, log eventlog.Log) func(policy.Action) policy.Verdict {
	return func(act policy.Action) policy.Verdict {
		layers := guard.Layers(a, log, nil)
		guard.Surround(a, &act, layers)
		guard.Checkouts(a, &act, policy.CheckoutFolders(layers, &act))
		return policy.Evaluate(layers, &act)
	}
}

// namedLane is the lane that a person names by its id or a beginning of it.
//
// Errors: kind not_found for a lane that the log does not know; else as of the read model.
func namedLane(a *app.App, typed string) (domain.LaneID, error) {
	o, err := lookcmd.LaneNow(a, typed)
	return o.Lane, err
}
