package projections

import (
	"slices"

	"github.com/clawable/claw/domain"
)

// WorkPlace is where work happens; "" is not known.
type WorkPlace struct {
	Worktree domain.Path
	Branch   domain.Branch
	Repo     domain.RepoID
}

// WorkspaceState states whether work happens in the lane's tree.
type WorkspaceState string

// The states.
const (
	WorkspaceMatches  WorkspaceState = "matches"
	WorkspaceMismatch WorkspaceState = "mismatch"
	WorkspaceUnknown  WorkspaceState = "unknown" // the log, or git, does not say where it belongs
)

// Enum lists the values.
func (WorkspaceState) Enum() []string {
	return []string{string(WorkspaceMatches), string(WorkspaceMismatch), string(WorkspaceUnknown)}
}

// rank orders the states: of places that a lane may belong to, a match counts more than what
// is not known, and that more than a mismatch.
func (s WorkspaceState) rank() int {
	return slices.Index([]WorkspaceState{WorkspaceMismatch, WorkspaceUnknown, WorkspaceMatches}, s)
}

// PlacePart is a part of a place.
type PlacePart string

// The parts.
const (
	PartWorktree PlacePart = "worktree"
	PartBranch   PlacePart = "branch"
	PartRepo     PlacePart = "repo"
)

// Enum lists the values.
func (PlacePart) Enum() []string {
	return []string{string(PartWorktree), string(PartBranch), string(PartRepo)}
}

// WorkspaceCheck is a place where a lane's work may belong, held against where it happens.
type WorkspaceCheck struct {
	State            WorkspaceState
	Differs          []PlacePart // empty unless the state is a mismatch
	Expected, Actual WorkPlace
}

// CheckWorkspace holds a place against each place that a lane's work may belong to, at least one,
// and returns the first of the checks that fit best. tree says whether a worktree that is expected
// is the one here.
//
// Errors: those of tree.
func CheckWorkspace(belongs []WorkPlace, here WorkPlace, tree func(expected domain.Path) (WorkspaceState, error)) (best WorkspaceCheck, err error) {
	for i, expected := range belongs {
		state, err := tree(expected.Worktree)
		if err != nil {
			return best, err
		}
		if c := holdAgainst(expected, here, state); i == 0 || c.State.rank() > best.State.rank() {
			best = c
		}
	}
	return best, nil
}

// holdAgainst compares two places; tree is the known relation of their worktrees.
func holdAgainst(expected, here WorkPlace, tree WorkspaceState) WorkspaceCheck {
	c := WorkspaceCheck{State: tree, Differs: []PlacePart{}, Expected: expected, Actual: here}
	if tree == WorkspaceMismatch {
		c.Differs = append(c.Differs, PartWorktree)
	}
	if expected.Branch != "" && expected.Branch != here.Branch {
		c.Differs = append(c.Differs, PartBranch)
	}
	if expected.Repo != "" && here.Repo != "" && expected.Repo != here.Repo {
		c.Differs = append(c.Differs, PartRepo)
	}
	if len(c.Differs) > 0 {
		c.State = WorkspaceMismatch
	}
	return c
}
