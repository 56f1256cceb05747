package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// forgetDocument is the answer of log forget.
type forgetDocument struct {
	Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	record.ForgetReport
}

type forgetFlags struct {
	reason      string
	dryRun, yes bool
}

func (a *app) logForget() *cobra.Command {
	var flags forgetFlags
	cmd := a.verb("forget SESSION", "", "Erase for good what a session and its subagents said", exactly(1, "SESSION"), func(args []string) (document, error) {
		return a.forget(args[0], flags)
	})
	cmd.Long = `Erase for good the prompts, messages, and inputs and outputs of tools of a session and of the sessions of its
subagents: from the log, the read model and the search index. Envelopes stay, so that every proof still verifies, and each
erasure is recorded with who decided it and why. Importing the session again does not bring the data back.

The log's file is written anew, which takes as long as copying it. Backups, exports and the agent's own recording are yours to delete.
Interrupted? Run it again: it does the rest.`
	f := cmd.Flags()
	f.StringVar(&flags.reason, "reason", "", "why, in a few words; it stays in the log")
	f.BoolVar(&flags.dryRun, "dry-run", false, "say what would be erased and erase nothing")
	f.BoolVarP(&flags.yes, "yes", "y", false, "erase without asking")
	return cmd
}

func (a *app) forget(session string, flags forgetFlags) (document, error) {
	need := toAppend
	if flags.dryRun {
		need = toRead
	}
	log, at, err := a.openLog(need)
	if err != nil {
		return nil, err
	}
	v, err := a.views()
	if err != nil {
		return nil, err
	}
	sessions, err := v.family(session)
	if err != nil {
		return nil, err
	}
	operator, progress := a.operator(log), a.progress()
	defer progress.done()
	report, err := operator.Forget(a.ctx, sessions, flags.reason, true, nil)
	if err != nil {
		return nil, err
	}
	if !flags.dryRun {
		if err := a.confirmForget(report, flags.yes); err != nil {
			return nil, err
		}
		report, err = operator.Forget(a.ctx, sessions, flags.reason, false, func(done, of int) { progress.say("erasing  %d of %d events", done, of) })
		if err == nil {
			progress.say("writing the log anew")
			err = a.scour(log, v)
		}
	}
	return &forgetDocument{headOf("log_forget"), at.Value, flags.dryRun, *report}, err
}

// family is a session, named by the beginning of its id, and all below it.
func (v *views) family(typed string) ([]domain.SessionID, error) {
	first, err := v.Session(typed)
	if err != nil {
		return nil, err
	}
	all, known := []domain.SessionID{first.Session}, map[domain.SessionID]bool{first.Session: true}
	for i := 0; i < len(all); i++ {
		doc, err := v.Session(string(all[i]))
		if err != nil {
			return nil, err
		}
		for _, child := range doc.Children {
			if !known[child] {
				all, known[child] = append(all, child), true
			}
		}
	}
	return all, nil
}

func (a *app) confirmForget(r *record.ForgetReport, yes bool) error {
	return a.confirmErasing("forget", string(r.Sessions[0]), many(r.Erased, "event")+" of "+many(len(r.Sessions), "session"), yes)
}

// confirmErasing asks a person whether what is said may be erased, unless they said so before.
func (a *app) confirmErasing(operation, target, what string, yes bool) error {
	if yes {
		return nil
	}
	if !a.canAsk() {
		return &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: target,
			Message: what + " would be erased for good, and nobody is here to ask", Hint: "say --yes; see what it is: --dry-run"}
	}
	if ok, err := a.agreed("erase " + what + " for good?"); ok || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: operation, Target: target, Message: "not erased, as you say", Hint: "see what it is: --dry-run"}
}

// scour takes what was erased out of every file beside the log.
func (a *app) scour(log eventlog.Log, v *views) error {
	if eraser, ok := log.(eventlog.Eraser); ok {
		if err := eraser.Scour(a.ctx); err != nil {
			return err
		}
	}
	status, err := v.CatchUp(a.ctx)
	if err == nil && status.Stale {
		err = &domain.Error{Kind: domain.ErrUnavailable, Operation: "forget", Target: status.Path, Retryable: true,
			Message: "the log has forgotten, but another process is still bringing the read model there", Hint: "run the same again"}
	}
	return firstError(err, v.DropSearch())
}

func (d *forgetDocument) text(p *page) {
	verb := "Erased"
	if d.DryRun {
		verb = "Would erase"
	}
	p.heading(verb + " the data of " + many(d.Erased, "event") + " of " + many(len(d.Sessions), "session"))
	for _, s := range d.Sessions {
		p.line("  %s", s)
	}
	if d.Already > 0 {
		p.line("  %s erased before", many(d.Already, "event"))
	}
	for _, k := range d.Kept {
		p.line("  kept, as it holds no text: %s (%d)", k.Kind, k.Events)
	}
	for _, c := range d.CitedBy {
		p.line("  cited by %s at position %d: %s", c.Kind, c.Position, strconv.Itoa(len(c.Cites)))
	}
}
