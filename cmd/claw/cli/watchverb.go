package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"time"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/consumers/watch"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
)

// watching is the flags of watch.
type watching struct {
	listing
	name, from string
	once       bool
}

// The values of --from.
const (
	fromStart = "start"
	fromNow   = "now"
)

func (a *app) watchVerb() *cobra.Command {
	w := watching{from: fromNow, listing: listing{only: "outcomes of lanes whose state or outcome is", states: laneStates()}}
	cmd := a.streaming("watch", "Tell each new or changed outcome of a lane once, as it comes",
		`Tell each new or changed outcome of a lane once, as it comes: for notifiers and routers. Each line has its number in seq, the outcome's fingerprint, and the fingerprint that it replaces.
Under a --name what was told is remembered, and the next watch of that name goes on after it. A line that was cut off by a crash comes again with the same seq and the same bytes: pass over what comes with a seq that you have handled. What is selected may change from one watch of a name to the next: what was left out and stands is told then. Lanes that a watcher was told to ignore are not shown.`,
		func() error { return a.watch(&w) })
	cmd.GroupID = "look"
	w.selects(cmd)
	f := cmd.Flags()
	f.StringVar(&w.name, "name", "", "remember under this name what was told; one process at a time")
	f.Var(choice{&w.from, []string{fromStart, fromNow}}, "from", "where a new name begins: start, with all outcomes that stand, or now")
	f.BoolVar(&w.once, "once", false, "tell what there is to tell, and end")
	return cmd
}

// teller tells one consumer what changed.
type teller struct {
	app    *app
	views  *views
	cursor *watch.Cursor
	filter store.Filter
}

func (a *app) watch(w *watching) error {
	path, err := a.cursorPath(w.name)
	if err != nil {
		return err
	}
	v, filter, err := w.selected(a)
	if err == nil {
		err = w.sayWhatIsAwaited(a, v, filter)
	}
	if err != nil {
		return err
	}
	if path != "" {
		path = filepath.Join(path, v.status.Log[:logIDShort], w.name+".db")
	}
	cursor, err := watch.Open(path)
	if err != nil {
		return err
	}
	a.closers = append(a.closers, cursor.Close)
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
func (w *watching) sayWhatIsAwaited(a *app, v *views, filter store.Filter) error {
	if _, whole := filter.Lane.Stream(); filter.Lane != "" && whole != nil {
		_, err := v.lane(w.lane)
		return err
	}
	err := w.warnOfAbsent(a, v, filter)
	a.tellWarnings()
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
	return t.cursor.Begin(stand, t.views.status.Position)
}

// follow tells what changes until the run ends.
func (t *teller) follow(once bool) error {
	for {
		if err := t.changed(); err != nil || once {
			return err
		}
		err := projected{t.app.open}.Await(t.app.ctx, domain.PositionAt(t.views.status.Position))
		if err == nil {
			t.views.status, err = t.views.CatchUp(t.app.ctx)
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
	after, now := t.cursor.Position(), t.views.status.Position
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
		if err := t.app.writeOutcome(t.views, &lines[i]); err != nil {
			return err
		}
	}
	return t.cursor.Told()
}

// writeOutcome writes one line, for a program or for a person.
func (a *app) writeOutcome(v *views, l *watch.Line) error {
	if a.format == formatJSON {
		if err := writeLine(a.Out, l); err != nil {
			return outputError(err)
		}
		return nil
	}
	row, err := v.Lane(string(l.Lane), v.asOf)
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
	p := a.page(a.Out)
	at := a.Now().Format(time.TimeOnly)
	p.beside(len(at)+2, cell{at, styleDim}, cell{text + "  " + short + "  " + laneTitle(&row.LaneRow), outcomeStyle(l.Outcome)})
	if err := p.flush(); err != nil {
		return outputError(err)
	}
	return nil
}

// logIDShort is how much of a log's id names the folder of its cursors.
const logIDShort = 16

// cursorName is what a cursor may be called: it becomes a file's name.
const cursorName = `^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`

// cursorPath is the folder of cursors, "" for a cursor without a name.
func (a *app) cursorPath(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	if !regexp.MustCompile(cursorName).MatchString(name) {
		return "", usageError("parse arguments", "--name "+name, "is not a name", "at most 64 letters, digits, dots, dashes and underscores, a letter or digit first")
	}
	folder := a.stateFolder()
	if folder == "" {
		return "", usageError("remember what was told", "--name "+name, "there is no home folder", "name one: XDG_STATE_HOME")
	}
	return filepath.Join(folder, "watch"), nil
}
