package lookcmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// watching is the flags of watch.
type watching struct {
	view.Listing
	name, from string
	once       bool
}

// The values of --from.
const (
	fromStart = "start"
	fromNow   = "now"
)

// WatchVerb is claw watch.
func WatchVerb(a *app.App) *cobra.Command {
	w := watching{from: fromNow, Listing: view.Listing{Only: "outcomes of lanes whose state or outcome is", States: view.LaneStates()}}
	cmd := app.Streaming("watch", "Print each new or changed outcome of a lane once, as it occurs",
		`Print each new or changed outcome of a lane once, as it occurs, for notifiers and routers. Each line
has its number in seq, the outcome's fingerprint, and the fingerprint that it replaces.

Under a --name claw remembers what was printed, and the next watch of that name continues after it.
A line that a crash cut off is printed again with the same seq and the same bytes: ignore a line
whose seq you have handled. The filters may change from one watch of a name to the next: outcomes
that were left out before, and still stand, are printed then. Lanes that a watcher was told to
ignore are not shown.`,
		func() error { return follow(a, &w) })
	cmd.GroupID = "look"
	w.Selects(cmd)
	f := cmd.Flags()
	f.StringVar(&w.name, "name", "", "remember under this name what was printed; one process at a time")
	f.Var(app.NewChoice(&w.from, []string{fromStart, fromNow}), "from", "where a new name begins: start (all present outcomes) or now")
	f.BoolVar(&w.once, "once", false, "print the outcomes that are there, and end")
	return cmd
}

// teller tells one consumer what changed.
type teller struct {
	app    *app.App
	views  *view.Views
	cursor *watch.Cursor
	filter store.Filter
}

func follow(a *app.App, w *watching) error {
	path, err := cursorPath(a, w.name)
	if err != nil {
		return err
	}
	v, filter, err := w.Selected(a)
	if err == nil {
		err = w.sayWhatIsAwaited(a, v, filter)
	}
	if err != nil {
		return err
	}
	if path != "" {
		path = filepath.Join(path, v.Status.Log[:logIDShort], w.name+".db")
	}
	cursor, err := watch.Open(path)
	if err != nil {
		return err
	}
	a.Closers = append(a.Closers, cursor.Close)
	if err := cursor.Select(fmt.Sprintf("%+v", filter)); err != nil {
		return err
	}
	t := &teller{a, v, cursor, filter}
	if err := t.begin(w.from); err != nil {
		return err
	}
	return t.follow(w.once)
}

// sayWhatIsAwaited says once on the error stream what is selected by and not there yet.
//
// Errors: kind not_found for a beginning of a lane's id: which lane it will be cannot be told.
func (w *watching) sayWhatIsAwaited(a *app.App, v *view.Views, filter store.Filter) error {
	if _, whole := filter.Lane.Stream(); filter.Lane != "" && whole != nil {
		_, err := v.Outcome(w.Lane)
		return err
	}
	err := w.WarnOfAbsent(a, v, filter)
	app.TellWarnings(a)
	return err
}

// begin tells what was left pending, and begins a new cursor.
func (t *teller) begin(from string) error {
	left, err := t.cursor.Pending()
	if err == nil && len(left) > 0 {
		err = t.tell(left)
	}
	if err != nil || t.cursor.Begun() || from == fromStart {
		return err
	}
	var stand []watch.Outcome
	for o, err := range t.views.Changed(store.Filter{}, 0) {
		if err != nil {
			return err
		}
		stand = append(stand, watch.Outcome{Outcome: o.Outcome, AsOf: o.At})
	}
	return t.cursor.Begin(stand, t.views.Status.Position)
}

// follow tells what changes until the run ends.
func (t *teller) follow(once bool) error {
	for {
		if err := t.changed(); err != nil || once {
			return err
		}
		err := view.Projected{Log: t.app.Open}.Await(t.app.Ctx, domain.PositionAt(t.views.Status.Position))
		if err == nil {
			t.views.Status, err = t.views.CatchUp(t.app.Ctx)
		}
		if errors.Is(err, context.Canceled) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// told is how many lines are noted at once.
const told = 256

// changed tells what changed since the cursor looked last.
func (t *teller) changed() error {
	after, now := t.cursor.Position(), t.views.Status.Position
	if now < after { // the log was rolled back
		after = 0
	}
	var some []watch.Outcome
	for o, err := range t.views.Changed(t.filter, after) {
		if err != nil {
			return err
		}
		if some = append(some, watch.Outcome{Outcome: o.Outcome, AsOf: o.At}); len(some) < told {
			continue
		}
		if err := t.note(some, after); err != nil {
			return err
		}
		some = some[:0]
	}
	return t.note(some, now)
}

func (t *teller) note(some []watch.Outcome, position uint64) error {
	lines, err := t.cursor.Note(some, position)
	if err != nil || len(lines) == 0 {
		return err
	}
	return t.tell(lines)
}

// tell writes lines and ticks them off.
func (t *teller) tell(lines []watch.Line) error {
	for i := range lines {
		if err := writeWatched(t.app, t.views, &lines[i]); err != nil {
			return err
		}
	}
	return t.cursor.Told()
}

// writeOutcome writes one line, for a program or for a person.
func writeWatched(a *app.App, v *view.Views, l *watch.Line) error {
	if a.Format == app.FormatJSON {
		if err := app.WriteLine(a.Out, l); err != nil {
			return app.OutputError(err)
		}
		return nil
	}
	row, err := v.Lane(string(l.Lane), v.AsOf)
	if err != nil {
		return err
	}
	short, err := v.ShortLane(l.Lane)
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

// cursorName is what a cursor may be called: it becomes a file's name.
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
