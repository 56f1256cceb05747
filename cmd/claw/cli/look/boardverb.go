package lookcmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// BoardDocument is the board: for people a table, for machines one document.
type BoardDocument struct {
	app.Head
	view.ReadAt
	query.BoardDocument
	// Machines are the logs that forward their events to this one, the one that was heard last first.
	Machines []view.Machine `json:"machines,omitzero"`
	short    []string       // the lanes' ids, as people type them
	filtered bool
	beside   bool // part of the answer of another verb, which refers to claw board for the rest
}

// BoardVerb is claw board.
func BoardVerb(a *app.App) *cobra.Command {
	o := view.LiveOptions{ListOptions: view.ListOptions{Only: "lanes whose state or outcome is", States: view.LaneStates()}}
	var file view.PageFile
	cmd := view.LiveList(a, "board", "Show what each lane did, how it ended, and what to do next", o, func(v *view.Views, f selection.Filter, p selection.Page) (app.Document, error) {
		d, err := BoardOf(a, v, f, p)
		if err == nil {
			d.Machines, err = view.Machines(a, v)
		}
		if err != nil || !file.Asked() {
			return d, err
		}
		return boardPage(a, &file, f, d)
	})
	view.Paged(a, cmd)
	file.FlagsOfVerb(cmd)
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if file.Asked() && cmd.Flags().Changed("watch") {
			return app.UsageError("parse arguments", "--watch --html", "contradict each other: a file follows no log", "leave one of them out; projector serve --open has the board that follows it")
		}
		return run(cmd, args)
	}
	cmd.Long = boardHelp()
	return cmd
}

// Step returns the id of the i-th lane as people type it, and the command that does its next step, "" for
// none. Only documents for people have it.
func (d *BoardDocument) Step(i int) (short, command string) {
	r := &d.Lanes[i]
	return d.short[i], commandOf(r.Next, d.short[i], sessionOf(r))
}

// Only is the board with some of its lanes.
func (d *BoardDocument) Only(lanes []int) *BoardDocument {
	some := *d
	some.Lanes, some.short = make([]query.BoardRow, len(lanes)), make([]string, len(lanes))
	for at, i := range lanes {
		some.Lanes[at], some.short[at] = d.Lanes[i], d.short[i]
	}
	return &some
}

// BoardOf is the board of a read model, for people or for machines as the run answers.
func BoardOf(a *app.App, v *view.Views, f selection.Filter, p selection.Page) (*BoardDocument, error) {
	if err := view.WarnOfProfile(a, v); err != nil {
		return nil, err
	}
	view.WarnOfSinks(a, v)
	asks, err := Asks(a, v)
	if err != nil {
		return nil, err
	}
	warnOfLaneless(a, asks)
	b, err := query.Board(v, f, p, v.AsOf, byLane(asks))
	if err != nil {
		return nil, err
	}
	d := &BoardDocument{Head: app.HeadOf("board"), ReadAt: v.ReadAt(), BoardDocument: b, filtered: f != (selection.Filter{})}
	if a.Format == app.FormatText {
		if d.short, err = v.ShortLanes(len(b.Lanes), func(i int) domain.LaneID { return b.Lanes[i].Lane }); err != nil {
			return nil, err
		}
	}
	return d, describe(a, v, b.Lanes)
}

// describe adds to rows the evidence of their state, and what they cost.
func describe(a *app.App, v *view.Views, rows []query.BoardRow) error {
	costs, err := view.SpentBy(a, v, query.UsageByLane, len(rows), func(i int) string { return string(rows[i].Lane) })
	for i := range rows {
		r := &rows[i]
		r.Proof, r.Cost = view.Proof{Outcome: r.Of, Ships: r.Ships, Waits: r.Waits}.Text(), costs[string(r.Lane)].Cost
	}
	return err
}

// BoardBeside is the first page of the board, as part of the answer of another verb.
func BoardBeside(a *app.App, limit int) (*BoardDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	d, err := BoardOf(a, v, selection.Filter{}, selection.Page{Limit: limit})
	if err == nil {
		d.beside = true
	}
	return d, err
}

// Table writes the names of the columns, then one line a lane, then what is left out where the page is narrow.
func (d *BoardDocument) Table(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Lanes))
	for i := range d.Lanes {
		r := &d.Lanes[i]
		rows = append(rows, []term.Cell{
			term.Styled(view.OutcomeWord(&r.LaneRow), view.OutcomeStyle(r.Outcome)),
			term.Styled(r.Proof, proofStyle(r)),
			term.Plain(stateWord(&r.LaneRow)),
			term.Plain(r.Agent),
			term.Plain(term.TurnsWord(r.Turns)),
			term.Plain(term.Count(term.Sum(r.ToolCalls))),
			term.Styled(term.Count(r.Errors), term.ErrorStyle(r.Errors)),
			term.Plain(boardAge(p, r)),
			term.Styled(d.short[i], term.StyleDim),
			term.Plain(view.RepoName(r.Repo)),
			term.Plain(r.Branch),
			term.Plain(view.CostText(r.Cost)),
			term.Plain(view.LaneTitle(&r.LaneRow)),
			term.Styled(string(r.Next), term.StyleCyan),
		})
	}
	outcome, proof, what := term.Column{Name: "OUTCOME"}, min(p.Width/3-2, mostProof), p.Width/5
	switch {
	case p.Width < narrow:
		outcome.Least, proof, what = 14, 18, 12
	case p.Width < 100:
		proof, what = 18, 14 // leaves room for the age of a lane
	}
	p.Table([]term.Column{outcome, {Name: "PROOF", Least: proof}, view.StateColumn(5), view.AgentColumn(8),
		{Name: "TURNS", Least: 12, Yields: true, Rank: 12}, {Name: "TOOLS", Right: true, Rank: 9}, {Name: "ERRORS", Right: true, Rank: 7}, {Name: "LAST", Rank: 4}, {Name: "LANE"},
		view.RepoColumn(11), view.BranchColumn(10), {Name: "COST", Right: true, Rank: 6},
		{Name: "WHAT", Least: what, Rank: 2}, {Name: "NEXT", Rank: 3}}, rows)
}

func (d *BoardDocument) Text(p *term.Page) {
	d.Table(p)
	WriteAsks(p, d.waiting())
	if d.Total == 0 && !d.filtered {
		p.Line("no lanes; to import recorded sessions: %s", app.Next(p, "claw import"))
		return
	}
	if d.Total > 0 {
		p.Gap()
		p.Line("%s%s", term.Many(d.Total, "lane"), term.CountsText(d.ByOutcome))
	}
	if d.beside && d.Next != "" {
		p.Line("%d are shown; all: %s", len(d.Lanes), app.Next(p, "claw board"))
	} else {
		view.More(p, len(d.Lanes), d.Total, d.Next)
	}
	for i := range d.Machines {
		p.Line("heard %s", d.Machines[i].Text(p.Now))
	}
	if len(d.short) == 0 {
		return
	}
	if first := &d.Lanes[0]; first.Next != projections.NextCheck && first.Next != projections.NextRetry {
		if command := commandOf(first.Next, d.short[0], sessionOf(first)); command != "" {
			p.Line("%s %s: %s", first.Next, d.short[0], app.Next(p, command))
		}
	}
	p.Line("why: %s", app.Next(p, "claw lane explain "+d.short[0]))
}

// sessionOf is the first session of a lane.
func sessionOf(r *query.BoardRow) string {
	if len(r.Sessions) == 0 {
		return "SESSION"
	}
	return string(r.Sessions[0])
}

// proofStyle marks what waits for a person.
func proofStyle(r *query.BoardRow) term.Style {
	if r.Waits != nil || r.Group == projections.GroupPerson {
		return term.StyleYellow
	}
	return term.StylePlain
}

// narrow is the width below which outcomes are cut too, so that the board can say what each lane is.
const narrow = 72

// mostProof is the width of PROOF where columns have to shrink: what is wider gives its room to titles.
const mostProof = 54

// waiting are the requests that the rows wait for, each once.
func (d *BoardDocument) waiting() (asks []query.Asked) {
	for i := range d.Lanes {
		if d.Lanes[i].Waits == nil {
			continue
		}
		for _, one := range d.Lanes[i].Waits.Approvals {
			if !slices.ContainsFunc(asks, func(a query.Asked) bool { return a.Approval == one.Approval }) {
				asks = append(asks, one)
			}
		}
	}
	return asks
}

func stateWord(r *query.LaneRow) string {
	s := string(r.State)
	if r.Subphase != "" {
		s = strings.Replace(string(r.Subphase), "blocked.", "blocked: ", 1)
	}
	if r.Freshness == "stale" {
		s += " (stale)"
	}
	return s
}

func boardAge(p *term.Page, r *query.BoardRow) string {
	if !r.LastObserved.Known() {
		return "?"
	}
	return term.Age(p.Now, r.LastObserved.Time())
}

func upper(s string) string { return strings.ToUpper(s) }

// NeedRow is a lane that requires action.
type NeedRow struct {
	Lane    domain.LaneID    `json:"lane"`
	Title   string           `json:"title,omitzero"`
	Outcome lane.Result      `json:"outcome"`
	Next    projections.Next `json:"next"`
	Command string           `json:"command"` // that does it
	Short   string           `json:"-"`       // the lane as people type it
}

// ToDo returns the rows of the board that require action, in its order.
func (d *BoardDocument) ToDo() []NeedRow {
	rows := []NeedRow{}
	for i := range d.Lanes {
		r := &d.Lanes[i]
		if r.Next == projections.NextNothing || r.Next == projections.NextWait {
			continue
		}
		short := string(r.Lane)
		if d.short != nil {
			short = d.short[i]
		}
		rows = append(rows, NeedRow{r.Lane, view.LaneTitle(&r.LaneRow), r.Outcome, r.Next, commandOf(r.Next, short, sessionOf(r)), short})
	}
	return rows
}
