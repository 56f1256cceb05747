package guard

import (
	"context"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	approvaltext "github.com/clawable/claw/cmd/claw/cli/approval"
	guarding "github.com/clawable/claw/commands/guard"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/policy"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
	"github.com/clawable/claw/proof"
)

// hookOf returns what the hooks need of this run; content is the value of --content, "" for none.
func hookOf(a *app.App, content string) *guarding.Hook {
	report := func(err error) { a.PrintError(app.Typed(err)) }
	return &guarding.Hook{
		Place: PlaceOf(a), Find: func() (guarding.Store, error) { return findStore(a) }, Agent: agent{a}, Report: report,
		Content: func() producers.Content {
			mode, err := app.Content(a, content)
			if err != nil {
				report(err) // the narrowest mode is used then
			}
			return mode
		},
		Files: func(ctx context.Context, act *policy.Action) []domain.ActionFile {
			return approvaltext.Looker(a).Look(ctx, act)
		},
		Environ: a.Environ, Verifier: proof.Verifier{}, Scrub: scrub.New(), Now: a.Now, NewID: a.NewID, Patience: a.Patience,
	}
}

// store is the log at one place, and its spool.
type store struct {
	app *app.App
	at  app.Setting
}

// findStore finds the log. Where the settings of a project cannot be used, events go to the
// person's own log.
func findStore(a *app.App) (guarding.Store, error) {
	at, err := app.Where(a)
	if err != nil {
		a.PrintError(app.Typed(err))
		a.OwnLog = true
		at, err = app.Where(a)
	}
	return store{a, at}, err
}

// Open implements [guarding.Store].
func (s store) Open(ctx context.Context, patience time.Duration) (eventlog.Log, error) {
	return app.Engine(s.app, ctx, s.at, app.ToAppend, patience)
}

// Retain implements [guarding.Store].
func (s store) Retain(log eventlog.Log) {
	s.app.Closers = append(s.app.Closers, func() error { return s.End(log) })
}

// End implements [guarding.Store].
func (s store) End(log eventlog.Log) error {
	return app.FirstError(app.Detach(s.app, log), log.Close())
}

// Spool implements [guarding.Store].
func (s store) Spool() (spool.Spool, error) {
	aside, ok := app.SpoolOf(s.app, s.at)
	if !ok {
		return aside, app.UsageError("find folder", s.at.Value, "there is no place for events to wait", "name a log on disk")
	}
	return aside, nil
}
