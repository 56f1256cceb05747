package logcmd

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// ScrubDocument is the answer of log scrub.
type ScrubDocument struct {
	app.Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	record.RescanReport
}

// scrubOptions are the flags of claw log scrub.
type scrubOptions struct {
	rescan bool   // examine the whole log; needed
	dryRun bool   // erase nothing
	yes    bool   // do not ask
	reason string // recorded with each erasure
}

func (o *scrubOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.rescan, "rescan", false, "examine the whole log; without this flag the command does nothing")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what is found and erase nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "erase without asking")
	f.StringVar(&o.reason, "reason", "", "why, in a few words; it stays in the log")
}

// check refuses a command line that does not say what to scrub.
func (o *scrubOptions) check() error {
	if o.rescan {
		return nil
	}
	return &domain.Error{Kind: domain.ErrUsage, Operation: "scrub", Message: "what is to be scrubbed is not said",
		Hint: "what is new is scrubbed as it is recorded; to look at what the log holds: claw log scrub --rescan"}
}

func logScrub(a *app.App) *cobra.Command {
	var o scrubOptions
	cmd := a.Verb("scrub --rescan", "", "Find secrets that older rules let into the log, and erase them", app.NoArgs,
		func([]string) (app.Document, error) { return rescan(a, o) })
	cmd.Long = `Examine every event of the log with the scrubber's rules of this claw, name the events that hold a
secret, and offer to erase them. Secrets themselves are never printed.

All data of such an event are erased: from the log, the read model and the search index. Envelopes
stay, so that every proof still verifies, and each erasure is recorded with who decided it and why.
Importing the recording again does not bring the data back. Replace a secret that was in the log at
its service in any case: backups, exports and the agent's own recording hold it too.

The log's file is rewritten, which takes as long as copying it. If the command is interrupted, run
it again: it erases the rest.`
	o.flags(cmd.Flags())
	return cmd
}

func rescan(a *app.App, o scrubOptions) (app.Document, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	need := app.ToAppend
	if o.dryRun {
		need = app.ToRead
	}
	log, at, err := a.OpenLog(need)
	if err != nil {
		return nil, err
	}
	operator, progress := app.Operator(a, log), app.NewProgress(a)
	defer progress.Done()
	report, err := operator.Rescan(a.Ctx, func(read int) { progress.Say("looking  at %d events", read) })
	if err != nil {
		return nil, err
	}
	doc := &ScrubDocument{app.HeadOf("log_scrub"), at.Value, o.dryRun, *report}
	if o.dryRun || report.Erased == 0 && !report.ErasedBefore {
		return doc, nil
	}
	if report.Erased > 0 {
		if err := confirmScrub(a, at.Value, report, o.yes); err != nil {
			return nil, err
		}
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	err = operator.EraseFound(a.Ctx, report, o.reason, func(done, of int) { progress.Say("erasing  %d of %d events", done, of) })
	if err == nil {
		progress.Say("writing the log anew")
		err = scour(a, log, v)
	}
	return doc, err
}

func confirmScrub(a *app.App, log string, r *record.RescanReport, yes bool) error {
	return confirmErasing(a, "scrub", log, term.Many(r.Erased, "event")+" with secrets", yes)
}

func (d *ScrubDocument) Text(p *term.Page) {
	if len(d.Found) == 0 {
		p.Heading("No secret found in " + term.Many(d.Read, "event"))
		return
	}
	verb := "Erased"
	if d.DryRun {
		verb = "Would erase"
	}
	p.Heading(verb + " the data of " + term.Many(d.Erased, "event") + " with secrets, of " + term.Many(d.Read, "event") + " read")
	rules := map[string]int{}
	for _, e := range d.Found {
		for _, s := range e.Secrets {
			rules[s.Rule]++
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		p.Line("  %s (%d)", rule, rules[rule])
	}
	for _, e := range d.Found {
		p.Line("  %s at position %d: %s%s", e.Kind, e.Position, e.Secrets[0].Pointer, d.kept(e))
	}
}

// kept returns why an event is not erased, "" for one that is.
func (d *ScrubDocument) kept(e record.SecretEvent) string {
	switch {
	case e.Erasable:
		return ""
	case e.Secrets[0].In == "envelope":
		return " (kept: an envelope is not erasable)"
	}
	return " (kept: its kind is not erasable)"
}
