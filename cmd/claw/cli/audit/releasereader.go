package auditcmd

import (
	"slices"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	shipcmd "github.com/clawable/claw/cmd/claw/cli/ship"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/ship"
	"github.com/clawable/claw/projections/audit"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/tables"
	"github.com/clawable/claw/reports/release"
)

// releaseReader collects what the log records about the commits of a range.
type releaseReader struct {
	*shipcmd.ShipReader
	words   *view.Speakers
	classes *query.Classes
	doc     *release.Document
	in      map[domain.CommitID]bool // of the range
	// unheld are the commits for which an examination of the clone shows an unlogged push that the log does
	// not contain.
	unheld map[domain.CommitID]bool
	shown  map[domain.StreamID]shipcmd.ShownShip // that brought commits of the range
	unfit  map[[2]domain.StreamID]bool           // of a ship and an approval: another tree or head was approved
}

func newReleaseReader(a *app.App, d *release.Document) (*releaseReader, error) {
	in, err := shipcmd.NewReader(a)
	if err != nil {
		return nil, err
	}
	words, err := view.SpeakersOf(a, in.Views)
	if err != nil {
		return nil, err
	}
	classes, err := query.ClassesOf(in.Views)
	return &releaseReader{in, words, classes, d, map[domain.CommitID]bool{}, map[domain.CommitID]bool{}, map[domain.StreamID]shipcmd.ShownShip{}, map[[2]domain.StreamID]bool{}}, err
}

// read fills in the document for the commits that git lists. scan is what a look at the clone shows.
func (r *releaseReader) read(commits []domain.CommitObserved, scan *ship.Scan) error {
	for i := range commits {
		r.in[commits[i].Commit] = true
	}
	r.found(scan)
	for i := range commits {
		one, err := r.commit(&commits[i])
		if err != nil {
			return err
		}
		r.doc.Commits = append(r.doc.Commits, one)
	}
	for i := range r.doc.Commits {
		r.doc.Commits[i].Unknown = r.unknown(&r.doc.Commits[i])
	}
	slices.SortFunc(r.doc.Gaps, compareGaps)
	if err := r.classify(); err != nil {
		return err
	}
	r.doc.Withhold()
	r.doc.Count()
	return nil
}

// classify notes the classes of what the document contains.
func (r *releaseReader) classify() error {
	says := &r.doc.Sensitivity
	commits, err := query.CommitClasses(r.Views)
	if err != nil {
		return err
	}
	for i := range r.doc.Commits {
		id := r.doc.Commits[i].Commit
		release.Classify(&says.Commits, id, commits[id])
	}
	for id := range r.doc.Ships {
		release.Classify(&says.Ships, id, r.classes.Stream(id))
	}
	for id := range r.doc.Approvals {
		release.Classify(&says.Approvals, id, r.classes.Stream(id))
	}
	for id, l := range r.doc.Lanes {
		release.Classify(&says.Lanes, id, r.classes.Lane(id, l.Sessions))
	}
	return nil
}

// commit is a commit of the range, with the ships, approvals and lanes that belong to it.
func (r *releaseReader) commit(of *domain.CommitObserved) (release.Commit, error) {
	c := release.Commit{Commit: of.Commit, Parents: of.Parents, Tree: of.Tree, Author: of.Author, Committer: of.Committer, Shipped: release.ShippedUnknown,
		Ships: []domain.StreamID{}, Role: domain.CommitUnknown, Approvals: []domain.StreamID{}, Supersedes: []ship.Superseded{}}
	if err := r.shipsOf(&c); err != nil {
		return c, err
	}
	commits := []domain.CommitID{c.Commit}
	for _, old := range c.Supersedes {
		commits = append(commits, old.Commit)
	}
	var err error
	if c.Lanes, c.Sessions, err = r.Ties(commits...); err != nil {
		return c, err
	}
	for _, id := range c.Ships {
		c.Lanes = append(c.Lanes, lanesStated(r.shown[id], c.Commit)...)
	}
	slices.Sort(c.Lanes)
	c.Lanes = slices.Compact(c.Lanes)
	for _, id := range c.Lanes {
		if err := r.lane(id); err != nil {
			return c, err
		}
	}
	return c, nil
}

// lanesStated returns the lanes to which a ship assigns a commit.
func lanesStated(s shipcmd.ShownShip, commit domain.CommitID) (lanes []domain.LaneID) {
	for i := range s.Commits {
		if s.Commits[i].Commit == commit {
			lanes = append(lanes, s.Commits[i].Lanes...)
		}
	}
	return lanes
}

// shipsOf fills in how a commit came to the branch.
func (r *releaseReader) shipsOf(c *release.Commit) error {
	brought, err := query.ShipsWith(r.Views, c.Commit, tables.ShipBrought)
	if err != nil {
		return err
	}
	unlogged, err := query.ShipsWith(r.Views, c.Commit, tables.ShipUnlogged)
	if err != nil {
		return err
	}
	for _, row := range append(unlogged, brought...) {
		if to := row.Target(); to.Repo != r.doc.Repo || to.Ref != r.doc.Ref {
			continue
		}
		if err := r.ship(row); err != nil {
			return err
		}
		c.Shipped = least(c.Shipped, shippedBy(&row, c.Commit))
		if shown := r.shown[row.Stream]; !slices.Contains(c.Ships, row.Stream) && len(shown.Commits) > 0 {
			r.came(c, &shown)
		}
	}
	if r.unheld[c.Commit] {
		c.Shipped = least(c.Shipped, release.ShippedUnlogged)
	}
	slices.SortFunc(c.Ships, compareStreams)
	slices.SortFunc(c.Approvals, compareStreams)
	return nil
}

// shippedBy returns how a commit reached the branch, according to one ship.
func shippedBy(row *query.ShipRow, commit domain.CommitID) release.Shipped {
	switch {
	case row.Recorded():
		return release.ShippedRecorded
	case slices.Contains(row.Unlogged.Says.Commits, commit):
		return release.ShippedUnlogged
	}
	return release.ShippedDerived
}

// least returns the better known of two ways: a recorded push is the best known, whatever a later
// examination found.
func least(a, b release.Shipped) release.Shipped {
	for _, s := range []release.Shipped{release.ShippedRecorded, release.ShippedUnlogged, release.ShippedDerived} {
		if a == s || b == s {
			return s
		}
	}
	return release.ShippedUnknown
}

// came notes what a ship records about a commit that it brought.
func (r *releaseReader) came(c *release.Commit, s *shipcmd.ShownShip) {
	for i := range s.Commits {
		if s.Commits[i].Commit != c.Commit {
			continue
		}
		c.Ships = append(c.Ships, s.Ship)
		if role := s.Commits[i].Role; c.Role != domain.CommitRider && role != domain.CommitUnknown {
			c.Role = role
		}
		for _, id := range r.doc.Ships[s.Ship].Approvals {
			if !slices.Contains(c.Approvals, id) {
				c.Approvals = append(c.Approvals, id)
			}
			c.Approved = c.Approved || r.doc.Approvals[id].Counts && !r.unfit[[2]domain.StreamID{s.Ship, id}]
		}
	}
	for _, old := range s.Supersedes {
		if old.By == c.Commit && !slices.Contains(c.Supersedes, old) {
			c.Supersedes = append(c.Supersedes, old)
		}
	}
}

// ship adds a ship once, with its gaps and approvals.
func (r *releaseReader) ship(row query.ShipRow) error {
	if _, held := r.shown[row.Stream]; held {
		return nil
	}
	s, err := r.Show(row)
	if err != nil {
		return err
	}
	r.shown[row.Stream] = s
	r.doc.Gaps = append(r.doc.Gaps, s.Gaps...)
	one := release.Ship{Old: s.Old, New: s.New, Method: s.Method, Basis: s.Basis, Recorded: s.Recorded, PRNumber: s.PRNumber, Actor: s.Actor, PushedAt: s.PushedAt,
		Riders: []domain.CommitID{}, Approvals: []domain.StreamID{}, Missing: append([]domain.EventID{}, s.Missing...), Events: s.Because}
	for i := range s.Commits {
		switch c := &s.Commits[i]; {
		case !r.in[c.Commit]:
			one.Outside++
		case c.Role == domain.CommitRider:
			one.Riders = append(one.Riders, c.Commit)
		}
	}
	for i := range s.Gaps {
		if g := &s.Gaps[i]; g.Kind == audit.OtherTree || g.Kind == audit.OtherHead {
			r.unfit[[2]domain.StreamID{row.Stream, g.Approval}] = true
		}
	}
	named, err := r.Named(&row)
	if err != nil {
		return err
	}
	for i := range named.Found {
		j := &named.Found[i]
		one.Approvals = append(one.Approvals, j.Stream)
		if _, held := r.doc.Approvals[j.Stream]; !held {
			r.doc.Approvals[j.Stream] = r.approval(j)
			r.doc.Gaps = append(r.doc.Gaps, audit.ApprovalGaps(j)...)
		}
	}
	slices.SortFunc(one.Approvals, compareStreams)
	r.doc.Ships[row.Stream] = one
	return nil
}

// approval returns a request that a ship names, and who granted it.
func (r *releaseReader) approval(j *audit.Judged) release.Approval {
	row := approvaltext.RowOf(j.Approval, r.Rules, r.Views.AsOf)
	one := release.Approval{Status: row.Status, Requester: row.Requester, Approver: row.Approver, Key: row.Key, Assurance: row.Assurance, Due: row.Due,
		Digest: row.ActionDigest, Head: row.Action.Head, Tree: row.Action.Tree, Event: j.Request.Event}
	for i := range j.Uses {
		one.Counts = one.Counts || j.Uses[i].Void == ""
	}
	return one
}

// lane adds a lane once, with the runs of tests that the standing of its tests rests on.
func (r *releaseReader) lane(id domain.LaneID) error {
	if _, held := r.doc.Lanes[id]; held {
		return nil
	}
	one := release.Lane{Sessions: []domain.SessionID{}, Tests: []release.Test{}}
	o, err := query.LaneOutcome(r.Views, string(id))
	if err != nil && app.Typed(err).Kind != domain.ErrNotFound {
		return err
	}
	if err == nil {
		one.Outcome, one.Profile, one.Tested = o.Outcome, o.Profile, o.Work.Tested
	}
	for _, s := range o.Sessions {
		one.Sessions = append(one.Sessions, s.Session)
	}
	for _, event := range one.Tested.Because {
		e, word, held, err := r.words.Of(event)
		if err != nil {
			return err
		}
		if held && isTest(e.Kind) {
			one.Tests = append(one.Tests, release.Test{Event: event, Kind: e.Kind, Session: e.Session(), Word: word})
		}
	}
	r.doc.Lanes[id] = one
	return nil
}
