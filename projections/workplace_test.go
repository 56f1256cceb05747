package projections_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

func TestAWorkspaceIsHeldAgainstEachPlaceOfTheLane(t *testing.T) {
	type place = projections.WorkPlace
	type parts = []projections.PlacePart
	here := place{Worktree: "/w", Branch: "fix", Repo: "example.org/r"}
	tree := func(expected domain.Path) (projections.WorkspaceState, error) {
		switch expected {
		case "":
			return projections.WorkspaceUnknown, nil
		case "/broken":
			return "", errors.New("git does not answer")
		case here.Worktree:
			return projections.WorkspaceMatches, nil
		}
		return projections.WorkspaceMismatch, nil
	}
	elsewhere, nowhere, branch := place{Worktree: "/other"}, place{}, place{Worktree: "/w", Branch: "main"}
	for name, row := range map[string]struct {
		belongs []place
		state   projections.WorkspaceState
		differs parts
		fits    place
	}{
		"the same":                        {[]place{here}, projections.WorkspaceMatches, parts{}, here},
		"the worktree alone is known":     {[]place{{Worktree: "/w"}}, projections.WorkspaceMatches, parts{}, place{Worktree: "/w"}},
		"another worktree":                {[]place{elsewhere}, projections.WorkspaceMismatch, parts{projections.PartWorktree}, elsewhere},
		"nothing is known":                {[]place{nowhere}, projections.WorkspaceUnknown, parts{}, nowhere},
		"another branch":                  {[]place{branch}, projections.WorkspaceMismatch, parts{projections.PartBranch}, branch},
		"another repository, all differs": {[]place{{"/other", "main", "x"}}, projections.WorkspaceMismatch, parts{projections.PartWorktree, projections.PartBranch, projections.PartRepo}, place{"/other", "main", "x"}},
		"a match before the rest":         {[]place{elsewhere, nowhere, here}, projections.WorkspaceMatches, parts{}, here},
		"the unknown before a mismatch":   {[]place{elsewhere, nowhere}, projections.WorkspaceUnknown, parts{}, nowhere},
		"the first of those that fit":     {[]place{branch, elsewhere}, projections.WorkspaceMismatch, parts{projections.PartBranch}, branch},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := projections.CheckWorkspace(row.belongs, here, tree)
			if err != nil {
				t.Fatal(err)
			}
			want := projections.WorkspaceCheck{State: row.state, Differs: row.differs, Expected: row.fits, Actual: here}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, err := projections.CheckWorkspace([]place{here, {Worktree: "/broken"}}, here, tree); err == nil {
		t.Error("no error where git does not answer")
	}
	unnamed := here
	unnamed.Repo = ""
	if got, err := projections.CheckWorkspace([]place{here}, unnamed, tree); err != nil || got.State != projections.WorkspaceMatches {
		t.Errorf("a repository without a name: %q, %v", got.State, err)
	}
}
