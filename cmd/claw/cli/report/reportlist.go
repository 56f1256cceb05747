package reportcmd

import (
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
)

// ReportsDocument is the answer of report list.
type ReportsDocument struct {
	app.Head
	Reports []reportRow `json:"reports"` // the newest first
	Total   int         `json:"total"`
}

// reportRow is a report in a list.
type reportRow struct {
	Report   string              `json:"report_id"`
	Hash     domain.Digest       `json:"content_hash,omitzero"` // of the last version
	Versions int                 `json:"versions"`
	FiledAt  domain.Instant      `json:"filed_at"`
	By       domain.EmitterID    `json:"by"`
	Status   domain.ReportStatus `json:"status,omitzero"`
	Held     reports.Held        `json:"held"`
	Lane     domain.LaneID       `json:"lane,omitzero"`
	Channel  string              `json:"channel,omitzero"`
	Nudge    string              `json:"nudge,omitzero"`
	Cycle    string              `json:"cycle,omitzero"`
	Void     int                 `json:"void_events,omitzero"`
}

// listOptions are the flags of claw report list.
type listOptions struct {
	channel string
	limit   int
}

func (o *listOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.channel, "channel", "", "only reports of this channel")
	f.IntVar(&o.limit, "limit", 20, "at most so many (0: all)")
}

func reportList(a *app.App) *cobra.Command {
	var o listOptions
	cmd := a.Verb("list", "look", "List the reports that are filed, the newest first", app.NoArgs,
		func([]string) (app.Document, error) { return listReports(a, o) })
	o.flags(cmd.Flags())
	return cmd
}

func listReports(a *app.App, o listOptions) (app.Document, error) {
	if o.limit < 0 {
		return nil, app.UsageError("parse arguments", "--limit "+strconv.Itoa(o.limit), "is negative", "0 is no limit")
	}
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	all, err := in.All(a.Ctx)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(f reports.Filing) bool { return o.channel != "" && f.Channel != o.channel })
	slices.Reverse(all)
	d := &ReportsDocument{Head: app.HeadOf("reports"), Reports: []reportRow{}, Total: len(all)}
	for i := range all {
		if o.limit > 0 && i == o.limit {
			break
		}
		d.Reports = append(d.Reports, rowOfReport(&all[i]))
	}
	return d, nil
}

func rowOfReport(f *reports.Filing) reportRow {
	last := f.Last()
	return reportRow{Report: f.Report, Hash: last.Hash, Versions: len(f.Versions), FiledAt: last.FiledAt, By: last.By, Status: last.Status, Held: last.Held,
		Lane: f.Lane, Channel: f.Channel, Nudge: f.Nudge, Cycle: f.Cycle, Void: len(f.Void)}
}

func (d *ReportsDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Reports))
	for i := range d.Reports {
		r := &d.Reports[i]
		rows = append(rows, []term.Cell{term.Plain(r.Report), term.Plain(strconv.Itoa(r.Versions)), term.Styled(string(r.Held), heldStyle(r.Held)),
			term.Plain(string(r.Status)), term.Plain(term.Age(p.Now, r.FiledAt.Time())), term.Plain(r.Channel), term.Styled(r.Hash.String()[:12], term.StyleDim)})
	}
	p.Table([]term.Column{{Name: "REPORT"}, {Name: "VERSIONS", Right: true, Rank: 3}, {Name: "HELD"}, {Name: "STATUS", Rank: 4}, {Name: "FILED", Rank: 1},
		{Name: "CHANNEL", Rank: 5}, {Name: "CONTENT", Rank: 2}}, rows)
	switch {
	case d.Total == 0:
		p.Line("no reports; to file one: %s", app.Next(p, "claw report new --json > report.json")+" && "+app.Next(p, "claw report file report.json"))
	case d.Total > len(d.Reports):
		p.Line("%d of %d; all: --limit 0", len(d.Reports), d.Total)
	}
}

// Filed offers the ids of the reports that are filed, the newest first.
func Filed(a *app.App) (all []cobra.Completion, err error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	filed, err := in.All(a.Ctx)
	for i := range slices.Backward(filed) {
		all = append(all, cobra.CompletionWithDesc(filed[i].Report, term.Printable(term.Many(len(filed[i].Versions), "version")+orText(" in ", filed[i].Channel))))
	}
	return all, err
}

func heldStyle(h reports.Held) term.Style {
	switch h {
	case reports.HeldWhole:
		return term.StyleGreen
	case reports.HeldAltered:
		return term.StyleRed
	case reports.HeldErased, reports.HeldDetached:
	}
	return term.StyleYellow
}
