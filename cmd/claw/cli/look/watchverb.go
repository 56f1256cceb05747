package lookcmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
)

// watchOptions are the flags of claw watch.
type watchOptions struct {
	view.ListOptions
	name string // of the cursor, see cursorName; "" remembers nothing
	from string // where a new cursor begins: fromStart or fromNow, the default
	once bool   // print the existing outcomes, and end
}

func (o *watchOptions) flags(f *pflag.FlagSet) {
	o.RowFlags(f)
	o.LaneFlags(f)
	f.StringVar(&o.name, "name", "", "remember under this name what was printed; one process at a time")
	o.from = fromNow
	f.Var(app.NewChoice(&o.from, []string{fromStart, fromNow}), "from", "where a new name begins: start (all present outcomes) or now")
	f.BoolVar(&o.once, "once", false, "print the outcomes that are there, and end")
}

// The values of --from.
const (
	fromStart = "start"
	fromNow   = "now"
)

// WatchVerb is claw watch.
func WatchVerb(a *app.App) *cobra.Command {
	o := watchOptions{ListOptions: view.ListOptions{Only: "outcomes of lanes whose state or outcome is", States: view.LaneStates()}}
	cmd := app.Streaming("watch", "Print each new or changed outcome of a lane once, as it occurs",
		`Print each new or changed outcome of a lane once, as it occurs, for notifiers and routers. Each line
has its number in seq, the outcome's fingerprint, and the fingerprint that it replaces.

Under a --name claw remembers what was printed, and the next watch of that name continues after it.
A line that a crash cut off is printed again with the same seq and the same bytes: ignore a line
whose seq you have handled. The filters may change from one watch of a name to the next: outcomes
that were left out before, and still stand, are printed then. Lanes that a watcher was told to
ignore are not shown. Where a newer claw derives outcomes by other rules, or the log adopts another
profile (claw expect adopt), one line of the kind rule_changed says so: what the lanes did before
counts as told.`,
		func() error { return watchOutcomes(a, o) })
	cmd.GroupID = "look"
	o.flags(cmd.Flags())
	return cmd
}

// watcher prints new and changed outcomes for one cursor.
type watcher struct {
	app   *app.App
	views *view.Views
	feed  watch.Feed
}

func watchOutcomes(a *app.App, o watchOptions) error {
	path, err := cursorPath(a, o.name)
	if err != nil {
		return err
	}
	v, filter, err := o.Selected(a)
	if err == nil {
		err = o.warnOfAwaited(a, v, filter)
	}
	if err != nil {
		return err
	}
	if path != "" {
		path = filepath.Join(path, v.Status.Log[:logIDShort], o.name+".db")
	}
	cursor, err := watch.Open(path)
	if err != nil {
		return err
	}
	a.Closers = append(a.Closers, cursor.Close)
	log, _, err := a.OpenLog(app.ToRead)
	if err != nil {
		return err
	}
	w := &watcher{a, v, watch.Feed{Cursor: cursor, Model: view.Watched{Views: v, Log: log, Filter: filter}, Wanted: fmt.Sprintf("%+v", filter), Rules: projections.LanesVersion}}
	if err := w.printPending(); err != nil {
		return err
	}
	return w.follow(o.from == fromStart, o.once)
}

// warnOfAwaited writes to the error stream which selected values the log does not have yet.
//
// Errors: kind not_found for the beginning of the id of a lane that is not in the log yet.
func (o *watchOptions) warnOfAwaited(a *app.App, v *view.Views, filter selection.Filter) error {
	if _, whole := filter.Lane.Stream(); filter.Lane != "" && whole != nil {
		_, err := v.Outcome(o.Lane)
		return err
	}
	err := o.WarnOfAbsent(a, v, filter)
	app.PrintWarnings(a)
	return err
}

// printPending prints what an earlier run left pending.
func (w *watcher) printPending() error {
	rule, err := w.feed.Cursor.PendingRule()
	if err == nil && rule != nil {
		err = w.printRule(rule)
	}
	if err != nil {
		return err
	}
	left, err := w.feed.Cursor.Pending()
	if err == nil && len(left) > 0 {
		err = w.print(left)
	}
	return err
}

// follow prints what changes until the run ends, or with once what changed until now.
func (w *watcher) follow(fromStart, once bool) error {
	for {
		rule, err := w.feed.Start(w.app.Ctx, fromStart)
		if err == nil && rule != nil {
			err = w.printRule(rule)
		}
		if err != nil {
			return err
		}
		if err := w.feed.New(w.print); err != nil || once {
			return err
		}
		err = view.Projected{Log: w.app.Open}.Await(w.app.Ctx, domain.PositionAt(w.views.Status.Position))
		if err == nil {
			w.views.Status, err = w.views.CatchUp(w.app.Ctx)
		}
		if errors.Is(err, context.Canceled) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// print writes lines, and then records in the cursor that they were written.
func (w *watcher) print(lines []watch.Line) error {
	for i := range lines {
		if err := writeWatched(w.app, w.views, &lines[i]); err != nil {
			return err
		}
	}
	return w.feed.Cursor.Told()
}

// writeWatched writes one line, for a program or for a person.
func writeWatched(a *app.App, v *view.Views, l *watch.Line) error {
	if a.Format == app.FormatJSON {
		if err := app.WriteLine(a.Out, l); err != nil {
			return app.OutputError(err)
		}
		return nil
	}
	row, err := query.Lane(v, string(l.Lane), v.AsOf)
	if err != nil {
		return err
	}
	short, err := query.ShortLane(v, l.Lane)
	if err != nil {
		return err
	}
	text := string(l.Outcome)
	if l.FailureClass != "" {
		text += " (" + string(l.FailureClass) + ")"
	}
	if !l.Replaces.IsZero() {
		text += ", changed"
	}
	p := a.Page(a.Out)
	at := a.Now().Format(time.TimeOnly)
	p.Beside(len(at)+2, term.Styled(at, term.StyleDim), term.Styled(text+"  "+short+"  "+view.LaneTitle(&row.LaneRow), view.OutcomeStyle(l.Outcome)))
	if err := p.Flush(); err != nil {
		return app.OutputError(err)
	}
	return nil
}

// logIDShort is how much of a log's id names the folder of its cursors.
const logIDShort = 16

// cursorName matches the names of cursors, which become names of files.
const cursorName = `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`

// cursorPath is the folder of cursors, "" for a cursor without a name.
func cursorPath(a *app.App, name string) (string, error) {
	if name == "" {
		return "", nil
	}
	if !regexp.MustCompile(cursorName).MatchString(name) {
		return "", app.UsageError("parse arguments", "--name "+name, "is not a name", "at most 64 letters, digits, dots, dashes and underscores, a letter or digit first")
	}
	folder := app.StateFolder(a)
	if folder == "" {
		return "", app.UsageError("remember what was told", "--name "+name, "there is no home folder", "name one: XDG_STATE_HOME")
	}
	return filepath.Join(folder, "watch"), nil
}
