package reportcmd

import (
	"cmp"
	"slices"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/values"
	"github.com/clawable/claw/reports"
)

// How many rows of a section are written for people; all are counted.
const (
	mostRows = 10
	fewRows  = 5
)

// rowsOf is how many lanes of a group are written.
func rowsOf(g reports.LaneGroup) int {
	switch g {
	case reports.LanesUnproven, reports.LanesSilent, reports.LanesUnused:
		return fewRows
	case reports.LanesOfPerson, reports.LanesRunning, reports.LanesUnclear, reports.LanesDone, reports.LanesNotVisible:
	}
	return mostRows
}

// idLane is a lane with its id, and what to do about it at the time of reading.
type idLane struct {
	id string
	*reports.Lane
	advice projections.Advice
	group  reports.LaneGroup
}

// lanes are the lanes of the document in the order of the board.
func (d *ReportDocument) lanes() []idLane {
	all := make([]idLane, 0, len(d.Document.Lanes.Items))
	for id, l := range d.Document.Lanes.Items {
		advice := d.Document.AdviceAt(id, d.AsOf)
		all = append(all, idLane{id, &l, advice, reports.GroupOf(advice, l.Outcome, l.Disposition)})
	}
	slices.SortFunc(all, func(a, b idLane) int {
		return cmp.Or(cmp.Compare(a.advice.Rank(), b.advice.Rank()), cmp.Compare(seen(b.ObservedAt), seen(a.ObservedAt)), strings.Compare(a.id, b.id))
	})
	return all
}

// ofGroup are those of lanes that are of a group.
func ofGroup(g reports.LaneGroup, lanes []idLane) []idLane {
	return slices.DeleteFunc(slices.Clone(lanes), func(l idLane) bool { return l.group != g })
}

// groupsText counts the lanes of each group.
func (d *ReportDocument) groupsText() string {
	lanes, parts := d.lanes(), []string(nil)
	for _, g := range reports.LaneGroups() {
		if n := len(ofGroup(g, lanes)); n > 0 {
			parts = append(parts, term.Count(n)+" "+g.Verb(n))
		}
	}
	return strings.Join(parts, ", ")
}

// seen is a time to order by, 0 for one that is not known.
func seen(at domain.Instant) values.Time {
	if !at.Known() {
		return 0
	}
	return values.Time(at.UnixNano())
}

// lanesText writes the lanes by what they need.
func (d *ReportDocument) lanesText(p *term.Page) {
	lanes := d.lanes()
	for _, g := range reports.LaneGroups() {
		some := ofGroup(g, lanes)
		if len(some) == 0 {
			continue
		}
		p.Gap()
		p.Heading(g.Heading())
		shown := min(len(some), rowsOf(g))
		rows := make([][]term.Cell, 0, shown)
		for _, l := range some[:shown] {
			rows = append(rows, d.laneCells(p, &l))
		}
		p.Table([]term.Column{{Name: "OUTCOME", Least: 14}, {Name: "PROOF", Least: max(18, p.Width/3-2)}, {Name: "AGENT", Rank: 5}, {Name: "ERRORS", Right: true, Rank: 4},
			{Name: "LAST", Rank: 3}, {Name: "LANE"}, {Name: "WHAT", Least: max(12, p.Width/5), Rank: 1}, {Name: "NEXT", Rank: 2}}, rows)
		more(p, shown, len(some), "claw board")
	}
}

func (d *ReportDocument) laneCells(p *term.Page, l *idLane) []term.Cell {
	row := query.LaneRow{Outcome: l.Outcome, FailureClass: l.FailureClass, Disposition: l.Disposition, Title: l.Title, Opening: l.Opening,
		Workspace: l.Workspace, Repo: l.Repo}
	last := view.Seen(p, seen(l.ObservedAt))
	if l.Carried != nil {
		last += ", carried"
	}
	return []term.Cell{
		term.Styled(view.OutcomeWord(&row), view.OutcomeStyle(l.Outcome)),
		term.Plain(d.proof(l).Text()),
		term.Plain(l.Agent),
		term.Styled(term.Count(l.Errors), term.ErrorStyle(l.Errors)),
		term.Plain(last),
		term.Styled(d.short[l.id], term.StyleDim),
		term.Plain(view.LaneTitle(&row)),
		term.Styled(string(l.advice.Next), term.StyleCyan),
	}
}

// proof returns the evidence of the state of a lane of the document.
func (d *ReportDocument) proof(l *idLane) view.Proof {
	o := &lane.Outcome{State: l.State, Outcome: l.Outcome, Disposition: l.Disposition, Subphase: l.Subphase, WaitsFor: l.WaitsFor, FailureClass: l.FailureClass,
		Profile: l.Profile, Sessions: make([]lane.Session, len(l.Sessions)), Evidence: l.Expectations, Basis: l.Basis, Ended: l.Ended, Because: map[string]lane.Because{"outcome": {Rule: l.Rule}}}
	for _, c := range l.Contested {
		o.Contested = append(o.Contested, lane.Claim{Kind: c.Kind, FailureClass: c.FailureClass})
	}
	if l.Standing != nil {
		o.Work = *l.Standing
	}
	return view.Proof{Outcome: o, Ships: l.Ships, Waits: d.waits(l)}
}

// waits is what of a lane waits for a person, nil for nothing.
func (d *ReportDocument) waits(l *idLane) *query.Waits {
	var w query.Waits
	for id, a := range d.Document.Approvals.Items {
		stream, err := domain.ParseStreamID(id)
		if err == nil && a.Waits && slices.Contains(a.Lanes, domain.LaneID(l.id)) {
			w.Approvals = append(w.Approvals, query.Asked{Approval: stream, RequestedAt: a.RequestedAt})
		}
	}
	if l.Blocked != nil {
		w.HeldTotal, w.Held = l.Blocked.Count, []query.HeldCall{{Rule: l.Blocked.Rule}}
	}
	if len(w.Approvals)+w.HeldTotal == 0 {
		return nil
	}
	return &w
}
