package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

type usageDocument struct {
	Head
	reading
	store.UsageDocument
	short []string // the lanes' ids, as people type them
}

func (a *app) usageVerb() *cobra.Command {
	l := listing{only: "responses of lanes whose state or outcome is", states: laneStates()}
	by, sums := "model", store.UsageBy("").Enum()
	cmd := a.list("usage", "Sum the tokens of responses", &l, func(v *views, f store.Filter, p store.Page) (document, error) {
		usage, err := v.Usage(store.UsageBy(firstOf(by, "model")), f, p)
		if err != nil {
			return nil, err
		}
		d := &usageDocument{Head: headOf("usage"), reading: v.reading(), UsageDocument: usage}
		if usage.By == store.UsageByLane && a.format == formatText {
			d.short, err = v.shortLanes(len(usage.Rows), func(i int) domain.LaneID { return domain.LaneID(usage.Rows[i].Key) })
		}
		return d, err
	})
	cmd.Flags().Var(choice{&by, sums}, "by", joinWords(sums))
	return cmd
}

// wholeModel is the width in which models are told apart: a name and a date.
const wholeModel = 26

func (d *usageDocument) text(p *page) {
	rows := make([][]cell, 0, len(d.Rows)+1)
	for i, r := range append(slices.Clone(d.Rows), d.Total) {
		name := firstOf(r.Key, "not known")
		switch {
		case i == len(d.Rows):
			name = "total"
		case len(d.short) > 0 && r.Key != "":
			name = d.short[i]
		}
		rows = append(rows, []cell{plain(name), plain(count(r.Responses)), plain(tokensText(r.Tokens.Input)),
			plain(tokensText(r.Tokens.CacheRead)), plain(tokensText(r.Tokens.CacheCreation)), plain(tokensText(r.Tokens.Output)),
			plain(tokensText(r.Tokens.Reasoning)), {tokensText(r.Total), styleBold}})
	}
	p.table([]column{{name: upper(string(d.By)), least: wholeModel}, {name: "RESPONSES", right: true, rank: 2}, {name: "INPUT", right: true, rank: 3},
		{name: "CACHED", right: true, rank: 4}, {name: "CACHE WRITE", right: true, rank: 5}, {name: "OUTPUT", right: true, rank: 1},
		{name: "REASONING", right: true, rank: 6}, {name: "ALL", right: true}}, rows)
	p.more(len(d.Rows), d.Sums, d.Next)
}
