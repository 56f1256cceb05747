package shipcmd

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store"
)

// ShipDocument is the answer of ship show.
type ShipDocument struct {
	app.Head
	view.ReadAt
	ShownShip
}

// ShownShip is a ship with all that the log knows around it.
type ShownShip struct {
	shipRow
	Commits    []shownCommit     `json:"commits"`
	Supersedes []ship.Superseded `json:"supersedes"` // commits whose work it brought in others
	// Lineage says why Supersedes, and what changes the same, may not be all: not_yet where commits of
	// the ship were not imported.
	Lineage   domain.Unknown              `json:"lineage_unknown,omitzero"`
	Approvals []approvaltext.ApprovalRow  `json:"approvals"`
	Missing   []domain.EventID            `json:"missing_approvals,omitzero"` // that it names and the log does not have
	By        []domain.StreamID           `json:"superseded_by"`              // recorded ships that brought the same
	DroppedBy []domain.StreamID           `json:"dropped_by"`                 // ships that took it off the ref again
	Unlogged  []domain.StreamID           `json:"unlogged_by"`                // ships that say that nobody recorded it
	Dropped   []domain.CommitID           `json:"dropped,omitzero"`           // that the ref held before it
	Gaps      []audit.Gap                 `json:"gaps"`                       // what speaks against it
	Because   map[string][]domain.EventID `json:"because"`
}

// shownCommit is a commit of a ship.
type shownCommit struct {
	Commit   domain.CommitID    `json:"commit"`
	Role     domain.CommitRole  `json:"role"`
	PatchID  string             `json:"patch_id,omitzero"`
	Patch    domain.Unknown     `json:"patch_id_unknown,omitzero"` // not_yet: the commit was not imported
	At       projections.Time   `json:"at,omitzero"`               // it was made
	Author   domain.Person      `json:"author,omitzero"`
	Lanes    []domain.LaneID    `json:"lanes"`
	Sessions []domain.SessionID `json:"sessions"`
	Same     []domain.CommitID  `json:"same_change"` // commits that change the same and landed too
}

func shipShow(a *app.App) *cobra.Command {
	return a.AsOf(a.Verb("show SHIP|COMMIT", "look", "Show one ship, or the one that brought a commit: content, method, approvals", app.Exactly(1, "SHIP|COMMIT"),
		func(args []string) (app.Document, error) {
			in, err := NewReader(a)
			if err != nil {
				return nil, err
			}
			row, err := in.Find(args[0])
			if err != nil {
				return nil, err
			}
			shown, err := in.Show(row)
			return &ShipDocument{app.HeadOf("ship"), in.Views.ReadAt(), shown}, err
		}))
}

// ShipReader tells of ships by the read model and the log. The first error of the read
// model that a question without an answer met is kept.
type ShipReader struct {
	Views   *view.Views
	App     *app.App
	Log     eventlog.Log
	Approve *approve.Approvals
	Rules   *approval.Rules
	failed  error
}

// NewReader opens the read model and the log for questions about ships.
func NewReader(a *app.App) (*ShipReader, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	in := &ShipReader{Views: v, App: a, Log: log, Approve: approvaltext.Approvals(a, log)}
	in.Rules, err = in.Approve.Rules(a.Ctx)
	return in, err
}

// Find takes the id of a ship, or a commit for the ship that brought it.
func (r *ShipReader) Find(typed string) (store.ShipRow, error) {
	row, err := r.Views.Ship(typed)
	if err == nil {
		return row, nil
	}
	commit, is, failed := r.TypedCommit(typed)
	if !is || failed != nil {
		return row, cmp.Or(failed, err)
	}
	all, err := r.Views.ShipsWith(commit, store.ShipBrought)
	if err != nil {
		return row, err
	}
	for i := range all {
		if all[i].Recorded() {
			return all[i], nil
		}
	}
	if len(all) == 0 {
		return row, &domain.Error{Kind: domain.ErrNotFound, Operation: "find ship", Target: typed,
			Message: "no ship of the log brought this commit", Hint: "scan the repository: " + app.NextStep(r.App, "claw ship scan REPO")}
	}
	return all[0], nil
}

// Show gathers what the log knows around a ship.
func (r *ShipReader) Show(row store.ShipRow) (ShownShip, error) {
	told := r.resolved(&row.Provenance.Says)
	s := ShownShip{shipRow: RowOfShip(&row), Commits: []shownCommit{}, Approvals: []approvaltext.ApprovalRow{}, By: []domain.StreamID{}, DroppedBy: []domain.StreamID{},
		Unlogged: []domain.StreamID{}, Dropped: row.Rewritten.Says.Dropped, Gaps: []audit.Gap{}, Because: because(&row)}
	for i := range told.Commits {
		c, imported := r.commit(&told.Commits[i])
		if s.Commits = append(s.Commits, c); !imported {
			s.Lineage = domain.UnknownNotYet
		}
	}
	s.Supersedes = ship.Lineage(r, told)
	for _, other := range r.saying(s.New, store.ShipBrought) {
		if other.Stream != row.Stream && other.Recorded() && other.Target().Ref == s.Ref {
			s.By = append(s.By, other.Stream)
		}
	}
	for _, by := range []struct {
		word store.ShipWord
		of   *[]domain.StreamID
	}{{store.ShipDropped, &s.DroppedBy}, {store.ShipUnlogged, &s.Unlogged}} {
		for _, other := range r.saying(s.New, by.word) {
			if other.Target().Ref == s.Ref {
				*by.of = append(*by.of, other.Stream)
			}
		}
	}
	named, err := r.Named(&row)
	if err != nil {
		return s, err
	}
	s.Missing = named.Missing
	for i := range named.Found {
		s.Approvals = append(s.Approvals, approvaltext.RowOf(named.Found[i].Approval, r.Rules, r.Views.AsOf))
	}
	s.Gaps = append(s.Gaps, audit.ShipGaps(row.Stream, &row.Ship, &named)...)
	return s, r.failed
}

func (r *ShipReader) saying(commit domain.CommitID, word store.ShipWord) []store.ShipRow {
	rows, err := r.Views.ShipsWith(commit, word)
	r.keep(err)
	return rows
}

func (r *ShipReader) keep(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

// Named finds the requests whose approvals a ship names, each once.
func (r *ShipReader) Named(row *store.ShipRow) (audit.Named, error) {
	var named audit.Named
	seen := map[domain.StreamID]bool{}
	for _, id := range approvalsOf(row) {
		e, err := r.Log.Get(r.App.Ctx, id)
		if err != nil && app.Typed(err).Kind != domain.ErrNotFound {
			return named, err
		}
		if err != nil || e.Stream.Family != domain.FamilyApproval {
			named.Missing = append(named.Missing, id)
			continue
		}
		if seen[e.Stream] {
			continue
		}
		seen[e.Stream] = true
		one, err := r.Approve.Fold(r.App.Ctx, e.Stream, r.Rules)
		if err != nil {
			return named, err
		}
		named.Found = append(named.Found, audit.Judge(one, r.Rules.Signers.Now(), r.Views.AsOf.Time()))
	}
	return named, nil
}

// approvalsOf lists the events of approvals that a ship names.
func approvalsOf(row *store.ShipRow) []domain.EventID {
	if told := row.Provenance.Says.Approvals; len(told) > 0 {
		return told
	}
	return row.Pushed.Says.Approvals
}

// because names the events of a ship by what they say.
func because(row *store.ShipRow) map[string][]domain.EventID {
	out := map[string][]domain.EventID{}
	for name, id := range map[string]domain.EventID{"prepared": row.Prepared.Event, "commits_selected": row.Selected.Event, "merged": row.Merged.Event,
		"pushed_main": row.Pushed.Event, "provenance": row.Provenance.Event, "rewritten": row.Rewritten.Event, "unlogged_push_found": row.Unlogged.Event} {
		if !id.IsZero() {
			out[name] = []domain.EventID{id}
		}
	}
	return out
}

// TypedCommit finds the commit that typed stands for: the log knows one that begins like this, or it is
// HEAD. Without is it stands for none.
//
// Errors: kind not_found when there is no such commit, or nothing around to have a HEAD.
func (r *ShipReader) TypedCommit(typed string) (id domain.CommitID, is bool, err error) {
	switch {
	case typed == "HEAD":
		id, err = checkedOut(r.App)
	case view.NamesCommit(typed):
		id, err = r.Views.CommitNamed(typed)
	default:
		return "", false, nil
	}
	return id, true, err
}
