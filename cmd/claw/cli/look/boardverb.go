package lookcmd

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// BoardDocument is the board: for people a table, for machines one document.
type BoardDocument struct {
	app.Head
	view.ReadAt
	query.BoardDocument
	short    []string // the lanes' ids, as people type them
	filtered bool
	beside   bool // part of the answer of another verb, which refers to claw board for the rest
}

// BoardVerb is claw board.
func BoardVerb(a *app.App) *cobra.Command {
	o := view.LiveOptions{ListOptions: view.ListOptions{Only: "lanes whose state or outcome is", States: view.LaneStates()}}
	return view.LiveList(a, "board", "Show what each lane did, how it ended, and what to do next", o, func(v *view.Views, f selection.Filter, p selection.Page) (app.Document, error) {
		return boardOf(a, v, f, p)
	})
}

func boardOf(a *app.App, v *view.Views, f selection.Filter, p selection.Page) (*BoardDocument, error) {
	asks, err := asks(a, v)
	if err != nil {
		return nil, err
	}
	b, err := query.Board(v, f, p, v.AsOf, asks.byLane())
	if err != nil {
		return nil, err
	}
	d := &BoardDocument{Head: app.HeadOf("board"), ReadAt: v.ReadAt(), BoardDocument: b, filtered: f != (selection.Filter{})}
	if a.Format == app.FormatText {
		d.short, err = v.ShortLanes(len(b.Lanes), func(i int) domain.LaneID { return b.Lanes[i].Lane })
	}
	return d, err
}

// BoardBeside is the first page of the board, as part of the answer of another verb.
func BoardBeside(a *app.App, limit int) (*BoardDocument, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	d, err := boardOf(a, v, selection.Filter{}, selection.Page{Limit: limit})
	if err == nil {
		d.beside = true
	}
	return d, err
}

func (d *BoardDocument) Text(p *term.Page) {
	rows, waiting := make([][]term.Cell, 0, len(d.Lanes)), d.waiting()
	for i := range d.Lanes {
		r := &d.Lanes[i]
		rows = append(rows, []term.Cell{
			term.Styled(view.OutcomeWord(&r.LaneRow), view.OutcomeStyle(r.Outcome)),
			term.Plain(stateWord(&r.LaneRow)),
			term.Plain(r.Agent),
			term.Plain(term.TurnsWord(r.Turns)),
			term.Plain(term.Count(term.Sum(r.ToolCalls))),
			term.Styled(term.Count(r.Errors), term.ErrorStyle(r.Errors)),
			term.Plain(boardAge(p, r)),
			term.Styled(d.short[i], term.StyleDim),
			term.Plain(view.LaneTitle(&r.LaneRow)),
			term.Styled(string(r.Next), term.StyleCyan),
		})
		if waiting != nil {
			rows[i] = append(rows[i], term.Styled(WaitsText(r.Waits), term.StyleYellow))
		}
	}
	cols := []term.Column{{Name: "OUTCOME"}, {Name: "STATE", Rank: 4}, {Name: "AGENT", Rank: 6}, {Name: "TURNS", Least: 20, Rank: 8},
		{Name: "TOOLS", Right: true, Rank: 7}, {Name: "ERRORS", Right: true, Rank: 5}, {Name: "LAST", Rank: 3}, {Name: "LANE"},
		{Name: "WHAT", Least: 16, Rank: 1}, {Name: "NEXT", Rank: 2}}
	if waiting != nil {
		cols = append(cols, term.Column{Name: "WAITS", Least: 10})
	}
	p.Table(cols, rows)
	WriteAsks(p, waiting)
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
	if len(d.short) > 0 {
		p.Line("why: %s", app.Next(p, "claw lane explain "+d.short[0]))
	}
}

// waiting are the requests that the rows wait for, each once; nil means that no row has a request
// or a blocked call.
func (d *BoardDocument) waiting() (asks []query.Asked) {
	for i := range d.Lanes {
		if d.Lanes[i].Waits == nil {
			continue
		}
		if asks == nil {
			asks = []query.Asked{}
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
