package lookcmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// UsageDocument sums tokens and cost.
type UsageDocument struct {
	app.Head
	view.ReadAt
	store.UsageDocument
	short []string // the lanes' ids, as people type them
}

// UsageVerb is claw usage.
func UsageVerb(a *app.App) *cobra.Command {
	l := view.Listing{Only: "responses of lanes whose state or outcome is", States: view.LaneStates()}
	by, sums := "model", store.UsageBy("").Enum()
	cmd := view.List(a, "usage", "Sum the tokens of responses", &l, func(v *view.Views, f store.Filter, p store.Page) (app.Document, error) {
		usage, err := v.Usage(store.UsageBy(app.FirstOf(by, "model")), f, p)
		if err != nil {
			return nil, err
		}
		d := &UsageDocument{Head: app.HeadOf("usage"), ReadAt: v.ReadAt(), UsageDocument: usage}
		if usage.By == store.UsageByLane && a.Format == app.FormatText {
			d.short, err = v.ShortLanes(len(usage.Rows), func(i int) domain.LaneID { return domain.LaneID(usage.Rows[i].Key) })
		}
		return d, err
	})
	cmd.Flags().Var(app.NewChoice(&by, sums), "by", app.JoinWords(sums))
	return cmd
}

// wholeModel is the width in which models are told apart: a name and a date.
const wholeModel = 26

func (d *UsageDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Rows)+1)
	for i, r := range append(slices.Clone(d.Rows), d.Total) {
		name := app.FirstOf(r.Key, "not known")
		switch {
		case i == len(d.Rows):
			name = "total"
		case len(d.short) > 0 && r.Key != "":
			name = d.short[i]
		}
		rows = append(rows, []term.Cell{term.Plain(name), term.Plain(term.Count(r.Responses)), term.Plain(term.TokensText(r.Tokens.Input)),
			term.Plain(term.TokensText(r.Tokens.CacheRead)), term.Plain(term.TokensText(r.Tokens.CacheCreation)), term.Plain(term.TokensText(r.Tokens.Output)),
			term.Plain(term.TokensText(r.Tokens.Reasoning)), term.Styled(term.TokensText(r.Total), term.StyleBold)})
	}
	p.Table([]term.Column{{Name: upper(string(d.By)), Least: wholeModel}, {Name: "RESPONSES", Right: true, Rank: 2}, {Name: "INPUT", Right: true, Rank: 3},
		{Name: "CACHED", Right: true, Rank: 4}, {Name: "CACHE WRITE", Right: true, Rank: 5}, {Name: "OUTPUT", Right: true, Rank: 1},
		{Name: "REASONING", Right: true, Rank: 6}, {Name: "ALL", Right: true}}, rows)
	view.More(p, len(d.Rows), d.Sums, d.Next)
}
