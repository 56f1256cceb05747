package lookcmd

import (
	"slices"
	"strconv"
	"strings"
	"time"

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
	by  string // a value of query.UsageBy; default model
	utc bool
}

func (o *usageOptions) flags(f *pflag.FlagSet) {
	o.Flags(f)
	o.by = string(query.UsageByModel)
	sums := query.UsageBy("").Enum()
	f.Var(app.NewChoice(&o.by, sums), "by", app.JoinWords(sums))
	f.BoolVar(&o.utc, "utc", false, "days of UTC, also of --since (default: of the local time zone)")
}

// UsageVerb is claw usage.
func UsageVerb(a *app.App) *cobra.Command {
	o := usageOptions{ListOptions: view.ListOptions{Only: "responses of lanes whose state or outcome is", States: view.LaneStates()}}
	cmd := view.List(a, "usage", "Sum the tokens of responses and what they cost", &o.ListOptions, func(v *view.Views, f selection.Filter, p selection.Page) (app.Document, error) {
		return usageBy(a, v, o, f, p)
	})
	cmd.Long = `Sum the tokens of responses and what they cost in US dollars. Each response counts once, in whichever
sessions it was recorded. What a recording states as the cost of a response counts; of the rest,
what the table of prices says (claw prices). A response whose model has no price is in no sum of
money: the lines below the table name it.`
	o.flags(cmd.Flags())
	return cmd
}

func usageBy(a *app.App, v *view.Views, o usageOptions, f selection.Filter, p selection.Page) (*UsageDocument, error) {
	terms := query.UsageTerms{By: query.UsageBy(o.by), Zone: time.Local}
	if o.utc {
		terms.Zone = time.UTC
		if day, is := view.Day(o.Since, time.UTC); is {
			f.Since = day
		}
	}
	var err error
	if terms.Prices, err = view.PricesInUse(a); err != nil {
		return nil, err
	}
	usage, err := query.Usage(v, terms, f, p)
	if err != nil {
		return nil, err
	}
	usage.Zone = term.ZoneName(usage.Zone, "/etc/localtime", a.Now())
	d := &UsageDocument{Head: app.HeadOf("usage"), ReadAt: v.ReadAt(), UsageDocument: usage}
	switch {
	case a.Format != app.FormatText:
	case usage.By == query.UsageByLane:
		d.short, err = v.ShortLanes(len(usage.Rows), func(i int) domain.LaneID { return domain.LaneID(usage.Rows[i].Key) })
	case usage.By == query.UsageBySession:
		d.short, err = v.ShortSessions(a, len(usage.Rows), func(i int) domain.SessionID { return domain.SessionID(usage.Rows[i].Key) })
	}
	return d, err
}

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
		rows = append(rows, []term.Cell{{Text: name, Tail: d.By == query.UsageByRepository}, term.Styled(view.CostText(r.Cost), term.StyleBold), term.Plain(term.Count(r.Responses)), term.Plain(term.TokensText(r.Tokens.Input)),
			term.Plain(term.TokensText(r.Tokens.CacheRead)), term.Plain(term.TokensText(r.Tokens.CacheCreation)), term.Plain(term.TokensText(r.Tokens.Output)),
			term.Plain(term.TokensText(r.Tokens.Reasoning)), term.Plain(term.TokensText(r.Total))})
	}
	p.Table([]term.Column{{Name: upper(string(d.By)), Least: view.WholeModel}, {Name: "COST", Right: true}, {Name: "RESPONSES", Right: true, Rank: 2}, {Name: "INPUT", Right: true, Rank: 3},
		{Name: "CACHED", Right: true, Rank: 4}, {Name: "CACHE WRITE", Right: true, Rank: 5}, {Name: "OUTPUT", Right: true, Rank: 1},
		{Name: "REASONING", Right: true, Rank: 6}, {Name: "ALL", Right: true}}, rows)
	d.money(p)
	view.More(p, len(d.Rows), d.Sums, d.Next)
}

// money describes what the sums of money include, and what they leave out.
func (d *UsageDocument) money(p *term.Page) {
	c := d.Total.Cost
	if c == nil || d.Total.Responses == 0 {
		return
	}
	p.Gap()
	if c.StatedResponses > 0 {
		p.Line("cost: %s as recordings state it (%s), %s by prices of %s", c.Stated, term.Many(c.StatedResponses, "response"), c.Priced, d.Prices.Date)
	} else {
		p.Line("cost: by prices of %s; no recording states one", d.Prices.Date)
	}
	if c.Unpriced == 0 {
		return
	}
	names := make([]string, len(d.Unpriced))
	for i, u := range d.Unpriced {
		name := "no model recorded"
		if u.Model != "" {
			name = u.Model
		}
		names[i] = name + " (" + term.Many(u.Responses, "response") + ", " + term.TokensText(u.Total) + " tokens)"
	}
	p.Styled(term.StyleYellow, "not in the cost, "+strconv.Itoa(c.Unpriced)+" without a price: "+strings.Join(names, ", "))
}
