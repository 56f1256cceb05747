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
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
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

// shipment is what this run ships, and what it needs for it. Close it.
type shipment struct {
	*shipping.Plan
	app    *app.App
	clone  *gitrepo.Clone
	remote *gitpush.Remote
	dir    string          // in the worktree that is shipped from
	name   string          // of the remote
	tip    domain.CommitID // what the remote's ref holds, "" for no such ref
	ships  *shipping.Ships
	log    eventlog.Log
}

func (s *shipment) close() { _ = s.clone.Close() } // a folder of the system's for passing things

// shipment looks at the repository here and at the remote. Nothing is written.
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
	s := &shipment{Plan: p, app: a, dir: app.Path(a, f.repo), name: f.remote}
	if s.clone, err = gitrepo.Open(a.Ctx, alone, s.dir); err != nil {
		return nil, err
	}
	if err = s.look(a.Ctx, own); err == nil {
		err = s.openShips(f, o)
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

// look reads what is checked out, and what the remote holds.
func (s *shipment) look(ctx context.Context, own gitexec.Git) error {
	head, err := s.clone.Head(ctx)
	if err != nil {
		return err
	}
	s.Head, s.Tree, s.Branch = head.Commit, head.Tree, head.Branch
	if s.remote, err = gitpush.Find(ctx, own, s.dir, s.name); err != nil {
		return err
	}
	target, err := s.clone.Target(ctx, s.name)
	if err != nil {
		return err
	}
	s.Repo, s.Remote = target.Repo, domain.Known(target.Remote)
	if s.tip, err = s.remote.Tip(ctx, s.Ref); err != nil {
		return err
	}
	if s.Base = s.tip; s.Base == "" {
		s.Base = domain.CommitID(strings.Repeat("0", len(s.Head)))
	}
	return nil
}

func (s *shipment) openShips(f *shipFlags, o app.Opening) (err error) {
	if s.log, _, err = s.app.OpenLog(o); err != nil {
		return err
	}
	s.ships = shipping.NewShips(app.Operator(s.app, s.log), approvaltext.Approvals(s.app, s.log), ShipIndex{App: s.app})
	if holds, err := s.clone.Holds(s.app.Ctx, s.Base); !ship.IsNone(s.Base) && (err != nil || !holds) {
		return err // what is to go cannot be told before the base is here
	}
	return s.choose(s.app.Ctx, f)
}

// namedLane is the lane that a person names by its id or a beginning of it.
//
// Errors: kind not_found for a lane that the log does not know; else as of the read model.
func namedLane(a *app.App, typed string) (domain.LaneID, error) {
	o, err := lookcmd.LaneNow(a, typed)
	return o.Lane, err
}

// ShipIndex implements [shipping.ShipIndex] by the read model.
type ShipIndex struct{ App *app.App }

func (i ShipIndex) OpenShips(repo domain.RepoID, ref domain.Ref) ([]domain.StreamID, domain.Position, error) {
	v, err := view.Open(i.App)
	if err != nil {
		return nil, domain.Position{}, err
	}
	streams, err := v.OpenShips(repo, ref)
	return streams, domain.PositionAt(v.Status.Position), err
}

// choose lists the commits that go, and which of them are meant.
func (s *shipment) choose(ctx context.Context, f *shipFlags) error {
	commits, err := s.clone.Between(ctx, s.Base, s.Head)
	if err != nil {
		return err
	}
	if s.Intent, err = intent(s.app, f, commits); err != nil {
		return err
	}
	s.Commits = make([]domain.ShipCommit, 0, len(commits))
	laneOf := lanesOfSessions(s.app)
	for i := range commits {
		t, err := s.tied(&commits[i], laneOf)
		if err != nil {
			return err
		}
		s.Commits = append(s.Commits, domain.ShipCommit{Commit: t.Commit, Role: ship.RoleOf(s.Intent, t), PatchID: commits[i].PatchID, Lane: t.Lane})
	}
	if s.Method == "" {
		var last []domain.CommitID
		if len(commits) > 0 {
			last = commits[len(commits)-1].Parents
		}
		s.Method = s.Shown(last)
	}
	return nil
}

// lanesOfSessions tells the lane of a session, "" for no session or one that the log does
// not bind to a lane. The read model is opened for the first that is asked about.
func lanesOfSessions(a *app.App) func(domain.SessionID) (domain.LaneID, error) {
	var v *view.Views
	return func(session domain.SessionID) (lane domain.LaneID, err error) {
		if session == "" {
			return "", nil
		}
		if v == nil {
			if v, err = view.Open(a); err != nil {
				return "", err
			}
		}
		return v.LaneOf(session)
	}
}

// landed reports whether the remote's ref holds a commit, by itself or behind others.
func (s *shipment) landed(ctx context.Context, tip, commit domain.CommitID) (bool, error) {
	if tip == commit || tip == "" {
		return tip == commit, nil
	}
	if there, err := s.clone.Holds(ctx, tip); err != nil {
		return false, err
	} else if !there {
		if err := s.remote.Bring(ctx, s.Ref); err != nil {
			return false, err
		}
	}
	return s.clone.LeadsTo(ctx, tip, commit)
}

// stands reports why the commits cannot go onto what the remote holds, nil when they can.
func (s *shipment) stands(ctx context.Context) error {
	if s.tip == "" {
		return nil
	}
	if on, err := s.clone.LeadsTo(ctx, s.Head, s.tip); err != nil || on {
		return err
	}
	e := &domain.Error{Kind: domain.ErrPolicy, Operation: "ship", Target: s.name + " " + string(s.Ref),
		Message: "the commits do not stand on what the remote holds: to push them would take " + term.ShortName(s.tip) + " away",
		Detail:  map[string]any{"base": s.tip, "head": s.Head, "next": "rebase"},
		Hint:    "git fetch " + s.name + ", then git rebase or git merge " + term.ShortName(s.tip) + ", then claw ship prepare"}
	if shallow, err := s.clone.Shallow(); err == nil && shallow {
		e.Kind, e.Message = domain.ErrUnavailable, "the clone is shallow: nobody can tell whether the commits stand on what the remote holds"
		e.Hint = "git fetch --unshallow " + s.name
	}
	return e
}

// verdict is what the policies say of the push.
func (s *shipment) verdict() policy.Verdict {
	push := gitpush.Push{Ref: s.Ref, Head: s.Head}
	act := policy.Action{Tool: "shell", Argv: push.Argv(s.name), CWD: s.dir, Repo: s.Repo}
	if session, ok := strings.CutPrefix(string(s.Actor), "agent:"); ok {
		act.Agent, _ = domain.SessionID(session).Split()
	}
	layers := guard.Layers(s.app, s.log, nil)
	guard.Surround(s.app, &act, layers)
	guard.Checkouts(s.app, &act, policy.CheckoutFolders(layers, &act))
	return policy.Evaluate(layers, &act)
}
