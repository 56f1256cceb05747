package reportcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
)

// showOptions are the flags of claw report show.
type showOptions struct {
	version   int // from 1; 0 is the last
	partBytes int // 0: whole
}

func (o *showOptions) flags(f *pflag.FlagSet) {
	f.IntVar(&o.version, "version", 0, "this version of it, from 1 (0: the last)")
	partsFlag(f, &o.partBytes)
}

func reportShow(a *app.App) *cobra.Command {
	var o showOptions
	cmd := a.Verb("show REPORT", "look", "Show a filed report, and whether what it did not find is still not there", app.Exactly(1, "REPORT"),
		func(args []string) (app.Document, error) { return showReport(a, o, args[0]) })
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func showReport(a *app.App, o showOptions, typed string) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	f, err := in.Find(a.Ctx, typed)
	if err != nil {
		return nil, err
	}
	if o.version < 0 || o.version > len(f.Versions) {
		return nil, app.UsageError("show report", typed, "has "+term.Many(len(f.Versions), "version"), "versions count from 1")
	}
	version := f.Last()
	if o.version > 0 {
		version = &f.Versions[o.version-1]
	}
	d, err := version.Proven(f.Report)
	if err != nil {
		return nil, err
	}
	if o.partBytes != 0 {
		parts, err := reports.Cut(reports.Whole{Report: f.Report, Content: version.Hash, Text: version.Document}, o.partBytes)
		return &PartsDocument{app.HeadOf("report_parts"), f.Report, version.Hash, parts}, err
	}
	return shown(a, in, &f, version, d)
}

// shown is a filed report, with the current state of its negative findings.
func shown(a *app.App, in *reporting.Reports, f *reports.Filing, version *reports.Version, d *reports.Document) (app.Document, error) {
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	doc, err := wrapped(a, in, v, d, version.Hash)
	if err != nil {
		return nil, err
	}
	doc.Report, doc.Filing, doc.GeneratedAt, doc.Producer = f.Report, f, version.FiledAt, string(version.By)
	if doc.Erased, err = reporting.ErasedCited(a.Ctx, in, d); err != nil {
		return nil, err
	}
	if doc.Pinpoints, err = pinpointStandings(a, in, f.Report, version, d); err != nil {
		return nil, err
	}
	again, err := gather.Observe(v, d.Scope, d.Window, approvals(a, v, d.Window.After))
	if domain.KindOf(err) == domain.ErrNotFound {
		return doc, nil // the scope is no longer in the log: nothing can be looked for again
	}
	if err != nil {
		return nil, err
	}
	doc.Negative = reports.RecheckNegative(d, again, func(id domain.EventID) bool {
		e, err := in.Log.Get(a.Ctx, id)
		return err == nil && d.Window.Holds(e.ObservedAt)
	})
	return doc, nil
}
