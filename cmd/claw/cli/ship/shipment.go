package shipcmd

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/guard"
	lookcmd "github.com/clawable/claw/cmd/claw/cli/look"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitpush "github.com/clawable/claw/git/push"
	"github.com/clawable/claw/producers/gitrepo"
)

// shipmentOptions are the flags of the verbs that ship: what goes where, and what of it is intended.
type shipmentOptions struct {
	remote    string // default origin
	ref       string // a branch of the remote, with or without refs/heads/; default main
	as        string // an actor; "" is this person
	method    string // one of knownMethods; "" is what git shows
	pr        int    // the number of a pull request, from 1; 0 for none
	lanes     []string
	commits   []string // names or beginnings of names
	pinpoints []string
}

// repoOf is the repository in the arguments, without one the working folder.
func repoOf(args []string) string { return app.FirstOf(append(args, ".")...) }

func (o *shipmentOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.remote, "remote", "origin", "the remote to ship to")
	f.StringVar(&o.ref, "ref", "refs/heads/main", "the branch of the remote")
	f.StringArrayVar(&o.lanes, "lane", nil, "a lane whose work is intended; commits of other lanes are riders then (repeat for more)")
	f.StringArrayVar(&o.commits, "commit", nil, "an intended commit; all others are riders then (repeat for more)")
	f.StringArrayVar(&o.pinpoints, "pinpoint", nil, "an intended pinpoint, as trailers Pinpoint: name it; commits of others are riders then (repeat for more)")
	f.StringVar(&o.as, "as", "", "who ships: agent:<session> or human:<name> (default: you); a claim, not a proof")
	f.Var(app.NewChoice(&o.method, knownMethods()), "method", "the method by which the commits were combined, where git does not show it: "+app.JoinWords(knownMethods()))
	f.IntVar(&o.pr, "pr", 0, "the number of the pull request")
}

// check refuses values that name no branch, no remote and no pull request.
func (o *shipmentOptions) check() error {
	ref := o.target()
	switch {
	case !strings.HasPrefix(string(ref), "refs/heads/") || strings.ContainsAny(o.ref, " :*?[\\^~") || strings.HasSuffix(o.ref, "/"):
		return app.UsageError("parse arguments", "--ref "+o.ref, "is no branch", "a branch of the remote: refs/heads/main")
	case strings.HasPrefix(o.remote, "-") || o.remote == "":
		return app.UsageError("parse arguments", "--remote "+o.remote, "is no remote", "git remote lists them")
	case o.pr < 0:
		return app.UsageError("parse arguments", "--pr", "is no number of a pull request", "a number from 1")
	}
	return nil
}

// target is the full name of the ref.
func (o *shipmentOptions) target() domain.Ref {
	if strings.HasPrefix(o.ref, "refs/") {
		return domain.Ref(o.ref)
	}
	return domain.Ref("refs/heads/" + o.ref)
}

// plan is the plan of a shipment as far as the flags decide it.
func (o *shipmentOptions) plan(a *app.App) (*shipping.Plan, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	p := &shipping.Plan{Method: domain.MergeMethod(o.method), PR: o.pr}
	p.Ref = o.target()
	var err error
	p.Actor, err = approvaltext.Actor(a, o.as)
	return p, err
}

// knownMethods are the methods that a person can name.
func knownMethods() []string {
	return slices.DeleteFunc(domain.MergeMethod("").Enum(), func(m string) bool { return m == string(domain.MergeUnknown) })
}

// shipment is what this run ships. The caller closes it.
type shipment struct {
	*shipping.Shipment
	clone *gitrepo.Clone
}

func (s *shipment) close() { _ = s.clone.Close() } // which removes a temporary folder

// newShipment looks at the repository here and at the remote. Nothing is written.
func newShipment(a *app.App, o shipmentOptions, repo string, need app.Opening) (*shipment, error) {
	p, err := o.plan(a)
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
	dir := app.Path(a, repo)
	clone, err := gitrepo.Open(a.Ctx, alone, dir)
	if err != nil {
		return nil, err
	}
	s := &shipment{clone: clone}
	from := shipping.Source{Clone: clone, Dir: dir, Remote: o.remote,
		Find: func(ctx context.Context) (shipping.Remote, error) { return gitpush.Find(ctx, own, dir, o.remote) }}
	if s.Shipment, err = shipping.Look(a.Ctx, from, p); err == nil {
		err = s.openLog(a, o, need)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// openLog opens the log, and classifies the commits of the shipment by what it holds.
func (s *shipment) openLog(a *app.App, o shipmentOptions, need app.Opening) error {
	log, _, err := a.OpenLog(need)
	if err != nil {
		return err
	}
	index := ShipIndex{App: a}
	ports := shipping.Ports{Ships: shipping.NewShips(app.Operator(a, log), approvaltext.Approvals(a, log), index), Index: index, Rule: guard.Rules(a, log), Warn: a.Warn}
	return s.Choose(a.Ctx, ports, func(commits []domain.CommitObserved) (domain.ShipIntent, error) { return intent(a, &o, commits) })
}

// namedLane is the lane that a person names by its id or the beginning of one.
//
// Errors: kind not_found for a lane that is not in the log; else those of the read model.
func namedLane(a *app.App, typed string) (domain.LaneID, error) {
	o, err := lookcmd.LaneNow(a, typed)
	return o.Lane, err
}
