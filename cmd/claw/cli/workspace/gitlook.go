package workspace

import (
	"errors"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// looking is the purpose of a look at a worktree: a lane to compare with, a log to append to.
type looking struct {
	app  *app.App
	lane *query.LanePlaces // nil when none was named
	log  eventlog.Log      // nil when nothing is recorded
}

// lookFor opens what the flags need, before git runs.
//
// Errors: those of the log; kind not_found for a lane that does not exist.
func lookFor(a *app.App, o statusOptions) (l *looking, err error) {
	l = &looking{app: a}
	if o.record {
		if l.log, _, err = a.OpenLog(app.ToAppend); err != nil {
			return nil, err
		}
	}
	if o.lane != "" {
		v, err := view.Open(a)
		if err != nil {
			return nil, err
		}
		lane, err := query.PlacesOfLane(a.Ctx, v, o.lane, v.AsOf)
		if err != nil {
			return nil, err
		}
		l.lane = &lane
	}
	return l, nil
}

// look compares the worktree with those of the lane, and appends what was found.
func (l *looking) look(git gitexec.Git, d *GitStatusDocument) (err error) {
	if l.lane == nil && l.log == nil {
		return nil
	}
	at, err := LookOf(l.app, d.Repository)
	if err != nil {
		return err
	}
	if l.lane != nil {
		at.Lane, at.After = l.lane.Lane, l.lane.Opened
		here := projections.WorkPlace{Worktree: at.Worktree, Branch: at.Branch, Repo: at.Repo.Value}
		if d.Workspace, err = check(l.app, git, l.lane, here); err != nil {
			return err
		}
	}
	if l.log == nil {
		return nil
	}
	results, err := app.Recorder(l.log, domain.TrustMedium).RecordLook(l.app.Ctx, &at, d.facts()...)
	for i := range results {
		if results[i].Fate == record.Imported {
			d.Recorded = append(d.Recorded, results[i].ID)
		}
	}
	return err
}

// LookOf is a look at a worktree in a state, now and for no lane.
//
// Errors: those of reading the repository's name.
func LookOf(a *app.App, s *gitstate.State) (record.Look, error) {
	repo, err := repoName(a, string(s.GitDir))
	at := record.Look{At: domain.At(a.Now()), Worktree: s.Worktree, Repo: repo, Run: a.OwnRun()}
	if s.Branch != nil {
		at.Branch = *s.Branch
	}
	return at, err
}

// repoName names the repository as its import does; unknown where git has no name for it.
func repoName(a *app.App, dir string) (domain.Maybe[domain.RepoID], error) {
	none := domain.NotKnown[domain.RepoID](domain.UnknownUnavailable)
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return none, err
	}
	clone, err := gitrepo.Open(a.Ctx, git, dir)
	if err != nil {
		return none, err
	}
	name, err := clone.Name(a.Ctx)
	err = errors.Join(err, clone.Close())
	if domain.KindOf(err) == domain.ErrUnavailable {
		return none, nil
	}
	return domain.Known(name), err
}

// facts are the facts to append; an unknown state is none.
func (d *GitStatusDocument) facts() (facts []domain.Payload) {
	if fact := FreshnessFact(d.Repository); fact != nil {
		facts = append(facts, fact)
	}
	if w := d.Workspace; w != nil && w.State == projections.WorkspaceMismatch {
		var head domain.CommitID
		if h := d.Repository.Head; h != nil {
			head = *h
		}
		facts = append(facts, w.fact(head))
	}
	return facts
}

// FreshnessFact is the fact of how the work compares with its main branch, nil where that is
// unknown.
func FreshnessFact(s *gitstate.State) domain.Payload {
	m := &s.Main
	var branch domain.Branch
	if s.Branch != nil {
		branch = *s.Branch
	}
	switch m.State {
	case gitstate.BaseDiverged:
		stale := &domain.BranchStaleAgainstMain{Branch: branch, MainRef: m.Said, CommitsBehind: m.Behind, CommitsAhead: m.Ahead,
			MissingCommits: m.Missing, MainCommit: *m.Expected}
		if s.Head != nil {
			stale.Head = *s.Head
		}
		if s.Advice != nil {
			stale.RecommendedAction = string(s.Advice.Action)
		}
		return stale
	case gitstate.BaseMatches:
		return &domain.BranchFreshnessChecked{Branch: branch, Base: *m.Expected, CommitsBehind: m.Behind, CommitsAhead: m.Ahead}
	case gitstate.BaseNone, gitstate.BaseUnknown:
	}
	return nil
}

// fact is the mismatch as an event.
func (c *workspaceCheck) fact(head domain.CommitID) *domain.BranchWorkspaceMismatch {
	f := &domain.BranchWorkspaceMismatch{Expected: c.Expected.Worktree, Actual: c.Actual.Worktree, Head: head}
	if !slices.Contains(c.Differs, projections.PartWorktree) { // the worktree is the lane's, whichever folder of it was named
		f.Actual = f.Expected
	}
	for _, part := range c.Differs {
		switch part {
		case projections.PartBranch:
			f.ExpectedBranch, f.ActualBranch = c.Expected.Branch, c.Actual.Branch
		case projections.PartRepo:
			f.ExpectedRepo, f.ActualRepo = c.Expected.Repo, c.Actual.Repo
		case projections.PartWorktree:
		}
	}
	return f
}
