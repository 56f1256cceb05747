package auditcmd

import (
	"cmp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	logcmd "github.com/clawable/claw/cmd/claw/cli/log"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// GapsDocument is the answer of audit gaps.
type GapsDocument struct {
	app.Head
	view.ReadAt
	Repos  []shipcmd.ScannedRepo `json:"repos"`        // that were looked at now
	Clock  []logcmd.ClockReset   `json:"clock_resets"` // of the log's time, which are no gaps where they count
	Gaps   []audit.Gap           `json:"gaps"`
	ByKind map[audit.GapKind]int `json:"by_gap"`
	Total  int                   `json:"total"`
}

func auditGaps(a *app.App) *cobra.Command {
	cmd := a.Verb("gaps [REPO]...", "look", "Find where refs, ships and approvals do not match: unlogged pushes, riders, rewritten history, unused grants", cobra.ArbitraryArgs,
		func(args []string) (app.Document, error) { return gaps(a, args) })
	cmd.Long = `Compare what the log knows of ships and approvals, and with REPO the refs of these repositories as
they are now. Gaps are pushes that the log did not see, replaced history, commits that rode along,
ships without an approval or with one for another tree, grants that nobody used, uses that no grant
allows, and resets of the log's time that do not count. Resets that count are listed as well. With
REPO only ships of these repositories and approvals for them are examined. Nothing is appended. The
exit code is 1 when there is a gap.`
	return a.AsOf(cmd)
}

func gaps(a *app.App, paths []string) (app.Document, error) {
	d := &GapsDocument{Head: app.HeadOf("audit_gaps"), Repos: []shipcmd.ScannedRepo{}, Clock: []logcmd.ClockReset{}, Gaps: []audit.Gap{}, ByKind: map[audit.GapKind]int{}}
	seen, err := lookForGaps(a, d, paths)
	if err != nil {
		return nil, err
	}
	in, err := shipcmd.NewReader(a)
	if err != nil {
		return nil, err
	}
	d.ReadAt = in.Views.ReadAt()
	d.clock(in.Rules.Signers)
	if err := gapsOfShips(in, d, seen); err != nil {
		return nil, err
	}
	if err := gapsOfApprovals(in, d, seen); err != nil {
		return nil, err
	}
	d.Total = len(d.Gaps)
	for i := range d.Gaps {
		d.ByKind[d.Gaps[i].Kind]++
	}
	if d.Total > 0 {
		a.Code = 1
	}
	return d, nil
}

// lookForGaps looks at repositories, adds to d the gaps that the log does not hold yet, and returns
// the repositories that it looked at; nil without paths.
func lookForGaps(a *app.App, d *GapsDocument, paths []string) (map[domain.RepoID]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return nil, err
	}
	clones, err := logcmd.FindClones(a, paths)
	if err != nil {
		return nil, err
	}
	defer clones.Close()
	seen := map[domain.RepoID]bool{}
	for _, clone := range clones {
		one, scan, err := shipcmd.LookAtClone(a, shipcmd.ScanOptions{DryRun: true}, log, clone)
		if err != nil {
			return nil, err
		}
		d.Repos = append(d.Repos, one)
		seen[one.Repo] = true
		for _, f := range slices.Concat(scan.Found, scan.Parted) {
			d.Gaps = append(d.Gaps, unheldGaps(&f)...)
		}
	}
	return seen, nil
}

// unheldGaps lists the gaps of a finding that is not in the log: a separate ship.
func unheldGaps(f *ship.Found) []audit.Gap {
	row := projections.Ship{}
	switch p := f.Payload.(type) {
	case *domain.ShipRewritten:
		row.Rewritten = projections.ShipWord[domain.ShipRewritten]{Event: f.ID, Says: *p}
	case *domain.ShipUnloggedPushFound:
		row.Unlogged = projections.ShipWord[domain.ShipUnloggedPushFound]{Event: f.ID, Says: *p}
	default:
		return nil
	}
	all := audit.ShipGaps(f.Move.Stream(), &row, &audit.Named{})
	for i := range all {
		all[i].Events = f.Causes // the event of the finding is in no log
	}
	return all
}

// gapsOfShips lists the gaps of the ships of some repositories, nil for all.
func gapsOfShips(r *shipcmd.ShipReader, d *GapsDocument, of map[domain.RepoID]bool) error {
	var rows []query.ShipRow
	err := query.AllShips(r.Views, func(row query.ShipRow) {
		if of == nil || of[row.Target().Repo] {
			rows = append(rows, row)
		}
	})
	if err != nil {
		return err
	}
	for i := range rows {
		named, err := r.Named(&rows[i])
		if err != nil {
			return err
		}
		d.Gaps = append(d.Gaps, audit.ShipGaps(rows[i].Stream, &rows[i].Ship, &named)...)
	}
	return nil
}

// gapsOfApprovals lists the gaps of the requests for some repositories, nil for all.
func gapsOfApprovals(r *shipcmd.ShipReader, d *GapsDocument, of map[domain.RepoID]bool) error {
	for page := (selection.Page{Limit: 1000}); ; {
		list, err := query.Approvals(r.Views, selection.Filter{}, page)
		if err != nil {
			return err
		}
		for _, stream := range list.Approvals {
			one, err := r.Approve.Fold(r.App.Ctx, stream, r.Rules)
			if err != nil && app.Typed(err).Kind == domain.ErrNotFound {
				continue // decisions about a request that is not there: approval list names them
			}
			if err != nil {
				return err
			}
			if of != nil && !of[one.Request.Scope.Repo] {
				continue
			}
			judged := audit.Judge(one, r.Rules.Signers.Now(), r.Views.AsOf.Time())
			d.Gaps = append(d.Gaps, audit.ApprovalGaps(&judged)...)
		}
		if page.Cursor = list.Next; list.Next == "" {
			return nil
		}
	}
}

// clock lists the resets of the log's time, and as gaps those that do not count.
func (d *GapsDocument) clock(h *approval.SignersHistory) {
	d.Clock = logcmd.ClockResets(h)
	for i := range d.Clock {
		if r := &d.Clock[i]; r.Refused != "" {
			d.Gaps = append(d.Gaps, audit.Gap{Kind: audit.VoidClockReset, Refusal: r.Refused, Events: []domain.EventID{r.Event}})
		}
	}
}

func (d *GapsDocument) Text(p *term.Page) {
	for i := range d.Repos {
		p.Line("looked at %s: %s %s at %s", d.Repos[i].Place, d.Repos[i].Repo, d.Repos[i].Ref, term.ShortName(d.Repos[i].Tip))
	}
	for i := range d.Clock {
		if r := &d.Clock[i]; r.Refused == "" {
			p.Line("%s set the log's time back by %s to %s: %s at position %d", r.By, approvaltext.Roughly(time.Duration(r.BackMS)*time.Millisecond), term.Clock(r.Wall), r.Event, r.Position)
		}
	}
	if d.Total == 0 {
		p.Line("no gaps")
		return
	}
	kinds := make([]audit.GapKind, 0, len(d.ByKind))
	for kind := range d.ByKind {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b audit.GapKind) int { return cmp.Or(d.ByKind[b]-d.ByKind[a], cmp.Compare(a, b)) })
	for _, kind := range kinds {
		p.Gap()
		p.Heading(term.Many(d.ByKind[kind], string(kind)))
		for i := range d.Gaps {
			if d.Gaps[i].Kind == kind {
				p.Line("  %s", shipcmd.GapText(&d.Gaps[i]))
			}
		}
	}
}
