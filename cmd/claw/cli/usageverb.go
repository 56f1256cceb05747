package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/projections/store"
)

type usageDocument struct {
	Head
	reading
	store.UsageDocument
}

func (a *app) usageVerb() *cobra.Command {
	l := listing{only: "responses of lanes whose state or outcome is", states: laneStates}
	by, sums := "model", store.UsageBy("").Enum()
	cmd := a.list("usage", "What responses cost, in tokens", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		usage, err := v.Usage(store.UsageBy(firstOf(by, "model")), f, p)
		return &usageDocument{headOf("usage"), v.reading(), usage}, err
	})
	cmd.Flags().Var(choice{&by, sums}, "by", joinWords(sums))
	return cmd
}

func (d *usageDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Rows)+1)
	for _, r := range append(slices.Clone(d.Rows), d.Total) {
		name := firstOf(r.Key, "not known")
		if len(rows) == len(d.Rows) {
			name = "total"
		}
		rows = append(rows, []cell{plain(name), plain(count(r.Responses)), plain(tokensText(r.Tokens.Input)),
			plain(tokensText(r.Tokens.CacheRead)), plain(tokensText(r.Tokens.CacheCreation)), plain(tokensText(r.Tokens.Output)),
			plain(tokensText(r.Tokens.Reasoning)), {tokensText(r.Total), styleBold}})
	}
	p.table([]column{{name: upper(string(d.By)), least: 12}, {name: "RESPONSES", right: true, rank: 2}, {name: "INPUT", right: true, rank: 3},
		{name: "CACHED", right: true, rank: 4}, {name: "CACHE WRITE", right: true, rank: 5}, {name: "OUTPUT", right: true, rank: 1},
		{name: "REASONING", right: true, rank: 6}, {name: "ALL", right: true}}, rows)
	p.more(len(d.Rows), d.Sums, d.Next)
}
