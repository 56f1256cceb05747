package sqlite

import (
	"context"
	"errors"
	"iter"
	"os"
	"path/filepath"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/insert"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/lock"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/eventlog/sqlite/scratch"
)

// Overwrite selects what a written log may replace.
type Overwrite uint8

// What may be in the place of a log to write.
const (
	OverNothing Overwrite = iota
	OverEmpty             // a log that holds log.opened only and that no process has open
	OverFile              // a file that is no log in use
)

// Write makes a log in the file path from events as they are: places, revisions, times
// and salts are kept. It reads the log again and compares it before the log gets its
// name, so that a part of it is never visible; after an error nothing is left.
//
// Errors: those of events, [eventlog.ErrCorrupt] for events that are no whole log, see
// [eventlog.Whole]; [eventlog.ErrConflict] for something in its place that over does not
// allow; [eventlog.ErrFull]; kind filesystem; ctx's.
func Write(ctx context.Context, path string, events iter.Seq2[domain.Event, error], over Overwrite) (*eventlog.VerifyReport, error) {
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		path = whole
	}
	w := &copying{path: path, over: over}
	report, err := w.run(ctx, events)
	if err != nil {
		return nil, fault.Translate("write log", path, err)
	}
	return report, nil
}

// copying is one Write under way.
type copying struct {
	path, temp string // temp is in a scratch folder
	over       Overwrite
	tree       eventlog.Tree
}

func (w *copying) run(ctx context.Context, events iter.Seq2[domain.Event, error]) (report *eventlog.VerifyReport, err error) {
	if err := place.RefuseDangling("create log", w.path); err != nil {
		return nil, err
	}
	if err := w.allowed(); err != nil { // early; it is looked at again
		return nil, err
	}
	in, err := scratch.New(w.path)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := in.Leave(); err == nil && e != nil {
			report, err = nil, e
		}
	}()
	if w.temp, err = in.MakeFile(); err != nil {
		return nil, err
	}
	if err := w.build(ctx, events); err != nil {
		return nil, err
	}
	if err := place.SyncFile(w.temp); err != nil {
		return nil, err
	}
	if report, err = w.verify(ctx); err != nil {
		return nil, err
	}
	if err := w.name(ctx); err != nil {
		return nil, err
	}
	_ = os.Remove(w.path + place.NoteSuffix) // of what was here before; mostly, it is not there
	return report, place.SyncFile(filepath.Dir(w.path))
}

// build writes the layout and the events in one transaction. There is no journal: a
// crash leaves a file without a name.
func (w *copying) build(ctx context.Context, events iter.Seq2[domain.Event, error]) (err error) {
	c, err := db.Open(w.temp, sqlite.OpenReadWrite, defaultDeadline)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	if err := c.Each("PRAGMA journal_mode=OFF", "PRAGMA synchronous=OFF"); err != nil {
		return err
	}
	if err := layout.Create(c); err != nil {
		return err
	}
	var to insert.Inserter
	to.Init(c, nil, 0)
	if _, err := to.Refresh(); err != nil {
		return err
	}
	for e, err := range eventlog.Whole(events) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = to.Copy(&e)
		}
		if err != nil {
			return err
		}
		w.tree.Add(seal.Leaf(&e))
	}
	if err := to.Save(0); err != nil {
		return err
	}
	return c.Each("COMMIT", "PRAGMA journal_mode=WAL")
}

// verify reads what was written.
func (w *copying) verify(ctx context.Context) (*eventlog.VerifyReport, error) {
	l, err := Open(ctx, w.temp, Options{ReadOnly: true, Still: true})
	if err != nil {
		return nil, err
	}
	report, err := eventlog.Verify(ctx, l)
	if err = errors.Join(err, l.Close()); err != nil {
		return nil, err
	}
	if len(report.Damage) > 0 {
		return nil, fault.Corrupt(report.Damage[0].Position.Number(), "what was written is not what is read: "+report.Damage[0].Message)
	}
	if report.Root != w.tree.Root() {
		return nil, fault.Corrupt(0, "what was written is not what is read: the leaves differ")
	}
	return report, nil
}

// allowed looks whether something is in the place of the log that must stay.
func (w *copying) allowed() error {
	info, err := os.Lstat(w.path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir() || !info.Mode().IsRegular():
		return w.taken("it is no regular file", "name another place", "")
	case w.over == OverNothing:
		return w.taken("there is a file already", "", nextstep.OverwriteFile)
	}
	if _, err := os.Stat(w.path + "-tick"); err == nil && w.over == OverFile {
		return w.taken("it is a log, and no backup: it has been written to", "name another place", "")
	}
	return nil
}

func (w *copying) taken(message, hint string, next domain.StepCode) error {
	return eventlog.Fail(eventlog.ErrConflict, &domain.Error{Kind: domain.ErrConflict, Operation: "write log", Target: w.path,
		Message: message, Hint: hint, Next: domain.Step{Code: next}})
}

// name puts the log in its place.
func (w *copying) name(ctx context.Context) error {
	if w.over == OverEmpty {
		return w.replaceEmpty(ctx)
	}
	if err := w.allowed(); err != nil {
		return err
	}
	return os.Rename(w.temp, w.path)
}

// replaceEmpty moves the log to its path, where there is none or one that holds nothing
// yet, while no process can make or open one there.
func (w *copying) replaceEmpty(ctx context.Context) (err error) {
	t, err := lock.OpenTurns(w.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	if err := t.Take(ctx, defaultDeadline); err != nil {
		return err
	}
	if _, err := os.Stat(w.path); errors.Is(err, os.ErrNotExist) {
		return os.Rename(w.temp, w.path)
	}
	p, err := lock.OpenPresence(w.path)
	if err != nil || p == nil {
		return errors.Join(err, w.taken("there is a log already", "name another place", ""))
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	if alone, err := p.Alone(); err != nil || !alone {
		return errors.Join(err, w.taken("there is a log already, and others have it open", "end them, or name another place", ""))
	}
	if err := w.holdsNothing(); err != nil {
		return err
	}
	return os.Rename(w.temp, w.path)
}

// holdsNothing checks the log that is in the place; closing it leaves one file.
func (w *copying) holdsNothing() error {
	if err := layout.CheckFile(w.path); err != nil {
		return err
	}
	c, err := db.Open(w.path, sqlite.OpenReadWrite, defaultDeadline)
	if err != nil {
		return err
	}
	is, err := howFar(c)
	if err = errors.Join(err, c.Close()); err != nil {
		return err
	}
	if is.Last > 1 {
		return w.taken("there is a log already, with events", "", nextstep.NameAnotherLog)
	}
	return nil
}
