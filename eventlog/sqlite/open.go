package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Open opens the log in the file path. A log that cannot be written is opened
// for reading, and its appends say why: a newer version wrote it, it is damaged,
// the disk is full, or permission is missing. A log in a place that takes no
// writing is read as it stands, and nothing is put beside it.
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
	l := &Log{path: path, options: o.filled(), closing: make(chan struct{}), changed: make(chan struct{}), leave: func() {}}
	if err := l.open(ctx); err != nil {
		l.abandon() // err says more than what goes wrong there
		return nil, failure("open log", path, err)
	}
	return l, nil
}

// abandon lets go of what was opened of a log that could not be. A connection that
// stayed would be found by the next one to the same file in this process.
func (l *Log) abandon() {
	_ = errors.Join(l.closeEarly(), l.readers.close(), l.presence.close())
	l.leave()
}

func (l *Log) open(ctx context.Context) error {
	if err := l.find(ctx); err != nil {
		return err
	}
	if l.options.Still {
		return l.openStill()
	}
	var err error
	if l.presence, err = openPresence(l.path); err != nil {
		return err
	}
	found, err := l.join(ctx)
	if err != nil {
		return err
	}
	if found.what != "" {
		return l.openDamaged(found)
	}
	if l.limit = l.denied(); l.limit != nil {
		return errors.Join(l.closeEarly(), l.openDenied())
	}
	l.limit = l.noted()
	err = l.connect()
	if full := failure("open log", l.path, err); errors.Is(full, eventlog.ErrFull) {
		l.limit = full
		return l.openDenied()
	}
	return l.orDamaged(err)
}

// join joins those who have the log open, and says what is wrong with its files.
//
// Errors: kind unavailable where others have another file open.
func (l *Log) join(ctx context.Context) (found damage, err error) {
	if _, err = l.presence.enter(ctx, l.options.Deadline, func() (bool, error) {
		found, err = l.inspect()
		return found.what != "", err
	}); err != nil {
		return found, err
	}
	if l.file, err = os.Stat(l.path); err == nil && !l.presence.isOf(inodeOf(l.file)) {
		err = replaced(l.path)
	}
	return found, err
}

// orDamaged opens the log as a damaged one where that is what SQLite says of it.
func (l *Log) orDamaged(err error) error {
	var typed *domain.Error
	if errors.As(err, &typed) || !errors.Is(failure("open log", l.path, err), eventlog.ErrCorrupt) {
		return err
	}
	// Events may be gone that nothing tells of.
	return l.openDamaged(damage{what: "the file is damaged: " + sqlite.ErrCode(err).Message(), inWAL: true})
}

// openStill opens a file that nobody writes to.
func (l *Log) openStill() error {
	if info, err := os.Stat(l.path + "-wal"); err == nil && info.Size() > 0 {
		return &domain.Error{Kind: domain.ErrUnavailable, Operation: "open log", Target: l.path,
			Message: "it is a log in use: a part of it is still in its write-ahead log", Next: domain.Step{Code: domain.StepBackUpLog}}
	}
	l.limit = forReading(l.path)
	return l.orDamaged(l.openImmutable())
}

// find makes sure that there is a file to open that may be a log.
func (l *Log) find(ctx context.Context) error {
	if err := refuseLinks(l.path); err != nil {
		return err
	}
	info, err := os.Stat(l.path)
	if errors.Is(err, os.ErrNotExist) && l.options.Create && !l.options.ReadOnly {
		if dangling := refuseDangling("create log", l.path); dangling != nil {
			return dangling
		}
		if err = l.create(ctx); errors.Is(err, os.ErrNotExist) {
			return orNoPlace(l.path, err)
		}
		if err == nil {
			info, err = os.Stat(l.path)
		}
	}
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return &os.PathError{Op: "open", Path: l.path, Err: syscall.EISDIR}
	case !info.Mode().IsRegular():
		return &domain.Error{Kind: domain.ErrFilesystem, Operation: "open log", Target: l.path,
			Message: "is no regular file", Hint: "name a file that a log can be kept in"}
	}
	if err := refuseNames(l.path, info, l.options.Still); err != nil {
		return err
	}
	if err := mayRead(l.path); err != nil {
		return err
	}
	if _, err := os.Stat(l.path + "-tick"); errors.Is(err, os.ErrNotExist) {
		return checkFile(l.path) // before anything is put beside a file that is not ours
	}
	return nil
}

// closeEarly gives up the connection of the probe.
func (l *Log) closeEarly() error {
	c := l.early
	if l.early = nil; c == nil {
		return nil
	}
	return c.Close()
}

// forReading is why appends to a log that was opened for reading are refused.
func forReading(path string) error {
	return refusal(path, &domain.Error{Kind: domain.ErrUsage, Message: "the log was opened for reading", Hint: "open it for writing"})
}

// denied is what permission to write is missing: SQLite wants to write to read, too.
func (l *Log) denied() error {
	for _, path := range []string{l.path, filepath.Dir(l.path)} {
		if err := mayWrite(path); err != nil {
			return noPermission(l.path, err)
		}
	}
	return nil
}

// connect opens the connections of a log that is sound and ours to write.
func (l *Log) connect() error {
	l.readers.open = func() (*conn, error) { return l.openReader(l.path, sqlite.OpenReadWrite) }
	c, err := l.early, error(nil)
	if l.early = nil; c == nil {
		c, err = openConn(l.path, sqlite.OpenReadWrite, l.options.Deadline)
	}
	if err != nil {
		return err
	}
	newer, err := l.checkDatabase(c)
	if newer != nil {
		l.limit = newer
	}
	if err == nil {
		err = l.tune(c)
	}
	if err != nil {
		_ = c.Close() // err says more
		return err
	}
	if l.refused() != nil {
		_, err := howFar(c)
		l.readers.give(c, err != nil)
		return err
	}
	if l.writer, err = l.newWriter(c); err != nil {
		_ = c.Close() // err says more
		return err
	}
	return nil
}

// tune prepares the first connection for what it is to do.
func (l *Log) tune(c *conn) error {
	if l.refused() != nil {
		return c.tuneReader()
	}
	return c.tuneWriter()
}

func (l *Log) newWriter(c *conn) (*writer, error) {
	t, err := openTurns(l.path)
	if err != nil {
		return nil, err
	}
	is, err := howFar(c)
	if err != nil {
		_ = t.close() // err says more
		return nil, err
	}
	w := &writer{conn: c, turns: t, patience: l.options.Deadline, now: l.options.Now, wake: l.wake, inPlace: l.inPlace, noted: l.noted, committed: func(last uint64) {
		l.presence.touch(reached{is.opened, last})
	}}
	w.state.index.kept, w.format = layoutOf(l.format) < layoutOwnIndex, l.format
	w.start()
	return w, nil
}

func (l *Log) openReader(path string, flags sqlite.OpenFlags) (*conn, error) {
	c, err := openConn(path, flags, l.options.Deadline)
	if err != nil {
		return nil, err
	}
	if l.saved != nil { // else SQLite refuses a file that is cut; it stays open for reading
		err = c.each("PRAGMA writable_schema=1")
	}
	if err = errors.Join(err, c.tuneReader()); err != nil {
		_ = c.Close() // err says more
		return nil, err
	}
	return c, nil
}

// refusal completes the error of appends to a log that is open for reading only.
func refusal(path string, e *domain.Error) error {
	e.Operation, e.Target = "append", path
	return eventlog.Fail(eventlog.ErrReadOnly, e)
}

func noPermission(path string, err error) error {
	e := &domain.Error{Kind: domain.ErrFilesystem, Message: "the log can only be read: " + err.Error(), Hint: hintPermission}
	var number syscall.Errno
	if errors.As(err, &number) {
		e.Errno = errnoName(number)
	}
	return refusal(path, e.Because(err))
}
