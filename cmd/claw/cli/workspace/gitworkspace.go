package workspace

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	gitexec "github.com/clawable/claw/git/exec"
	gitstate "github.com/clawable/claw/git/state"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// workspaceCheck compares the place of a lane's work with this worktree.
type workspaceCheck struct {
	Lane     domain.LaneID              `json:"lane"`
	State    projections.WorkspaceState `json:"state"`
	Differs  []projections.PlacePart    `json:"differs"`
	Expected workPlace                  `json:"expected"`
	Actual   workPlace                  `json:"actual"`
}

// workPlace is where work happens; "" is unknown.
type workPlace struct {
	Worktree domain.Path   `json:"worktree,omitzero"`
	Branch   domain.Branch `json:"branch,omitzero"`
	Repo     domain.RepoID `json:"repo,omitzero"`
}

// check compares a worktree with the places of a lane.
//
// Errors: those of git.
func check(a *app.App, git gitexec.Git, lane *query.LanePlaces, here projections.WorkPlace) (*workspaceCheck, error) {
	c, err := projections.CheckWorkspace(lane.Places, here, func(expected domain.Path) (projections.WorkspaceState, error) {
		return standing(a, git, expected, here.Worktree)
	})
	if err != nil {
		return nil, err
	}
	return &workspaceCheck{lane.Lane, c.State, c.Differs, workPlace(c.Expected), workPlace(c.Actual)}, nil
}

// standing compares the folder that a lane is bound to with the root of a worktree. Git cannot
// determine the worktree of a folder that was removed: a folder below the root may have belonged to
// it.
func standing(a *app.App, git gitexec.Git, expected, root domain.Path) (projections.WorkspaceState, error) {
	if expected == "" {
		return projections.WorkspaceUnknown, nil
	}
	if expected == root {
		return projections.WorkspaceMatches, nil
	}
	if _, err := os.Stat(string(expected)); err != nil {
		if strings.HasPrefix(string(expected), strings.TrimSuffix(string(root), string(filepath.Separator))+string(filepath.Separator)) {
			return projections.WorkspaceUnknown, nil
		}
		return projections.WorkspaceMismatch, nil
	}
	of, err := gitstate.Root(a.Ctx, git, string(expected))
	switch {
	case err != nil:
		return projections.WorkspaceUnknown, gitSilent(string(expected), err)
	case of == root:
		return projections.WorkspaceMatches, nil
	}
	return projections.WorkspaceMismatch, nil
}

func (c *workspaceCheck) Text(p *term.Page) {
	p.Field("lane", term.StylePlain, "%s: %s", c.Lane, c.State)
	for _, part := range c.Differs {
		of := func(w *workPlace) string {
			switch part {
			case projections.PartWorktree:
				return string(w.Worktree)
			case projections.PartBranch:
				return string(w.Branch)
			case projections.PartRepo:
			}
			return string(w.Repo)
		}
		p.Field(string(part), term.StyleYellow, "%s, the lane's is %s", app.FirstOf(of(&c.Actual), "none"), of(&c.Expected))
	}
}
