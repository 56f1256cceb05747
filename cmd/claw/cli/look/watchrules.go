package lookcmd

import (
	"context"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
)

// adopt takes for told what other rules than those of the run before make of what that one looked at,
// and says so in one line. all says that the consumer wants what it wanted then; else only lanes of which
// it was told are taken.
func (w *watcher) adopt(all bool) error {
	if w.cursor.Rules() == projections.LanesVersion {
		return nil
	}
	var some []watch.Outcome
	if w.cursor.Begun() {
		log, _, err := w.app.OpenLog(app.ToRead)
		if err != nil {
			return err
		}
		for o, err := range query.Changed(w.views, w.filter, 0) {
			if err != nil {
				return err
			}
			one := watch.Outcome{Outcome: o.Outcome, AsOf: o.At}
			told, err := w.cursor.HasTold(&one)
			if err != nil {
				return err
			}
			if !all && !told {
				continue
			}
			isNews, err := restsOnNews(w.app.Ctx, log, &o.Outcome, w.cursor.Position())
			if err != nil {
				return err
			}
			if !isNews {
				some = append(some, one)
			}
		}
	}
	rule, err := w.cursor.Adopt(projections.LanesVersion, some, w.views.Status.Position)
	if err != nil || rule == nil {
		return err
	}
	return w.printRule(rule)
}

// restsOnNews reports whether an event behind a position is among those that decided an outcome.
func restsOnNews(ctx context.Context, log eventlog.Log, o *lane.Outcome, position uint64) (bool, error) {
	for _, field := range []string{"outcome", "outcome_fingerprint", "attempt"} {
		for _, id := range o.Because[field].Events {
			e, err := log.Get(ctx, id)
			if err != nil && domain.KindOf(err) != domain.ErrNotFound {
				return false, err
			}
			if err == nil && e.Position.Number() > position {
				return true, nil
			}
		}
	}
	return false, nil
}

// printRule writes that other rules derive outcomes now, and then records in the cursor that it was
// written.
func (w *watcher) printRule(r *watch.RuleChanged) error {
	var err error
	if w.app.Format == app.FormatJSON {
		err = app.WriteLine(w.app.Out, r)
	} else {
		p := w.app.Page(w.app.Out)
		p.Line("other rules derive outcomes now: %s changed, no news", term.Many(r.Lanes, "outcome"))
		err = p.Flush()
	}
	if err != nil {
		return app.OutputError(err)
	}
	return w.cursor.Told()
}
