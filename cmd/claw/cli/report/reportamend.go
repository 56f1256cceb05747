package reportcmd

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
)

// amendOptions are the flags of claw report amend.
type amendOptions struct {
	reason      string
	replaces    string // a content hash; "" is the last version
	provisional bool
	detached    bool
}

func (o *amendOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.reason, "reason", "", "why, in a few words")
	f.StringVar(&o.replaces, "replaces", "", "the content hash of the version to replace; another last version is a conflict")
	f.BoolVar(&o.provisional, "provisional", false, "it is not the last word of its cycle")
	f.BoolVar(&o.detached, "detached", false, "record the hash alone; the document stays in its file")
}

func reportAmend(a *app.App) *cobra.Command {
	var o amendOptions
	cmd := a.Verb("amend REPORT FILE", "do", "File the next version of a report, under the same id", app.Exactly(2, "REPORT FILE"),
		func(args []string) (app.Document, error) { return amendReport(a, o, args[0], args[1]) })
	cmd.Long = `File the next version of a report. The id stays, and the version names the hash of the one that it
replaces, so that nothing can be changed without a trace. A claim that was a hypothesis and is an
observed fact now names what it was, and stays that of its pinpoint.`
	o.flags(cmd.Flags())
	return cmd
}

func amendReport(a *app.App, o amendOptions, report, file string) (app.Document, error) {
	var previous domain.Digest
	if o.replaces != "" {
		if err := previous.UnmarshalText([]byte(o.replaces)); err != nil {
			return nil, app.UsageError("parse arguments", "--replaces "+o.replaces, "is no content hash", "64 hex digits, as claw report show prints them")
		}
	}
	got, err := readInput(a, file)
	if err != nil {
		return nil, err
	}
	in, err := reportsOf(a, app.ToAppend)
	if err != nil {
		return nil, err
	}
	old, err := in.Find(a.Ctx, report)
	if err != nil {
		return nil, err
	}
	doc, s, err := prepared(a, in, &got)
	if err != nil {
		return nil, err
	}
	details := reporting.Details{Status: domain.ReportFinal, Reason: o.reason, Detached: o.detached}
	if o.provisional {
		details.Status = domain.ReportProvisional
	}
	stream, err := domain.ParseStreamID(old.Report)
	if err != nil {
		return nil, err
	}
	if details.Pinpoints, err = trackerOf(in).Reported(a.Ctx, old.Report, doc, nil); err != nil {
		return nil, err
	}
	filed, err := in.Amend(a.Ctx, stream, doc, s, previous, details)
	if err != nil {
		return nil, err
	}
	answer, err := answered(a, in, filed, details.Pinpoints, fileOptions{channel: old.Channel, nudge: old.Nudge, cycle: old.Cycle})
	if d, ok := answer.(*FiledDocument); ok {
		d.Previous = old.Last().Hash
	}
	return answer, err
}
