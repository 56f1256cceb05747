package shipcmd

import (
	"errors"
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	gitexec "github.com/clawable/claw/git/exec"
	"github.com/clawable/claw/producers/gitrepo"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
)

// resolved is what a ship brought, each commit with its patch-id of the log: a hook that sees a
// push has no time to compute patch-ids.
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

// commit returns the lanes and sessions of a commit of a ship, and the commits with the same
// change; imported is false where the log holds nothing else of the commit.
func (r *ShipReader) commit(c *domain.ShipCommit) (shown shownCommit, imported bool) {
	shown = shownCommit{Commit: c.Commit, Role: c.Role, PatchID: c.PatchID, Lanes: []domain.LaneID{}, Sessions: []domain.SessionID{}, Same: []domain.CommitID{}}
	if c.Lane != "" {
		shown.Lanes = append(shown.Lanes, c.Lane)
	}
	held, imported := r.Row(c.Commit)
	if shown.At, shown.Author = held.Says.At, held.Says.Author; !imported && c.PatchID == "" {
		shown.Patch = domain.UnknownNotYet
	}
	r.tie(&shown.Lanes, &shown.Sessions, c.Commit)
	for _, id := range r.Same(c.PatchID) {
		if id != c.Commit && r.Landed(id) {
			shown.Same = append(shown.Same, id)
		}
	}
	return shown, imported
}

// tie adds the sessions from which a commit results, and their lanes, each once.
func (r *ShipReader) tie(lanes *[]domain.LaneID, sessions *[]domain.SessionID, commit domain.CommitID) {
	ties, err := query.CommitTies(r.Views, commit)
	r.keep(err)
	for _, t := range ties {
		if !slices.Contains(*sessions, t.Session) {
			*sessions = append(*sessions, t.Session)
		}
		lane, err := query.LaneOf(r.Views, t.Session)
		r.keep(err)
		if lane != "" && !slices.Contains(*lanes, lane) {
			*lanes = append(*lanes, lane)
		}
	}
}

// Ties returns the lanes and sessions from which some commits result, each once, sorted.
//
// Errors: those of the read model.
func (r *ShipReader) Ties(commits ...domain.CommitID) (lanes []domain.LaneID, sessions []domain.SessionID, err error) {
	lanes, sessions = []domain.LaneID{}, []domain.SessionID{}
	for _, c := range commits {
		r.tie(&lanes, &sessions, c)
	}
	slices.Sort(lanes)
	slices.Sort(sessions)
	return lanes, sessions, r.failed
}

// Row is a commit of the log; false when the log does not hold it.
func (r *ShipReader) Row(id domain.CommitID) (query.CommitRow, bool) {
	row, held, err := query.CommitAt(r.Views, id)
	r.keep(err)
	return row, held
}

// Landed implements [ship.Work].
func (r *ShipReader) Landed(id domain.CommitID) bool {
	landed, err := query.HasShip(r.Views, id, tables.ShipBrought)
	r.keep(err)
	return landed
}

// Same implements [ship.Work].
func (r *ShipReader) Same(patch string) (ids []domain.CommitID) {
	rows, err := query.CommitsWith(r.Views, patch)
	r.keep(err)
	for i := range rows {
		ids = append(ids, rows[i].Commit)
	}
	return ids
}

// Instead implements [ship.Work].
func (r *ShipReader) Instead(id domain.CommitID) []domain.CommitID {
	old, err := query.Instead(r.Views, id)
	r.keep(err)
	return old
}

// Commit implements [ship.History].
func (r *ShipReader) Commit(id domain.CommitID) (ship.Commit, bool) {
	row, ok := r.Row(id)
	return ship.Commit{ID: id, Tree: row.Says.Tree, Parents: row.Says.Parents, PatchID: row.Says.Patch}, ok
}

// checkedOut is the commit that is checked out in the worktree of the working folder.
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
