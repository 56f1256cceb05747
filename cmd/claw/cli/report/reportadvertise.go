package reportcmd

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/declare"
	reportview "github.com/clawable/claw/reports/view"
)

// AdvertisedDocument is the answer of report advertise.
type AdvertisedDocument struct {
	app.Head
	Consumer   string                          `json:"consumer"`
	Event      domain.EventID                  `json:"event"`
	Position   uint64                          `json:"position"`
	Advertised domain.ReportConsumerAdvertised `json:"advertised"`
}

func reportAdvertise(a *app.App) *cobra.Command {
	cmd := a.Verb("advertise FILE", "do", "Record what a program that reads reports can take: versions, sections, sensitivity and size", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return advertise(a, args[0]) })
	cmd.Long = `Record what a consumer advertises: the table [consumer] of a TOML file. claw report view --for NAME
renders the richest view that it may have. What it advertised last counts.`
	return cmd
}

func advertise(a *app.App, file string) (app.Document, error) {
	p, _, err := consumerIn(a, file)
	if err != nil {
		return nil, err
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	decided, err := in.Advertise(a.Ctx, p)
	return &AdvertisedDocument{app.HeadOf("report_advertised"), p.Consumer, decided.Event, decided.Receipt.Position.Number(), p}, err
}

// consumerIn reads a file of a consumer.
//
// Errors: those of [declare.ParseConsumer] and of the operating system.
func consumerIn(a *app.App, file string) (domain.ReportConsumerAdvertised, []reportview.Shape, error) {
	text, err := os.ReadFile(app.Path(a, file))
	if err != nil {
		return domain.ReportConsumerAdvertised{}, nil, err
	}
	return declare.ParseConsumer(file, text)
}

// consumerNamed finds what a consumer advertises: that of a file, which is typed with its ending .toml or
// with a folder, or else what the log holds under a name. declared are the audiences of the file.
func consumerNamed(a *app.App, in *reporting.Reports, typed string) (p domain.ReportConsumerAdvertised, declared []reportview.Shape, err error) {
	if strings.HasSuffix(typed, ".toml") || strings.ContainsAny(typed, `/\`) {
		return consumerIn(a, typed)
	}
	found, err := in.Advertisement(a.Ctx, typed)
	if err != nil {
		return p, nil, err
	}
	return *found, nil, nil
}

func (d *AdvertisedDocument) Text(p *term.Page) {
	p.Line("consumer %s, recorded at %d", d.Consumer, d.Position)
	p.Field("schemas", term.StylePlain, "%s", strings.Join(d.Advertised.SchemaVersions, " "))
	p.Field("sections", term.StylePlain, "%s", app.FirstOf(strings.Join(d.Advertised.Families, " "), "all"))
}
