package cli

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// boardDocument is the board: for people a table, for machines one document.
type boardDocument struct {
	Head
	reading
	store.BoardDocument
	short    []string // the lanes' ids, as people type them
	filtered bool
	beside   bool // the answer of another verb: what it does not show, claw board does
}

func (a *app) boardVerb() *cobra.Command {
	l := listing{only: "lanes whose state or outcome is", states: laneStates()}
	return a.liveList("board", "Show what each lane did, how it ended, and what to do next", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		return a.boardOf(v, f, p)
	})
}

func (a *app) boardOf(v *views, f store.Filter, p store.Page) (*boardDocument, error) {
	asks, err := a.asks(v)
	if err != nil {
		return nil, err
	}
	b, err := v.Board(f, p, v.asOf, asks.byLane())
	if err != nil {
		return nil, err
	}
	d := &boardDocument{Head: headOf("board"), reading: v.reading(), BoardDocument: b, filtered: f != (store.Filter{})}
	if a.format == formatText {
		d.short, err = v.shortLanes(len(b.Lanes), func(i int) domain.LaneID { return b.Lanes[i].Lane })
	}
	return d, err
}

// boardBeside is the head of the board, for the answer of another verb.
func (a *app) boardBeside(limit int) (*boardDocument, error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	d, err := a.boardOf(v, store.Filter{}, store.Page{Limit: limit})
	if err == nil {
		d.beside = true
	}
	return d, err
}

func (d *boardDocument) text(p *page) {
	rows, waiting := make([][]cell, 0, len(d.Lanes)), d.waiting()
	for i := range d.Lanes {
		r := &d.Lanes[i]
		rows = append(rows, []cell{
			{outcomeWord(&r.LaneRow), outcomeStyle(r.Outcome)},
			plain(stateWord(&r.LaneRow)),
			plain(r.Agent),
			plain(turnsWord(r.Turns)),
			plain(count(sum(r.ToolCalls))),
			{count(r.Errors), errorStyle(r.Errors)},
			plain(boardAge(p, r)),
			{d.short[i], styleDim},
			plain(laneTitle(&r.LaneRow)),
			{string(r.Next), styleCyan},
		})
		if waiting != nil {
			rows[i] = append(rows[i], cell{waitsText(r.Waits), styleYellow})
		}
	}
	cols := []column{{name: "OUTCOME"}, {name: "STATE", rank: 4}, {name: "AGENT", rank: 6}, {name: "TURNS", least: 20, rank: 8},
		{name: "TOOLS", right: true, rank: 7}, {name: "ERRORS", right: true, rank: 5}, {name: "LAST", rank: 3}, {name: "LANE"},
		{name: "WHAT", least: 16, rank: 1}, {name: "NEXT", rank: 2}}
	if waiting != nil {
		cols = append(cols, column{name: "WAITS", least: 10})
	}
	p.table(cols, rows)
	p.writeAsks(waiting)
	if d.Total == 0 && !d.filtered {
		p.line("no lanes; to import recorded sessions: %s", p.next("claw import"))
		return
	}
	if d.Total > 0 {
		p.gap()
		p.line("%s%s", many(d.Total, "lane"), countsText(d.ByOutcome))
	}
	if d.beside && d.Next != "" {
		p.line("%d are shown; all: %s", len(d.Lanes), p.next("claw board"))
	} else {
		p.more(len(d.Lanes), d.Total, d.Next)
	}
	if len(d.short) > 0 {
		p.line("why: %s", p.next("claw lane explain "+d.short[0]))
	}
}

// waiting are the requests that wait on the rows, each once; nil says that no row has one, nor a
// call that was held back.
func (d *boardDocument) waiting() (asks []store.Asked) {
	for i := range d.Lanes {
		if d.Lanes[i].Waits == nil {
			continue
		}
		if asks == nil {
			asks = []store.Asked{}
		}
		for _, one := range d.Lanes[i].Waits.Approvals {
			if !slices.ContainsFunc(asks, func(a store.Asked) bool { return a.Approval == one.Approval }) {
				asks = append(asks, one)
			}
		}
	}
	return asks
}

func stateWord(r *store.LaneRow) string {
	s := string(r.State)
	if r.Subphase != "" {
		s = strings.Replace(string(r.Subphase), "blocked.", "blocked: ", 1)
	}
	if r.Freshness == "stale" {
		s += " (stale)"
	}
	return s
}

func boardAge(p *page, r *store.BoardRow) string {
	if !r.LastObserved.Known() {
		return "?"
	}
	return age(p.now, r.LastObserved.Time())
}

func upper(s string) string { return strings.ToUpper(s) }
