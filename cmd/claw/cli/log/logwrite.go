package logcmd

import (
	"io"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/fixtures"
	"github.com/clawable/claw/producers"
)

// appendOptions are the flags of claw log append.
type appendOptions struct {
	expect string // any (the default), none, exists or a revision
	atomic bool   // all lines are one append
}

func (o *appendOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.expect, "expect", "any", "the required state of the stream: any, none, exists or its revision")
	f.BoolVar(&o.atomic, "atomic", false, "append all lines or none; they name one stream")
}

func logAppend(a *app.App) *cobra.Command {
	var o appendOptions
	cmd := &cobra.Command{Use: "append [FILE]", Short: "Append drafts, JSON Lines from a file or standard input",
		Long: `Append drafts: JSON objects, one a line, without the members that the log adds. A receipt line
answers each line.

Consecutive lines that name one stream are one append when --expect is given; otherwise each line is
its own append, and lines that are there at once share a commit. With --atomic all lines are one
append. A missing id, version, emitter,
source kind or observed_at is filled in; trust is low. The first rejected line ends the run. Kinds
that only a verb of their own may decide are rejected: approval, policy, ship, log, report, pinpoint
and nudge decisions. A line with an id may be appended again, and is answered with its first
receipt; members that it leaves out stay as they were then.`,
		Args: app.AtMostOne, Annotations: map[string]string{app.OutputIs: app.OutputLines},
		RunE: func(_ *cobra.Command, args []string) error { return appendDrafts(a, o, args) }}
	o.flags(cmd.Flags())
	return cmd
}

func appendDrafts(a *app.App, o appendOptions, files []string) error {
	want, err := parseExpect(o.expect)
	if err != nil {
		return err
	}
	in, _, err := input(a, files)
	if err != nil {
		return err
	}
	defer in.Close()
	log, _, err := a.OpenLog(app.ToCreate)
	if err != nil {
		return err
	}
	c := &commit{App: a, log: log, recorder: app.Recorder(log, domain.TrustLow), want: want, atomic: o.atomic}
	return app.FirstError(c.once(appendLines(a, c, in)), app.Detach(a, log))
}

func parseExpect(s string) (eventlog.Expect, error) {
	switch s {
	case "any":
		return eventlog.Any, nil
	case "none":
		return eventlog.None, nil
	case "exists":
		return eventlog.Exists, nil
	}
	n, err := strconv.ParseUint(s, 10, 53)
	if err != nil {
		return eventlog.Any, app.UsageError("parse arguments", "--expect "+s, "is no expectation", "any, none, exists or a revision")
	}
	return eventlog.At(domain.Revision(n)), nil
}

// LogImportDocument is the answer of log import.
type LogImportDocument struct {
	app.Head
	importing.LineReport
	demo bool // the runs that the program carries
}

// copyOptions are the flags of claw log import.
type copyOptions struct{ demo bool }

func (o *copyOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.demo, "demo", false, "copy the runs that this program carries, into a log that --log names")
}

func logImport(a *app.App) *cobra.Command {
	var o copyOptions
	cmd := a.Verb("import [FILE]", "", "Copy the events of an exported log into this one", app.AtMostOne,
		func(args []string) (app.Document, error) { return copyLog(a, o, args) })
	o.flags(cmd.Flags())
	return cmd
}

// exported opens the events that are to be copied.
//
// Errors: kind usage for a demo beside a file, or into a log that was not named for
// it.
func (o copyOptions) exported(a *app.App, files []string) (io.ReadCloser, error) {
	switch {
	case !o.demo:
		in, _, err := input(a, files)
		return in, err
	case len(files) > 0:
		return nil, app.UsageError("parse arguments", "--demo "+files[0], "contradict each other", "leave one of them out")
	case a.Flags.Log == "" && a.Held == nil:
		return nil, app.UsageError("parse arguments", "--demo", "would add made-up lanes to your log", "name a log for it: claw log import --demo --log demo.db")
	}
	return fixtures.All()
}

func copyLog(a *app.App, o copyOptions, files []string) (app.Document, error) {
	in, err := o.exported(a, files)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	log, _, err := a.OpenLog(app.ToCreate)
	if err != nil {
		return nil, err
	}
	report, err := importing.Copy(a.Ctx, log, producers.Lines(in), a.Channel())
	if err != nil {
		return nil, brokenOff(err, importedSoFar{lineCounts: countsOf(report), Events: report.Imported})
	}
	if report.Any() {
		a.Code = 1
	}
	return &LogImportDocument{Head: app.HeadOf("log_import"), LineReport: *report, demo: o.demo}, nil
}

func (d *LogImportDocument) Text(p *term.Page) {
	p.Line("%s: %d imported, %s", term.Many(d.Lines, "line"), d.Imported, countsOf(&d.LineReport).others())
	app.ListProblems(p, &d.Problems)
	if d.demo {
		p.Line("look at it: %s", app.Next(p, "claw board"))
	}
}
