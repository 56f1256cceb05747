package shipcmd

import (
	"errors"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"

	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/projections/store"
)

// resolved is what a ship brought, each commit with the patch-id that the log knows of it:
// a hook that sees a push has no time to number patches.
func (r *ShipReader) resolved(told *domain.ShipProvenance) *domain.ShipProvenance {
	whole := *told
	whole.Commits = slices.Clone(told.Commits)
	for i := range whole.Commits {
		if c := &whole.Commits[i]; c.PatchID == "" {
			row, _ := r.Row(c.Commit)
			c.PatchID = row.Says.Patch
		}
	}
	return &whole
}

// commit says of what a commit of a ship came, and which others change the same; imported is false for
// one of which the log knows no more than that it was shipped.
func (r *ShipReader) commit(c *domain.ShipCommit) (shown shownCommit, imported bool) {
	shown = shownCommit{Commit: c.Commit, Role: c.Role, PatchID: c.PatchID, Lanes: []domain.LaneID{}, Sessions: []domain.SessionID{}, Same: []domain.CommitID{}}
	if c.Lane != "" {
		shown.Lanes = append(shown.Lanes, c.Lane)
	}
	held, imported := r.Row(c.Commit)
	if shown.At, shown.Author = held.Says.At, held.Says.Author; !imported && c.PatchID == "" {
		shown.Patch = domain.UnknownNotYet
	}
	ties, err := r.Views.CommitTies(c.Commit)
	r.keep(err)
	for _, t := range ties {
		if !slices.Contains(shown.Sessions, t.Session) {
			shown.Sessions = append(shown.Sessions, t.Session)
		}
		lane, err := r.Views.LaneOf(t.Session)
		r.keep(err)
		if lane != "" && !slices.Contains(shown.Lanes, lane) {
			shown.Lanes = append(shown.Lanes, lane)
		}
	}
	for _, id := range r.Same(c.PatchID) {
		if id != c.Commit && r.Landed(id) {
			shown.Same = append(shown.Same, id)
		}
	}
	return shown, imported
}

// Row is a commit of the log; false when it holds none.
func (r *ShipReader) Row(id domain.CommitID) (store.CommitRow, bool) {
	row, held, err := r.Views.CommitAt(id)
	r.keep(err)
	return row, held
}

// Landed implements [ship.Work].
func (r *ShipReader) Landed(id domain.CommitID) bool {
	landed, err := r.Views.HasShip(id, store.ShipBrought)
	r.keep(err)
	return landed
}

// Same implements [ship.Work].
func (r *ShipReader) Same(patch string) (ids []domain.CommitID) {
	rows, err := r.Views.CommitsWith(patch)
	r.keep(err)
	for i := range rows {
		ids = append(ids, rows[i].Commit)
	}
	return ids
}

// Instead implements [ship.Work].
func (r *ShipReader) Instead(id domain.CommitID) []domain.CommitID {
	old, err := r.Views.Instead(id)
	r.keep(err)
	return old
}

// Commit implements [ship.History].
func (r *ShipReader) Commit(id domain.CommitID) (ship.Commit, bool) {
	row, ok := r.Row(id)
	return ship.Commit{ID: id, Tree: row.Says.Tree, Parents: row.Says.Parents, PatchID: row.Says.Patch}, ok
}

// checkedOut is the commit that the worktree around has checked out.
func checkedOut(a *app.App) (id domain.CommitID, err error) {
	git, err := gitexec.Alone(a.Env)
	if err != nil {
		return "", err
	}
	clone, err := gitrepo.Open(a.Ctx, git, app.Path(a, "."))
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, clone.Close()) }()
	head, err := clone.Head(a.Ctx)
	return head.Commit, err
}
