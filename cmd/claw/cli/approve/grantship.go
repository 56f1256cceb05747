package approvecmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
)

// seenShip is what an approver has to know of a ship: as it was prepared, and as a clone on this
// machine shows it.
type seenShip struct {
	move    shipcmd.ShipMove
	commits []seenCommit // parents first
	files   []gitrepo.FileChange
	tests   []string
	unseen  string // why the texts of the commits and the files are missing, "" where they are not
	differs []string
}

type seenCommit struct {
	domain.ShipCommit
	subject string
	author  domain.Person
}

// seeShip reads the ship that a request is about. The roles of the commits are those of the
// prepared ship; the commits are read from the clone in folder, where it holds them.
//
// Errors: those of the log and of git.
func seeShip(a *app.App, log eventlog.Log, r *approval.Request, folder string) (*seenShip, error) {
	s := &seenShip{}
	ships := shipping.NewShips(app.Operator(a, log), approvaltext.Approvals(a, log), shipcmd.ShipIndex{App: a})
	move := ship.Move{Repo: r.Scope.Repo, Ref: r.Scope.Ref, Old: baseOf(r), New: r.Action.Head}
	prepared, err := ships.Load(a.Ctx, move)
	if err != nil {
		return nil, err
	}
	plan := &shipping.Plan{Base: move.Old, Head: move.New, Tree: r.Action.Tree}
	plan.Repo, plan.Ref, plan.Branch = r.Scope.Repo, r.Scope.Ref, r.Scope.Branch
	if prepared.Prepared != nil {
		plan = prepared.Plan()
	} else {
		s.differs = append(s.differs, "nobody prepared this ship: how its commits are meant is not recorded")
	}
	s.move = shipcmd.MoveOf(plan)
	if err := s.readClone(a, plan, app.Path(a, app.FirstOf(folder, "."))); err != nil {
		return nil, err
	}
	s.move.Riders, s.move.Unstated = s.count(domain.CommitRider), s.count(domain.CommitUnknown)
	s.tests, err = testsOf(a, log, s.lanes())
	return s, err
}

// baseOf is the commit from which a request moves a ref, zeros for a new ref.
func baseOf(r *approval.Request) domain.CommitID {
	if r.Action.Base != "" {
		return r.Action.Base
	}
	return domain.CommitID(strings.Repeat("0", len(r.Action.Head)))
}

// readClone reads the commits and the files from the clone in a folder; without a clone that holds
// them only the prepared ship is shown.
func (s *seenShip) readClone(a *app.App, plan *shipping.Plan, folder string) error {
	for _, c := range plan.Commits {
		s.commits = append(s.commits, seenCommit{ShipCommit: c})
	}
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		s.unseen = app.Typed(err).Message
		return nil
	}
	clone, err := gitrepo.Open(a.Ctx, git, folder)
	if domain.KindOf(err) == domain.ErrNotFound || domain.KindOf(err) == domain.ErrUnavailable {
		s.unseen = folder + ": " + app.Typed(err).Message
		return nil
	}
	if err != nil {
		return err
	}
	return errors.Join(s.readCommits(a, clone, plan, folder), clone.Close())
}

func (s *seenShip) readCommits(a *app.App, clone *gitrepo.Clone, plan *shipping.Plan, folder string) error {
	for _, id := range []domain.CommitID{plan.Base, plan.Head} {
		if ship.IsNone(id) {
			continue
		}
		if held, err := clone.Holds(a.Ctx, id); err != nil || !held {
			s.unseen = "the repository in " + folder + " does not hold " + term.ShortName(id)
			return err
		}
	}
	found, err := clone.Between(a.Ctx, plan.Base, plan.Head)
	if err != nil {
		return err
	}
	ids := make([]domain.CommitID, len(found))
	for i := range found {
		ids[i] = found[i].Commit
	}
	said, err := clone.Said(a.Ctx, ids)
	if err != nil {
		return err
	}
	s.compare(plan, found)
	s.commits = make([]seenCommit, len(found))
	for i := range found {
		c := seenCommit{ShipCommit: domain.ShipCommit{Commit: ids[i], Role: domain.CommitUnknown}, subject: said[ids[i]].Subject, author: found[i].Author.Person}
		if at := indexCommit(plan.Commits, ids[i]); at >= 0 {
			c.ShipCommit = plan.Commits[at]
		}
		s.commits[i] = c
	}
	s.files, err = clone.Files(a.Ctx, plan.Base, plan.Head)
	return err
}

func indexCommit(commits []domain.ShipCommit, id domain.CommitID) int {
	return slices.IndexFunc(commits, func(c domain.ShipCommit) bool { return c.Commit == id })
}

// compare notes where the clone differs from the ship that was requested: git decides what would be
// pushed.
func (s *seenShip) compare(plan *shipping.Plan, found []domain.CommitObserved) {
	if n := len(found); n > 0 && plan.Tree != "" && found[n-1].Commit == plan.Head && found[n-1].Tree != plan.Tree {
		s.differs = append(s.differs, "the head's tree is "+found[n-1].Tree+", not the one that is asked for")
	}
	for i := range plan.Commits {
		if id := plan.Commits[i].Commit; !slices.ContainsFunc(found, func(c domain.CommitObserved) bool { return c.Commit == id }) {
			s.differs = append(s.differs, "the log lists "+term.ShortName(id)+", which does not go by what git says")
		}
	}
}

// count counts the commits of a role.
func (s *seenShip) count(role domain.CommitRole) (n int) {
	for i := range s.commits {
		if s.commits[i].Role == role {
			n++
		}
	}
	return n
}

// lanes are the lanes of the commits, each once, sorted.
func (s *seenShip) lanes() []domain.LaneID {
	lanes := slices.Clone(s.move.Intent.Lanes)
	for i := range s.commits {
		if lane := s.commits[i].Lane; lane != "" {
			lanes = append(lanes, lane)
		}
	}
	slices.Sort(lanes)
	return slices.Compact(lanes)
}
