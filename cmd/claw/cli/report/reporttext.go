package reportcmd

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/reports"
)

// mostRows is how many rows of a section are written for people; all are counted.
const mostRows = 10

// Text is the stand-up: what there is in one sentence, then what needs somebody, then the rest, then
// what nobody knows.
func (d *ReportDocument) Text(p *term.Page) {
	p.Heading(d.title())
	if d.Report != "" {
		p.Line("%s, content %s", d.Report, d.Hash)
	} else {
		p.Line("content %s", d.Hash)
	}
	p.Gap()
	p.Para(0, d.summary())
	d.lanesText(p)
	d.restText(p)
	d.saidText(p)
	d.deltaText(p)
	d.absentText(p)
}

// title says what the report is about.
func (d *ReportDocument) title() string {
	doc := &d.Document
	title := "Report"
	for _, part := range [][2]string{{"of lane", string(doc.Scope.Lane)}, {"of repository", doc.Scope.Repo}, {"of lanes of", doc.Scope.Owner}} {
		if part[1] != "" {
			title += " " + part[0] + " " + part[1]
		}
	}
	if doc.Window.After.Known() {
		return title + ", " + term.Clock(doc.Window.After.Time()) + " to " + term.Clock(doc.Window.Until.Time())
	}
	return title + ", all until " + term.Clock(doc.Window.Until.Time())
}

// summary is the report in a few sentences.
func (d *ReportDocument) summary() string {
	doc, t := &d.Document, &d.Document.Totals
	if t.Lanes+t.CarriedLanes+t.Ships+len(doc.Approvals.Items) == 0 {
		return "Nothing happened here in this time, as far as the log knows."
	}
	var says []string
	urgent := t.LanesByUrgency["1"] + t.LanesByUrgency["2"]
	stale := d.stale()
	says = append(says, term.Many(t.Lanes, "lane")+": "+strings.Join(nonZero([]string{
		counted(urgent, "needs somebody", "need somebody"), counted(t.LanesByUrgency["3"]-stale, "at work", "at work"),
		counted(stale, "silent", "silent"), counted(t.LanesByUrgency["4"], "unproven", "unproven"), counted(t.LanesByUrgency["5"], "done", "done")}), ", ")+".")
	if t.CarriedLanes > 0 {
		says = append(says, term.Many(t.CarriedLanes, "lane")+" carried forward from the report before.")
	}
	if t.Ships > 0 {
		says = append(says, term.Many(t.Ships, "ship")+" brought "+term.Many(t.Commits, "commit")+ridersText(t.Riders, t.UnstatedCommits)+".")
	}
	if n := t.Approvals[reports.StatusPending]; n > 0 {
		says = append(says, term.Many(n, "request")+" for approval waiting.")
	}
	says = append(says, term.Many(term.Sum(t.ToolCalls), "tool call")+", "+term.Many(t.Errors, "error")+"; "+
		term.Many(t.Responses, "response")+" of models, "+noDot(term.TokensText(t.Tokens))+" tokens.")
	return strings.Join(says, " ")
}

// stale counts lanes at work that were not heard of for longer than their TTL.
func (d *ReportDocument) stale() (n int) {
	for _, l := range d.Document.Lanes.Items {
		if l.Carried == nil && l.Urgency == 3 && d.isStale(&l) {
			n++
		}
	}
	return n
}

func (d *ReportDocument) isStale(l *reports.Lane) bool {
	return l.TTL > 0 && l.ObservedAt.Known() && d.AsOf.Known() && d.AsOf.Time().Sub(l.ObservedAt.Time()) > lane.StaleAfter
}

func counted(n int, one, many string) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func nonZero(texts []string) []string {
	texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" })
	if len(texts) == 0 {
		return []string{"none"}
	}
	return texts
}

// noDot is a number as prose has it.
func noDot(s string) string {
	if s == "·" {
		return "no"
	}
	return s
}

func ridersText(riders, unstated int) string {
	var parts []string
	if riders > 0 {
		parts = append(parts, term.Many(riders, "rider"))
	}
	if unstated > 0 {
		parts = append(parts, strconv.Itoa(unstated)+" of which nobody stated whether they are meant")
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// idLane is a lane with its id.
type idLane struct {
	id string
	*reports.Lane
}

// lanesBy are lanes in the order in which a person reads them: the most urgent first, then the last
// seen.
func (d *ReportDocument) lanesBy(urgencies ...int) (all []idLane) {
	for id, l := range d.Document.Lanes.Items {
		if slices.Contains(urgencies, l.Urgency) {
			all = append(all, idLane{id, &l})
		}
	}
	slices.SortFunc(all, func(a, b idLane) int {
		return cmp.Or(cmp.Compare(a.Urgency, b.Urgency), cmp.Compare(seen(b.ObservedAt), seen(a.ObservedAt)), strings.Compare(a.id, b.id))
	})
	return all
}

func seen(at domain.Instant) int64 {
	if !at.Known() {
		return 0
	}
	return at.UnixNano()
}

// lanesText writes lanes by what they need.
func (d *ReportDocument) lanesText(p *term.Page) {
	for _, group := range []struct {
		name      string
		urgencies []int
		stale     bool
	}{{"Needs somebody", []int{1, 2}, false}, {"Silent: at work when last heard of", []int{3}, true}, {"At work", []int{3}, false},
		{"Says it is done, and lacks evidence", []int{4}, false}, {"Done", []int{5}, false}} {
		lanes := slices.DeleteFunc(d.lanesBy(group.urgencies...), func(l idLane) bool { return l.Urgency == 3 && d.isStale(l.Lane) != group.stale })
		if len(lanes) == 0 {
			continue
		}
		p.Gap()
		p.Heading(group.name)
		p.Table([]term.Column{{Name: "LANE"}, {Name: "OUTCOME"}, {Name: "WHAT", Least: 16}, {Name: "AGENT", Rank: 4}, {Name: "ERRORS", Right: true, Rank: 3},
			{Name: "LAST", Rank: 2}, {Name: "NEXT", Rank: 1}}, d.laneRows(p, lanes[:min(len(lanes), mostRows)]))
		more(p, len(lanes), "claw board")
	}
}

func more(p *term.Page, n int, verb string) {
	if n > mostRows {
		p.Line("%d more: %s", n-mostRows, app.Next(p, verb))
	}
}

func (d *ReportDocument) laneRows(p *term.Page, lanes []idLane) (rows [][]term.Cell) {
	for _, l := range lanes {
		last, next := "?", string(l.Next)
		if l.ObservedAt.Known() {
			last = term.Age(p.Now, l.ObservedAt.Time())
		}
		if d.isStale(l.Lane) {
			next = string(projections.NextCheck)
		}
		if l.Carried != nil {
			last += " (carried)"
		}
		if l.Blocker != "" {
			next += ": " + l.Blocker
		}
		rows = append(rows, []term.Cell{term.Styled(shortLane(l.id), term.StyleDim), term.Styled(outcomeText(l.Lane), view.OutcomeStyle(l.Outcome)),
			term.Plain(app.FirstOf(view.What(l.Title, l.Opening, l.Workspace), l.Repo)), term.Plain(l.Agent), term.Styled(term.Count(l.Errors), term.ErrorStyle(l.Errors)),
			term.Plain(last), term.Styled(next, term.StyleCyan)})
	}
	return rows
}

func outcomeText(l *reports.Lane) string {
	s := string(l.Outcome)
	if l.FailureClass != "" {
		s += " " + string(l.FailureClass)
	}
	if l.Disposition != "" {
		s += ", " + string(l.Disposition)
	}
	return s
}

// shortLane is as much of a lane's id as people type.
func shortLane(id string) string {
	const zeros = "0000000000"
	short := strings.TrimPrefix(id, zeros)
	return short[:min(len(short), 8)]
}

func keys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
