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
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/projections/values"
)

// ShipDocument is the answer of ship show.
type ShipDocument struct {
	app.Head
	view.ReadAt
	ShownShip
}

// ShownShip is a ship with everything that the log holds about it.
type ShownShip struct {
	shipRow
	Commits    []shownCommit     `json:"commits"`
	Supersedes []ship.Superseded `json:"supersedes"` // commits whose work it brought in other commits
	// Lineage is why Supersedes, and the commits with the same change, may be incomplete: not_yet
	// where commits of the ship were not imported.
	Lineage   domain.Unknown              `json:"lineage_unknown,omitzero"`
	Approvals []approvaltext.ApprovalRow  `json:"approvals"`
	Missing   []domain.EventID            `json:"missing_approvals,omitzero"` // approvals that it names and the log does not hold
	By        []domain.StreamID           `json:"superseded_by"`              // recorded ships that brought the same
	DroppedBy []domain.StreamID           `json:"dropped_by"`                 // ships that removed it from the ref
	Unlogged  []domain.StreamID           `json:"unlogged_by"`                // ships that report that it was not recorded
	Dropped   []domain.CommitID           `json:"dropped,omitzero"`           // commits that the ref held before it
	Gaps      []audit.Gap                 `json:"gaps"`                       // the evidence against it
	Because   map[string][]domain.EventID `json:"because"`
}

// shownCommit is a commit of a ship.
type shownCommit struct {
	Commit   domain.CommitID    `json:"commit"`
	Role     domain.CommitRole  `json:"role"`
	PatchID  string             `json:"patch_id,omitzero"`
	Patch    domain.Unknown     `json:"patch_id_unknown,omitzero"` // not_yet: the commit was not imported
	At       values.Time        `json:"at,omitzero"`               // when it was made
	Author   domain.Person      `json:"author,omitzero"`
	Lanes    []domain.LaneID    `json:"lanes"`
	Sessions []domain.SessionID `json:"sessions"`
	Same     []domain.CommitID  `json:"same_change"` // commits with the same change that reached a ref too
}

func shipShow(a *app.App) *cobra.Command {
	return a.AsOf(a.Verb("show SHIP|COMMIT", "look", "Show one ship, or the one that brought a commit: content, method, approvals", app.Exactly(1, "SHIP|COMMIT"),
		func(args []string) (app.Document, error) { return showShip(a, args[0]) }))
}

func showShip(a *app.App, id string) (app.Document, error) {
	in, err := NewReader(a)
	if err != nil {
		return nil, err
	}
	row, err := in.Find(id)
	if err != nil {
		return nil, err
	}
	shown, err := in.Show(row)
	return &ShipDocument{app.HeadOf("ship"), in.Views.ReadAt(), shown}, err
}

// ShipReader answers questions about ships from the read model and the log. A method without an
// error result stores the first error of the read model in failed.
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

// Find finds a ship by its id, or the ship that brought a commit.
func (r *ShipReader) Find(typed string) (query.ShipRow, error) {
	row, err := query.Ship(r.Views, typed)
	if err == nil {
		return row, nil
	}
	commit, is, failed := r.TypedCommit(typed)
	if !is || failed != nil {
		return row, cmp.Or(failed, err)
	}
	all, err := query.ShipsWith(r.Views, commit, tables.ShipBrought)
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

// Show collects what the log holds about a ship.
func (r *ShipReader) Show(row query.ShipRow) (ShownShip, error) {
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
	for _, other := range r.saying(s.New, tables.ShipBrought) {
		if other.Stream != row.Stream && other.Recorded() && other.Target().Ref == s.Ref {
			s.By = append(s.By, other.Stream)
		}
	}
	for _, by := range []struct {
		word tables.ShipWord
		of   *[]domain.StreamID
	}{{tables.ShipDropped, &s.DroppedBy}, {tables.ShipUnlogged, &s.Unlogged}} {
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

func (r *ShipReader) saying(commit domain.CommitID, word tables.ShipWord) []query.ShipRow {
	rows, err := query.ShipsWith(r.Views, commit, word)
	r.keep(err)
	return rows
}

func (r *ShipReader) keep(err error) {
	if r.failed == nil {
		r.failed = err
	}
}

// Named finds the requests whose approvals a ship names, each once.
func (r *ShipReader) Named(row *query.ShipRow) (audit.Named, error) {
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
func approvalsOf(row *query.ShipRow) []domain.EventID {
	if told := row.Provenance.Says.Approvals; len(told) > 0 {
		return told
	}
	return row.Pushed.Says.Approvals
}

// because lists the events of a ship by what they report.
func because(row *query.ShipRow) map[string][]domain.EventID {
	out := map[string][]domain.EventID{}
	for name, id := range map[string]domain.EventID{"prepared": row.Prepared.Event, "commits_selected": row.Selected.Event, "merged": row.Merged.Event,
		"pushed_main": row.Pushed.Event, "provenance": row.Provenance.Event, "rewritten": row.Rewritten.Event, "unlogged_push_found": row.Unlogged.Event} {
		if !id.IsZero() {
			out[name] = []domain.EventID{id}
		}
	}
	return out
}

// TypedCommit finds the commit that typed names: one of the log by the beginning of its name, or
// HEAD. is reports whether typed names a commit.
//
// Errors: kind not_found for a commit that does not exist, or without a repository that has a HEAD.
func (r *ShipReader) TypedCommit(typed string) (id domain.CommitID, is bool, err error) {
	switch {
	case typed == "HEAD":
		id, err = checkedOut(r.App)
	case view.NamesCommit(typed):
		id, err = query.CommitNamed(r.Views, typed)
	default:
		return "", false, nil
	}
	return id, true, err
}
