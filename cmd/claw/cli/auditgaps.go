package cli

import (
	"cmp"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/approval"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store"
)

// gapsDocument is the answer of audit gaps.
type gapsDocument struct {
	Head
	reading
	Repos  []scannedRepo         `json:"repos"`        // that were looked at now
	Clock  []clockReset          `json:"clock_resets"` // of the log's time, which are no gaps where they count
	Gaps   []audit.Gap           `json:"gaps"`
	ByKind map[audit.GapKind]int `json:"by_gap"`
	Total  int                   `json:"total"`
}

func (a *app) auditGaps() *cobra.Command {
	cmd := a.verb("gaps [REPO]...", "look", "Find where refs, ships and approvals do not match: unlogged pushes, riders, rewritten history, unused grants", cobra.ArbitraryArgs,
		func(args []string) (document, error) { return a.gaps(args) })
	cmd.Long = `Compare what the log knows of ships and approvals, and with REPO the refs of these repositories as
they are now. Gaps are pushes that the log did not see, replaced history, commits that rode along,
ships without an approval or with one for another tree, grants that nobody used, uses that no grant
allows, and resets of the log's time that do not count. Resets that count are listed as well. With
REPO only ships of these repositories and approvals for them are examined. Nothing is appended. The
exit code is 1 when there is a gap.`
	return a.asOf(cmd)
}

func (a *app) gaps(paths []string) (document, error) {
	d := &gapsDocument{Head: headOf("audit_gaps"), Repos: []scannedRepo{}, Clock: []clockReset{}, Gaps: []audit.Gap{}, ByKind: map[audit.GapKind]int{}}
	seen, err := a.lookForGaps(d, paths)
	if err != nil {
		return nil, err
	}
	in, err := a.shipReader()
	if err != nil {
		return nil, err
	}
	d.reading = in.reading()
	d.clock(in.rules.Signers)
	if err := in.gapsOfShips(d, seen); err != nil {
		return nil, err
	}
	if err := in.gapsOfApprovals(d, seen); err != nil {
		return nil, err
	}
	d.Total = len(d.Gaps)
	for i := range d.Gaps {
		d.ByKind[d.Gaps[i].Kind]++
	}
	if d.Total > 0 {
		a.code = 1
	}
	return d, nil
}

// lookForGaps looks at repositories and tells the gaps that the log does not hold yet,
// by the repositories that were looked at.
func (a *app) lookForGaps(d *gapsDocument, paths []string) (map[domain.RepoID]bool, error) {
	if len(paths) == 0 {
		return nil, nil
	}
	log, _, err := a.openLog(toRead)
	if err != nil {
		return nil, err
	}
	found, err := a.findClones(importFlags{}, paths)
	if err != nil {
		return nil, err
	}
	defer found.close()
	seen := map[domain.RepoID]bool{}
	for _, clone := range found.clones {
		one, scan, err := a.lookAtClone(log, clone, scanFlags{dryRun: true})
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

// unheldGaps lists the gaps of a finding that is not in the log: a ship of its own.
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
		all[i].Events = f.Causes // what it would say is in no log
	}
	return all
}

// gapsOfShips lists the gaps of the ships of some repositories, nil for all.
func (r *shipReader) gapsOfShips(d *gapsDocument, of map[domain.RepoID]bool) error {
	var rows []store.ShipRow
	err := r.AllShips(func(row store.ShipRow) {
		if of == nil || of[row.Target().Repo] {
			rows = append(rows, row)
		}
	})
	if err != nil {
		return err
	}
	for i := range rows {
		named, err := r.named(&rows[i])
		if err != nil {
			return err
		}
		d.Gaps = append(d.Gaps, audit.ShipGaps(rows[i].Stream, &rows[i].Ship, &named)...)
	}
	return nil
}

// gapsOfApprovals lists the gaps of the requests for some repositories, nil for all.
func (r *shipReader) gapsOfApprovals(d *gapsDocument, of map[domain.RepoID]bool) error {
	for page := (store.Page{Limit: 1000}); ; {
		list, err := r.Approvals(store.Filter{}, page)
		if err != nil {
			return err
		}
		for _, stream := range list.Approvals {
			one, err := r.approvals.Fold(r.app.ctx, stream, r.rules)
			if err != nil && typed(err).Kind == domain.ErrNotFound {
				continue // decisions about a request that is not there: approval list names them
			}
			if err != nil {
				return err
			}
			if of != nil && !of[one.Request.Scope.Repo] {
				continue
			}
			judged := audit.Judge(one, r.rules.Signers.Now(), r.asOf.Time())
			d.Gaps = append(d.Gaps, audit.ApprovalGaps(&judged)...)
		}
		if page.Cursor = list.Next; list.Next == "" {
			return nil
		}
	}
}

// clock lists the resets of the log's time, and as gaps those that do not count.
func (d *gapsDocument) clock(h *approval.SignersHistory) {
	d.Clock = clockResets(h)
	for i := range d.Clock {
		if r := &d.Clock[i]; r.Refused != "" {
			d.Gaps = append(d.Gaps, audit.Gap{Kind: audit.VoidClockReset, Refusal: r.Refused, Events: []domain.EventID{r.Event}})
		}
	}
}

func (d *gapsDocument) text(p *page) {
	for i := range d.Repos {
		p.line("looked at %s: %s %s at %s", d.Repos[i].Place, d.Repos[i].Repo, d.Repos[i].Ref, shortName(d.Repos[i].Tip))
	}
	for i := range d.Clock {
		if r := &d.Clock[i]; r.Refused == "" {
			p.line("%s set the log's time back by %s to %s: %s at position %d", r.By, roughly(time.Duration(r.BackMS)*time.Millisecond), clock(r.Wall), r.Event, r.Position)
		}
	}
	if d.Total == 0 {
		p.line("no gaps")
		return
	}
	kinds := make([]audit.GapKind, 0, len(d.ByKind))
	for kind := range d.ByKind {
		kinds = append(kinds, kind)
	}
	slices.SortFunc(kinds, func(a, b audit.GapKind) int { return cmp.Or(d.ByKind[b]-d.ByKind[a], cmp.Compare(a, b)) })
	for _, kind := range kinds {
		p.gap()
		p.heading(many(d.ByKind[kind], string(kind)))
		for i := range d.Gaps {
			if d.Gaps[i].Kind == kind {
				p.line("  %s", gapText(&d.Gaps[i]))
			}
		}
	}
}
