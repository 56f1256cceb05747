package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"

	gitexec "github.com/clawable/claw/git/exec"

	gitstate "github.com/clawable/claw/git/state"
)

// workspaceState says whether work happens in the lane's tree.
type workspaceState string

const (
	workspaceMatches  workspaceState = "matches"
	workspaceMismatch workspaceState = "mismatch"
	workspaceUnknown  workspaceState = "unknown" // the log, or git, does not say where it belongs
)

// Enum lists the values.
func (workspaceState) Enum() []string {
	return []string{string(workspaceMatches), string(workspaceMismatch), string(workspaceUnknown)}
}

// rank orders the states: of places that a lane may belong to, a match counts more than what
// is not known, and that more than a mismatch.
func (s workspaceState) rank() int {
	return slices.Index([]workspaceState{workspaceMismatch, workspaceUnknown, workspaceMatches}, s)
}

// workspaceCheck is where a lane's work belongs, held against where this is.
type workspaceCheck struct {
	Lane     domain.LaneID  `json:"lane"`
	State    workspaceState `json:"state"`
	Differs  []placePart    `json:"differs"`
	Expected workPlace      `json:"expected"`
	Actual   workPlace      `json:"actual"`
}

// workPlace is where work happens; "" is not known.
type workPlace struct {
	Worktree domain.Path   `json:"worktree,omitzero"`
	Branch   domain.Branch `json:"branch,omitzero"`
	Repo     domain.RepoID `json:"repo,omitzero"`
}

// placePart is a part of a place.
type placePart string

const (
	partWorktree placePart = "worktree"
	partBranch   placePart = "branch"
	partRepo     placePart = "repo"
)

// Enum lists the values.
func (placePart) Enum() []string {
	return []string{string(partWorktree), string(partBranch), string(partRepo)}
}

// boundLane is a lane as the log says where its work belongs.
type boundLane struct {
	id     domain.LaneID
	places []workPlace      // one of them, where nothing orders who bound them; at least one
	opened []domain.EventID // what began its last attempt
}

// findLane finds where a lane's work belongs: where it is bound to, else where its oldest
// session began.
func findLane(a *app.App, typed string) (*boundLane, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	d, err := v.Lane(typed, v.AsOf)
	if err != nil {
		return nil, err
	}
	belongs, err := v.LaneBelonging(a.Ctx, typed)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	b := &boundLane{id: d.LaneRow.Lane, opened: belongs.Opened}
	for _, id := range belongs.Bindings {
		e, err := log.Get(a.Ctx, id)
		if err != nil {
			return nil, err
		}
		b.places = append(b.places, workPlace{e.Subject.Worktree.Value, e.Subject.Branch.Value, e.Subject.Repo.Value})
	}
	if len(b.places) == 0 {
		b.places = []workPlace{{Worktree: d.Workspace.Value}}
	}
	return b, nil
}

// check holds a worktree against the lane's: against each place that it may belong to, and
// the first of those that it fits best is told.
//
// Errors: those of git.
func (b *boundLane) check(a *app.App, git gitexec.Git, here workPlace) (best *workspaceCheck, err error) {
	for i := range b.places {
		c, err := holdAgainst(a, git, b.places[i], here)
		if err != nil {
			return nil, err
		}
		if best == nil || c.State.rank() > best.State.rank() {
			best = c
		}
	}
	best.Lane = b.id
	return best, nil
}

// holdAgainst compares two places.
//
// Errors: those of git.
func holdAgainst(a *app.App, git gitexec.Git, expected, here workPlace) (*workspaceCheck, error) {
	c := &workspaceCheck{Differs: []placePart{}, Expected: expected, Actual: here}
	var err error
	if c.State, err = standing(a, git, expected.Worktree, here.Worktree); err != nil {
		return nil, err
	}
	if c.State == workspaceMismatch {
		c.Differs = append(c.Differs, partWorktree)
	}
	if expected.Branch != "" && expected.Branch != here.Branch {
		c.Differs = append(c.Differs, partBranch)
	}
	if expected.Repo != "" && here.Repo != "" && expected.Repo != here.Repo {
		c.Differs = append(c.Differs, partRepo)
	}
	if len(c.Differs) > 0 {
		c.State = workspaceMismatch
	}
	return c, nil
}

// standing compares the folder that a lane is bound to with the root of a worktree. A folder
// that is gone cannot be asked for its worktree: one below the root may have been of it.
func standing(a *app.App, git gitexec.Git, expected, root domain.Path) (workspaceState, error) {
	if expected == "" {
		return workspaceUnknown, nil
	}
	if expected == root {
		return workspaceMatches, nil
	}
	if _, err := os.Stat(string(expected)); err != nil {
		if strings.HasPrefix(string(expected), strings.TrimSuffix(string(root), string(filepath.Separator))+string(filepath.Separator)) {
			return workspaceUnknown, nil
		}
		return workspaceMismatch, nil
	}
	of, err := gitstate.Root(a.Ctx, git, string(expected))
	switch {
	case err != nil:
		return workspaceUnknown, gitSilent(string(expected), err)
	case of == root:
		return workspaceMatches, nil
	}
	return workspaceMismatch, nil
}

func (c *workspaceCheck) Text(p *term.Page) {
	p.Field("lane", term.StylePlain, "%s: %s", c.Lane, c.State)
	for _, part := range c.Differs {
		of := func(w *workPlace) string {
			switch part {
			case partWorktree:
				return string(w.Worktree)
			case partBranch:
				return string(w.Branch)
			case partRepo:
			}
			return string(w.Repo)
		}
		p.Field(string(part), term.StyleYellow, "%s, the lane's is %s", app.FirstOf(of(&c.Actual), "none"), of(&c.Expected))
	}
}
