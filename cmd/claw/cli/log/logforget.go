package logcmd

import (
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store/query"
)

// ForgetDocument is the answer of log forget.
type ForgetDocument struct {
	app.Head
	Log    string `json:"log"`
	DryRun bool   `json:"dry_run"`
	record.ForgetReport
}

// forgetOptions are the flags of claw log forget.
type forgetOptions struct {
	reason string // recorded with each erasure
	dryRun bool   // erase nothing
	yes    bool   // do not ask
}

func (o *forgetOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.reason, "reason", "", "why, in a few words; it stays in the log")
	f.BoolVar(&o.dryRun, "dry-run", false, "report what would be erased and erase nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "erase without asking")
}

func logForget(a *app.App) *cobra.Command {
	var o forgetOptions
	cmd := a.Verb("forget SESSION", "", "Erase for good what a session and its subagents said", app.Exactly(1, "SESSION"),
		func(args []string) (app.Document, error) { return forget(a, o, args[0]) })
	cmd.Long = `Erase for good the prompts, messages, and inputs and outputs of tools of a session and of the
sessions of its subagents: from the log, the read model and the search index. Envelopes stay, so
that every proof still verifies, and each erasure is recorded with who decided it and why. Importing
the session again does not bring the data back.

The log's file is rewritten, which takes as long as copying it. Delete backups, exports and the
agent's own recording yourself. If the command is interrupted, run it again: it erases the rest.`
	o.flags(cmd.Flags())
	return cmd
}

func forget(a *app.App, o forgetOptions, session string) (app.Document, error) {
	need := app.ToAppend
	if o.dryRun {
		need = app.ToRead
	}
	log, at, err := a.OpenLog(need)
	if err != nil {
		return nil, err
	}
	v, err := view.Open(a)
	if err != nil {
		return nil, err
	}
	sessions, err := familyOf(v, session)
	if err != nil {
		return nil, err
	}
	operator, progress := app.Operator(a, log), app.NewProgress(a)
	defer progress.Done()
	report, err := operator.Forget(a.Ctx, sessions, o.reason, true, nil)
	if err != nil {
		return nil, err
	}
	if !o.dryRun {
		if err := confirmForget(a, report, o.yes); err != nil {
			return nil, err
		}
		report, err = operator.Forget(a.Ctx, sessions, o.reason, false, func(done, of int) { progress.Say("erasing  %d of %d events", done, of) })
		if err == nil {
			progress.Say("writing the log anew")
			err = scour(a, log, v)
		}
	}
	return &ForgetDocument{app.HeadOf("log_forget"), at.Value, o.dryRun, *report}, err
}

// familyOf returns a session, named by the beginning of its id, and all below it.
func familyOf(v *view.Views, typed string) ([]domain.SessionID, error) {
	first, err := query.Session(v, typed)
	if err != nil {
		return nil, err
	}
	all, known := []domain.SessionID{first.Session}, map[domain.SessionID]bool{first.Session: true}
	for i := 0; i < len(all); i++ {
		doc, err := query.Session(v, string(all[i]))
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

func confirmForget(a *app.App, r *record.ForgetReport, yes bool) error {
	return confirmErasing(a, "forget", string(r.Sessions[0]), term.Many(r.Erased, "event")+" of "+term.Many(len(r.Sessions), "session"), yes)
}

// confirmErasing asks a person whether what is named may be erased; yes answers in advance.
func confirmErasing(a *app.App, operation, target, what string, yes bool) error {
	if yes {
		return nil
	}
	if !app.CanAsk(a) {
		return &domain.Error{Kind: domain.ErrUsage, Operation: operation, Target: target,
			Message: what + " would be erased for good, and nobody is here to ask", Hint: "say --yes; see what it is: --dry-run"}
	}
	if ok, err := app.Agreed(a, "erase "+what+" for good?"); ok || err != nil {
		return err
	}
	return &domain.Error{Kind: domain.ErrRuntime, Operation: operation, Target: target, Message: "not erased, as you say", Hint: "see what it is: --dry-run"}
}

// scour removes what was erased from the file of the log and from every file beside it.
func scour(a *app.App, log eventlog.Log, v *view.Views) error {
	if eraser, ok := log.(eventlog.Eraser); ok {
		if err := eraser.Scour(a.Ctx); err != nil {
			return err
		}
	}
	status, err := v.CatchUp(a.Ctx)
	if err == nil && status.Stale {
		err = &domain.Error{Kind: domain.ErrUnavailable, Operation: "forget", Target: status.Path, Retryable: true,
			Message: "the log has forgotten, but another process is still bringing the read model there", Hint: "run the same again"}
	}
	return app.FirstError(err, v.DropSearch())
}

func (d *ForgetDocument) Text(p *term.Page) {
	verb := "Erased"
	if d.DryRun {
		verb = "Would erase"
	}
	p.Heading(verb + " the data of " + term.Many(d.Erased, "event") + " of " + term.Many(len(d.Sessions), "session"))
	for _, s := range d.Sessions {
		p.Line("  %s", s)
	}
	if d.Already > 0 {
		p.Line("  %s erased before", term.Many(d.Already, "event"))
	}
	for _, k := range d.Kept {
		p.Line("  kept, as it holds no text: %s (%d)", k.Kind, k.Events)
	}
	for _, c := range d.CitedBy {
		p.Line("  cited by %s at position %d: %s", c.Kind, c.Position, strconv.Itoa(len(c.Cites)))
	}
}
