package cli

import (
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
)

// scrubDocument is the answer of log scrub.
type scrubDocument struct {
	Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	record.RescanReport
}

type scrubFlags struct {
	rescan, dryRun, yes bool
	reason              string
}

func (a *app) logScrub() *cobra.Command {
	var flags scrubFlags
	cmd := a.verb("scrub --rescan", "", "Find secrets that older rules let into the log, and erase them", noArgs, func([]string) (document, error) {
		return a.rescan(flags)
	})
	cmd.Long = `Look at every event of the log with the scrubber's rules of this claw, name the events that hold a secret, and offer to erase
them. Secrets themselves are never printed.

The data of a found event are erased whole: from the log, the read model and the search index. Envelopes stay, so that every
proof still verifies, and each erasure is recorded with who decided it and why. Importing the recording again does not bring the
data back. A secret that was in the log is to be replaced at its service all the same: backups, exports and the agent's own
recording hold it too.

The log's file is written anew, which takes as long as copying it. Interrupted? Run it again: it does the rest.`
	f := cmd.Flags()
	f.BoolVar(&flags.rescan, "rescan", false, "look at the whole log; without it nothing is done")
	f.BoolVar(&flags.dryRun, "dry-run", false, "say what is found and erase nothing")
	f.BoolVarP(&flags.yes, "yes", "y", false, "erase without asking")
	f.StringVar(&flags.reason, "reason", "", "why, in a few words; it stays in the log")
	return cmd
}

func (a *app) rescan(flags scrubFlags) (document, error) {
	if !flags.rescan {
		return nil, &domain.Error{Kind: domain.ErrUsage, Operation: "scrub", Message: "what is to be scrubbed is not said",
			Hint: "what is new is scrubbed as it is recorded; to look at what the log holds: claw log scrub --rescan"}
	}
	need := toAppend
	if flags.dryRun {
		need = toRead
	}
	log, at, err := a.openLog(need)
	if err != nil {
		return nil, err
	}
	operator, progress := a.operator(log), a.progress()
	defer progress.done()
	report, err := operator.Rescan(a.ctx, func(read int) { progress.say("looking  at %d events", read) })
	if err != nil {
		return nil, err
	}
	doc := &scrubDocument{headOf("log_scrub"), at.Value, flags.dryRun, *report}
	if flags.dryRun || report.Erased == 0 && !report.ErasedBefore {
		return doc, nil
	}
	if report.Erased > 0 {
		if err := a.confirmScrub(at.Value, report, flags.yes); err != nil {
			return nil, err
		}
	}
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	err = operator.EraseFound(a.ctx, report, flags.reason, func(done, of int) { progress.say("erasing  %d of %d events", done, of) })
	if err == nil {
		progress.say("writing the log anew")
		err = a.scour(log, v)
	}
	return doc, err
}

func (a *app) confirmScrub(log string, r *record.RescanReport, yes bool) error {
	return a.confirmErasing("scrub", log, many(r.Erased, "event")+" with secrets", yes)
}

func (d *scrubDocument) text(p *page) {
	if len(d.Found) == 0 {
		p.heading("No secret found in " + many(d.Read, "event"))
		return
	}
	verb := "Erased"
	if d.DryRun {
		verb = "Would erase"
	}
	p.heading(verb + " the data of " + many(d.Erased, "event") + " with secrets, of " + many(d.Read, "event") + " read")
	rules := map[string]int{}
	for _, e := range d.Found {
		for _, s := range e.Secrets {
			rules[s.Rule]++
		}
	}
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		p.line("  %s (%d)", rule, rules[rule])
	}
	for _, e := range d.Found {
		p.line("  %s at position %d: %s%s", e.Kind, e.Position, e.Secrets[0].Pointer, d.kept(e))
	}
}

// kept says of an event that stays as it is why it does.
func (d *scrubDocument) kept(e record.SecretEvent) string {
	switch {
	case e.Erasable:
		return ""
	case e.Secrets[0].In == "envelope":
		return " (kept: an envelope is not erasable)"
	}
	return " (kept: its kind is not erasable)"
}
