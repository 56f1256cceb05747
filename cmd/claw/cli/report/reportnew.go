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

// newOptions are the flags of claw report new. An empty scope is the whole log.
type newOptions struct {
	since     string // a time, a day or an age
	repo      string
	lane      string // an id or the beginning of one
	owner     string
	statement string // a file; - is standard input; "" is none
	previous  string // a report, or the beginning of its id
	channel   string // whose report it is that it acknowledged last, or that was filed last to it
}

// sinceAll is the value of --since for a window that the log begins.
const sinceAll = "all"

func (o *newOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.since, "since", "24h", "what was last seen at or after: a time (RFC 3339), a day, or an age such as 36h or 7d; all is since the log began")
	f.StringVar(&o.repo, "repo", "", "only this repository")
	f.StringVar(&o.lane, "lane", "", "only this lane, its id or a beginning of it")
	f.StringVar(&o.owner, "owner", "", "only lanes of this owner")
	f.StringVar(&o.statement, "statement", "", "a JSON file of claims, pinpoints, negative evidence, closure state and next actions to add; - is standard input")
	f.StringVar(&o.previous, "previous", "", "compare with this report, its id or a beginning of it")
	f.StringVar(&o.channel, "channel", "", "compare with the report that this channel acknowledged last, or, where it acknowledged none, that was filed last to it")
}

func (o *newOptions) check() error {
	if o.previous != "" && o.channel != "" {
		return app.UsageError("parse arguments", "--previous "+o.previous, "does not go with --channel", "say one of them")
	}
	return nil
}

func reportNew(a *app.App) *cobra.Command {
	var o newOptions
	cmd := a.Verb("new", "do", "Make the report of the last day: what happened, what holds work, what to do next", app.NoArgs,
		func([]string) (app.Document, error) { return newReport(a, o) })
	cmd.Long = `Make the canonical report of a scope and a window from the log, add what --statement states, and
compare it with an earlier report. Nothing is recorded: claw report file files what --json prints.
The content hash is the same on every machine for the same content.`
	o.flags(cmd.Flags())
	return a.AsOf(cmd)
}

func newReport(a *app.App, o newOptions) (app.Document, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	said, err := statement(a, o.statement)
	if err != nil {
		return nil, err
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	before, err := previous(a, in, &o)
	if err != nil {
		return nil, err
	}
	scope, window, err := o.about(v)
	if err != nil {
		return nil, err
	}
	found, err := gather.Observe(v, scope, window, approvals(a, v, window.After))
	if err != nil {
		return nil, err
	}
	if n := found.LanesAfter(window.Until); n > 0 {
		a.Warn("observed_later", counted(n, "lane was", "lanes were")+" observed after "+term.Clock(window.Until.Time())+", the end of the window: the report has all that the log holds, as of its last event")
	}
	tracked, err := trackerOf(in).Load(a.Ctx)
	if err != nil {
		return nil, err
	}
	found.Pinpoints = tracked.Observed(found)
	return made(a, in, v, reports.Build(found, said, before, "claw"), before)
}

// made seals a new document, and holds it to what a filed one has to be.
func made(a *app.App, in *reporting.Reports, v *view.Views, d *reports.Document, before *reports.Previous) (app.Document, error) {
	if err := reporting.LabelStated(a.Ctx, in, d); err != nil {
		return nil, err
	}
	s, err := reports.Seal(d)
	if err != nil {
		return nil, err
	}
	clean, sealed, err := in.Prepare(a.Ctx, s.Text)
	if err != nil {
		return nil, err
	}
	if before != nil {
		if err := reports.CheckSuccession(clean, before); err != nil {
			return nil, err
		}
	}
	return wrapped(a, in, v, clean, sealed.Hash)
}

// about is the scope and the window that the flags describe.
//
// Errors: kind usage for a time that is none; kind not_found for a lane that the log does not know.
func (o *newOptions) about(v *view.Views) (scope reports.Scope, window reports.Window, err error) {
	if o.since != sinceAll {
		after, err := view.ParseSince(o.since, v.AsOf.Time())
		if err != nil {
			return scope, window, err
		}
		window.After = domain.AtUnixNano(int64(after))
	}
	window.Until = v.AsOf
	scope = reports.Scope{Repo: o.repo, Owner: o.owner}
	if o.lane != "" {
		outcome, err := v.Outcome(o.lane)
		if err != nil {
			return scope, window, err
		}
		scope.Lane = outcome.Lane
	}
	return scope, window, nil
}

// previous is the report to compare with, nil for none.
//
// Errors: kind not_found for a report that is not filed; kind corrupt for one that does not verify.
func previous(a *app.App, in *reporting.Reports, o *newOptions) (*reports.Previous, error) {
	var f reports.Filing
	var err error
	found := o.previous != ""
	switch {
	case found:
		f, err = in.Find(a.Ctx, o.previous)
	case o.channel != "":
		c, failed := in.Cursor(a.Ctx, o.channel, "")
		if c != nil {
			return provenVersion(c.Version, c.Report)
		}
		if err = failed; err == nil {
			f, found, err = in.InChannel(a.Ctx, o.channel)
		}
	}
	if err != nil || !found {
		return nil, err
	}
	return provenVersion(f.Last(), f.Report)
}

func provenVersion(v *reports.Version, report string) (*reports.Previous, error) {
	d, err := v.Proven(report)
	return &reports.Previous{Hash: v.Hash, Document: d}, err
}

// statement reads what the reporter states, nothing without a file.
func statement(a *app.App, file string) (*reports.Statement, error) {
	if file == "" {
		return &reports.Statement{}, nil
	}
	text, err := app.ReadInput(a, file)
	if err != nil {
		return nil, err
	}
	return reports.ParseStatement(file, text)
}
