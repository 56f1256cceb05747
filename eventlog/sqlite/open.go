package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/commit"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/lock"
	"github.com/clawable/claw/eventlog/sqlite/note"
	"github.com/clawable/claw/eventlog/sqlite/place"
)

// Open opens the log in the file path. A log that cannot be written is opened for reading, and
// its appends return the reason: a newer version wrote it, it is damaged, the disk is full, or
// permission is missing. A log in a place that cannot be written to is read as it is, and no
// file is created beside it.
//
// Errors: [eventlog.ErrNotFound] without a file, unless o.Create;
// [eventlog.ErrCorrupt] for a file that is no log of claw: nothing is written to
// it; [eventlog.ErrBusy]; [eventlog.ErrFull]; kind filesystem with the errno; kind
// policy for a symbolic link among the files beside the log, or in the place of one to create.
func Open(ctx context.Context, path string, o Options) (*Log, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if whole, err := filepath.EvalSymlinks(path); err == nil {
		path = whole // the files beside a log are beside its own file, whatever name it is opened by
	}
	l := &Log{options: o.filled()}
	l.source.path, l.source.deadline, l.source.leave = path, l.options.Deadline, func() {}
	l.calls.closing, l.calls.changed = make(chan struct{}), make(chan struct{})
	op := &opening{options: l.options, source: &l.source, wake: l.calls.wake}
	if err := op.open(ctx); err != nil {
		op.abandon() // err says more than what goes wrong there
		return nil, fault.Translate("open log", path, err)
	}
	l.presence, l.writer, l.limit, l.damage = op.presence, op.writer, op.limit, op.damage
	l.watch.Path, l.watch.Wake = path+"-tick", l.calls.wake
	if !l.source.still {
		l.watch.Open = l.source.readers.Open
	}
	return l, nil
}

// opening is one Open under way, and what it found out.
type opening struct {
	options  Options
	source   *source
	wake     func()   // wakes the followers of the log, so that they look again
	early    *db.Conn // of the probe, until the log is open
	presence *lock.Presence
	writer   *commit.Writer
	limit    error // why no append is possible, see Log
	damage   error // what reads end with, see Log
}

// abandon lets go of what was opened of a log that could not be. A connection that
// stayed would be found by the next one to the same file in this process.
func (o *opening) abandon() {
	_ = errors.Join(o.closeEarly(), o.source.readers.Close(), o.presence.Close())
	o.source.leave()
}

// open opens the log as far as its files allow.
func (o *opening) open(ctx context.Context) error {
	if err := o.find(ctx); err != nil {
		return err
	}
	if o.options.Still {
		return o.openStill()
	}
	var err error
	if o.presence, err = lock.OpenPresence(o.source.path); err != nil {
		return err
	}
	found, err := o.join(ctx)
	if err != nil {
		return err
	}
	if found.what != "" {
		return o.openDamaged(found)
	}
	if o.limit = o.denied(); o.limit != nil {
		return errors.Join(o.closeEarly(), o.openDenied())
	}
	o.limit = note.Refusal(o.source.path, o.source.inode())
	err = o.connect()
	if full := fault.Translate("open log", o.source.path, err); errors.Is(full, eventlog.ErrFull) {
		o.limit = full
		return o.openDenied()
	}
	return o.orDamaged(err)
}

// join joins the processes that have the log open, and returns what is wrong with its files.
//
// Errors: kind unavailable where others have another file open.
func (o *opening) join(ctx context.Context) (found damage, err error) {
	if _, err = o.presence.Enter(ctx, o.options.Deadline, func() (bool, error) {
		found, err = o.inspect()
		return found.what != "", err
	}); err != nil {
		return found, err
	}
	if o.source.file, err = os.Stat(o.source.path); err == nil && !o.presence.IsOf(place.InodeOf(o.source.file)) {
		err = place.Replaced(o.source.path)
	}
	return found, err
}

// orDamaged opens the log as a damaged one where SQLite reports it as damaged.
func (o *opening) orDamaged(err error) error {
	var typed *domain.Error
	if errors.As(err, &typed) || !errors.Is(fault.Translate("open log", o.source.path, err), eventlog.ErrCorrupt) {
		return err
	}
	// Events may have been lost without a trace.
	return o.openDamaged(damage{what: "the file is damaged: " + sqlite.ErrCode(err).Message(), inWAL: true})
}

// openStill opens a file that no process writes to.
func (o *opening) openStill() error {
	if info, err := os.Stat(o.source.path + "-wal"); err == nil && info.Size() > 0 {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open log", Target: o.source.path,
			Message: "it is a log in use: a part of it is still in its write-ahead log", Next: domain.Step{Code: nextstep.BackUpLog}}
	}
	o.limit = forReading(o.source.path)
	return o.orDamaged(o.openImmutable())
}

// find makes sure that there is a file to open that may be a log.
func (o *opening) find(ctx context.Context) error {
	if err := place.RefuseLinks(o.source.path); err != nil {
		return err
	}
	info, err := os.Stat(o.source.path)
	if errors.Is(err, os.ErrNotExist) && o.options.Create && !o.options.ReadOnly {
		if dangling := place.RefuseDangling("create log", o.source.path); dangling != nil {
			return dangling
		}
		if err = (creation{o.source.path, o.options}).create(ctx); errors.Is(err, os.ErrNotExist) {
			return place.OrNoPlace(o.source.path, err)
		}
		if err == nil {
			info, err = os.Stat(o.source.path)
		}
	}
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return &os.PathError{Op: "open", Path: o.source.path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return &domain.Error{Kind: domain.ErrFilesystem, Operation: "open log", Target: o.source.path,
			Message: "is no regular file", Hint: "name a file that a log can be kept in"}
	}
	if err := place.RefuseNames(o.source.path, info, o.options.Still); err != nil {
		return err
	}
	if err := place.MayRead(o.source.path); err != nil {
		return err
	}
	if _, err := os.Stat(o.source.path + "-tick"); errors.Is(err, os.ErrNotExist) {
		return layout.CheckFile(o.source.path) // before any file is created beside a file that is not ours
	}
	return nil
}

// closeEarly gives up the connection of the probe.
func (o *opening) closeEarly() error {
	c := o.early
	if o.early = nil; c == nil {
		return nil
	}
	return c.Close()
}

// forReading is why appends to a log that was opened for reading are refused.
func forReading(path string) error {
	return fault.Refusal(path, &domain.Error{Kind: domain.ErrUsage, Message: "the log was opened for reading", Hint: "open it for writing"})
}

// denied is what permission to write is missing: SQLite wants to write to read, too.
func (o *opening) denied() error {
	for _, path := range []string{o.source.path, filepath.Dir(o.source.path)} {
		if err := place.MayWrite(path); err != nil {
			return fault.NoPermission(o.source.path, err)
		}
	}
	return nil
}

// connect opens the connections of a log that is sound and ours to write.
func (o *opening) connect() error {
	o.source.readers.Open = func() (*db.Conn, error) { return o.source.openReader(o.source.path, sqlite.OpenReadWrite) }
	c, err := o.early, error(nil)
	if o.early = nil; c == nil {
		c, err = db.Open(o.source.path, sqlite.OpenReadWrite, o.options.Deadline)
	}
	if err != nil {
		return err
	}
	format, newer, err := layout.Check(c, o.source.path)
	o.source.format = format
	if newer != nil {
		o.limit = newer
	}
	if err == nil {
		err = o.tune(c)
	}
	if err != nil {
		_ = c.Close() // err says more
		return err
	}
	if refused(o.source.path, o.options, o.limit) != nil {
		_, err := howFar(c)
		o.source.readers.Give(c, err != nil)
		return err
	}
	if o.writer, err = o.newWriter(c); err != nil {
		_ = c.Close() // err says more
		return err
	}
	return nil
}

// tune prepares the first connection for what it is to do.
func (o *opening) tune(c *db.Conn) error {
	if refused(o.source.path, o.options, o.limit) != nil {
		return c.TuneReader()
	}
	return c.TuneWriter()
}

func (o *opening) newWriter(c *db.Conn) (*commit.Writer, error) {
	t, err := lock.OpenTurns(o.source.path)
	if err != nil {
		return nil, err
	}
	is, err := howFar(c)
	if err != nil {
		_ = t.Close() // err says more
		return nil, err
	}
	return commit.Start(commit.Log{Conn: c, Turns: t, Format: o.source.format, Patience: o.options.Deadline, Now: o.options.Now, Wake: o.wake,
		InPlace:   func() error { return place.LeadsTo(o.source.path, o.source.file) },
		Noted:     func() error { return note.Refusal(o.source.path, o.source.inode()) },
		Committed: func(last uint64) { o.presence.Touch(lock.Reached{Opened: is.Opened, Last: last}) },
	}), nil
}
