package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/projections/store"
)

// boardDocument is the board: for people a table, for machines one document.
type boardDocument struct {
	Head
	reading
	store.BoardDocument
}

type boardFlags struct {
	listing
	limit int
}

func (a *app) boardVerb() *cobra.Command {
	var l listing
	return a.list("board", "What each lane did, how it ended, and what to do next", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		if err := checkState(f.State); err != nil {
			return nil, err
		}
		b, err := v.Board(f, p.Limit, v.asOf)
		return &boardDocument{headOf("board"), v.reading(), b}, err
	})
}

// board is the board without a filter.
func (a *app) board(flags boardFlags) (*boardDocument, error) {
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	b, err := v.Board(store.Filter{}, flags.limit, v.asOf)
	return &boardDocument{headOf("board"), v.reading(), b}, err
}

func (d *boardDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Lanes))
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
			{shortLane(r), styleDim},
			plain(laneTitle(&r.LaneRow)),
			{string(r.Next), styleCyan},
		})
	}
	p.table([]column{{name: "OUTCOME"}, {name: "STATE", rank: 8}, {name: "AGENT", rank: 4}, {name: "TURNS", least: 11, rank: 6},
		{name: "TOOLS", right: true, rank: 5}, {name: "ERRORS", right: true, rank: 3}, {name: "LAST", rank: 2}, {name: "LANE"},
		{name: "WHAT", least: 16, rank: 1}, {name: "NEXT", rank: 7}}, rows)
	p.gap()
	p.line("%d lanes%s", d.Total, countsText(d.ByOutcome))
	if d.Total > len(d.Lanes) {
		p.line("%d are shown; more: claw board --limit %d, claw lanes", len(d.Lanes), d.Total)
	}
	if d.Total > 0 {
		p.line("why: claw lane explain %s", shortLane(&d.Lanes[0]))
	}
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
	return age(p.now, time.Unix(0, int64(r.LastObserved)))
}

// shortLane is as much of a lane id as a person needs to type.
func shortLane(r *store.BoardRow) string { return string(r.Lane) }

func upper(s string) string { return strings.ToUpper(s) }
