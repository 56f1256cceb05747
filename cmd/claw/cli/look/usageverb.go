package lookcmd

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// UsageDocument sums tokens and cost.
type UsageDocument struct {
	app.Head
	view.ReadAt
	query.UsageDocument
	short []string // the lanes' ids, as people type them
}

// usageOptions are the flags of claw usage.
type usageOptions struct {
	view.ListOptions
	by string // a value of query.UsageBy; default model
}

func (o *usageOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	o.by = string(query.UsageByModel)
	sums := query.UsageBy("").Enum()
	f.Var(app.NewChoice(&o.by, sums), "by", app.JoinWords(sums))
}

// UsageVerb is claw usage.
func UsageVerb(a *app.App) *cobra.Command {
	o := usageOptions{ListOptions: view.ListOptions{Only: "responses of lanes whose state or outcome is", States: view.LaneStates()}}
	cmd := view.List(a, "usage", "Sum the tokens of responses", &o.ListOptions, func(v *view.Views, f selection.Filter, p selection.Page) (app.Document, error) {
		return usageBy(a, v, query.UsageBy(o.by), f, p)
	})
	o.flags(cmd.Flags())
	return cmd
}

func usageBy(a *app.App, v *view.Views, by query.UsageBy, f selection.Filter, p selection.Page) (*UsageDocument, error) {
	usage, err := query.Usage(v, by, f, p)
	if err != nil {
		return nil, err
	}
	d := &UsageDocument{Head: app.HeadOf("usage"), ReadAt: v.ReadAt(), UsageDocument: usage}
	if usage.By == query.UsageByLane && a.Format == app.FormatText {
		d.short, err = v.ShortLanes(len(usage.Rows), func(i int) domain.LaneID { return domain.LaneID(usage.Rows[i].Key) })
	}
	return d, err
}

// wholeModel is the width of a model's name: a name and a date.
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
