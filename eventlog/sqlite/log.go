package sqlite

import (
	"context"
	"errors"
	"io"
	"os"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/commit"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/lock"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/eventlog/sqlite/watch"
)

// Options are how a log is opened. The zero Options open an existing log for
// reading and writing.
type Options struct {
	Create   bool // make the log when the file does not exist
	ReadOnly bool // refuse appends
	// Still reads a file that no process writes to, such as a backup: no file is created
	// beside it.
	Still bool
	// Name, Replay and Run go into log.opened when the log is made.
	Name   string
	Replay bool
	Run    domain.CorrelationID
	// Now is the log's clock; nil: eventlog.WallClock.
	Now func() time.Time
	// Random gives ids of the log and salts; nil: crypto/rand. Safe for many goroutines.
	Random io.Reader
	// Deadline is how long an append waits for its turn among processes; 0: 10 s.
	Deadline time.Duration
}

const defaultDeadline = 10 * time.Second

func (o Options) filled() Options {
	if o.Now == nil {
		o.Now = eventlog.WallClock
	}
	if o.Deadline <= 0 {
		o.Deadline = defaultDeadline
	}
	return o
}

// Log is a log in one SQLite file.
type Log struct {
	options  Options
	source   source
	presence *lock.Presence
	writer   *commit.Writer // nil when appends are refused
	watch    watch.Watcher
	calls    calls
	// limit is why no append is possible, however the log was opened; nil when nothing
	// prevents it.
	limit error
	// damage is what reads end with, after all that can be read.
	damage error
}

var (
	_ eventlog.Log           = (*Log)(nil)
	_ eventlog.BatchAppender = (*Log)(nil)
	_ eventlog.Limited       = (*Log)(nil)
	_ eventlog.Eraser        = (*Log)(nil)
)

// Capabilities implements [eventlog.Log].
func (l *Log) Capabilities() eventlog.Capabilities {
	return eventlog.Capabilities{Gapless: true, GlobalIDs: true, Erasure: true, Salts: true}
}

// Limit implements [eventlog.Limited].
func (l *Log) Limit() error { return l.limit }

// refused is why appends are refused; nil when they are not.
func (l *Log) refused() error { return refused(l.source.path, l.options, l.limit) }

// refused is why appends are refused to a log that was opened so, and to which limit applies.
func refused(path string, o Options, limit error) error {
	if limit == nil && o.ReadOnly {
		return forReading(path)
	}
	return limit
}

// Close implements [eventlog.Log].
func (l *Log) Close() error {
	return l.end(func() error {
		err := l.source.readers.Close()
		if l.writer != nil {
			if e := l.writer.Close(); err == nil {
				err = e
			}
		}
		return err
	})
}

// Detach closes the log in a process that ends at once: it leaves to a later one
// what the last to close a log does, moving the write-ahead log into the file,
// unless there is much of it. It releases neither connections nor memory.
func (l *Log) Detach() error {
	if info, err := os.Stat(l.source.path + "-wal"); err == nil && info.Size() > leaveBehind {
		return l.Close()
	}
	return l.end(func() error {
		if l.writer == nil {
			return nil
		}
		return l.writer.Detach()
	})
}

// leaveBehind is how large a write-ahead log may be that the next to open the log
// has to scan.
const leaveBehind = 256 << 10 // bytes

// end closes the log, whose connections it has closed by connections.
func (l *Log) end(connections func() error) error {
	if !l.calls.end() {
		return nil
	}
	l.watch.Stop()
	err := connections()
	if e := l.presence.Close(); err == nil {
		err = e
	}
	l.source.leave()
	return l.fail("close log", err)
}

// read runs f, which is short, with a connection for reading, as one call.
func (l *Log) read(ctx context.Context, operation string, f func(*db.Conn) error) error {
	return l.call(ctx, operation, func() error {
		c, ok := l.writer.Borrow()
		if !ok {
			return l.source.with(f)
		}
		defer l.writer.Return()
		return f(c)
	})
}

// readLong is read for what may take long: no append waits for it.
func (l *Log) readLong(ctx context.Context, operation string, f func(*db.Conn) error) error {
	return l.call(ctx, operation, func() error { return l.source.with(f) })
}

// call runs f as one call, whose errors are reported as those of operation.
func (l *Log) call(ctx context.Context, operation string, f func() error) error {
	if err := l.calls.enter(ctx, operation); err != nil {
		return err
	}
	defer l.calls.leave()
	return l.fail(operation, f())
}

// Get implements [eventlog.Log].
func (l *Log) Get(ctx context.Context, id domain.EventID) (e domain.Event, err error) {
	err = l.read(ctx, "get event", func(c *db.Conn) error {
		r := layout.Rows{Names: &l.source.names, Conn: c}
		found, err := r.ByID(id, &e)
		if err == nil && !found {
			err = eventlog.NotFound(id)
		}
		return err
	})
	return e, err
}

// fail is the error of an operation in the form that callers switch on. Damage that it met is
// noted, so that appends end.
func (l *Log) fail(operation string, err error) error {
	if err == nil {
		return nil
	}
	err = fault.Translate(operation, l.source.path, err)
	if errors.Is(err, eventlog.ErrCorrupt) && !errors.Is(err, eventlog.ErrReadOnly) {
		l.keepMet(err)
	}
	return err
}

// Place returns why no log can be made at path, where none exists; nil when one can, as far
// as a check without writing shows. Folders of the path that do not exist may be made.
//
// Errors: kind filesystem with the errno; kind policy for a symbolic link in the place of the
// log. Each is [eventlog.ErrNotFound] as well: there is no log.
func Place(path string) error { return place.ForNew(path) }
