package sqlite

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// Options are how a log is opened. The zero Options open an existing log for
// reading and writing.
type Options struct {
	Create   bool // make the log when the file does not exist
	ReadOnly bool // refuse appends
	// Still reads a file that nobody writes to, such as a backup: nothing is put beside it.
	Still bool
	// Name, Replay and Run go into log.opened when the log is made.
	Name   string
	Replay bool
	Run    domain.CorrelationID
	// Now is the log's clock; nil: time.Now.
	Now func() time.Time
	// Random gives ids of the log and salts; nil: crypto/rand. Safe for many goroutines.
	Random io.Reader
	// Deadline is how long an append waits for its turn among processes; 0: 10 s.
	Deadline time.Duration
}

const defaultDeadline = 10 * time.Second

func (o Options) filled() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Deadline <= 0 {
		o.Deadline = defaultDeadline
	}
	return o
}

// Log is a log in one SQLite file.
type Log struct {
	path    string
	options Options

	presence *presence
	writer   *writer // nil when appends are refused
	readers  pool
	names    names
	watch    watch
	early    *conn // of the probe, until the log is open
	format   int64 // of the file
	// file is what the log's name leads to, as the log was opened.
	file os.FileInfo
	// limit is why nobody could append, however the log was opened; nil for nothing.
	limit error
	// damage is what reads end with, after all that can be read.
	damage error
	// saved is set while a damaged log is read.
	saved *salvaged
	still bool   // nothing is ever added to what this process reads
	leave func() // removes what only this process reads

	mu      sync.Mutex
	closed  bool
	calls   sync.WaitGroup // calls under way, see enter
	closing chan struct{}  // closed with the log
	// changed is closed, and replaced, when there may be new events.
	changed chan struct{}
	first   *eventlog.Head // ID, Name and Replay, once they are known
}

var (
	_ eventlog.Log           = (*Log)(nil)
	_ eventlog.BatchAppender = (*Log)(nil)
	_ eventlog.Limited       = (*Log)(nil)
	_ eventlog.Eraser        = (*Log)(nil)
)

// Capabilities implements [eventlog.Log].
func (l *Log) Capabilities() eventlog.Capabilities {
	return eventlog.Capabilities{Gapless: true, GlobalIDs: true, Erasure: true}
}

// Limit implements [eventlog.Limited].
func (l *Log) Limit() error { return l.limit }

// refused is why appends are refused; nil when they are not.
func (l *Log) refused() error {
	if l.limit == nil && l.options.ReadOnly {
		return forReading(l.path)
	}
	return l.limit
}

// enter begins a call, which ends with leave: the log is not closed meanwhile.
//
// Errors: [eventlog.ErrClosed], ctx's.
func (l *Log) enter(ctx context.Context, operation string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return eventlog.Closed(operation)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.calls.Add(1)
	return nil
}

// wake tells followers to look again.
func (l *Log) wake() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.changed)
	l.changed = make(chan struct{})
}

// changes returns what is closed when there may be new events.
func (l *Log) changes() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.changed
}

// Close implements [eventlog.Log].
func (l *Log) Close() error { return l.end(l.closeConnections) }

// Detach closes the log in a process that ends at once: it leaves to a later one
// what the last to close a log does, moving the write-ahead log into the file,
// unless there is much of it. It releases neither connections nor memory.
func (l *Log) Detach() error {
	if info, err := os.Stat(l.path + "-wal"); err == nil && info.Size() > leaveBehind {
		return l.Close()
	}
	return l.end(l.detachWriter)
}

// leaveBehind is how large a write-ahead log may be that the next to open the log
// has to scan.
const leaveBehind = 256 << 10 // bytes

func (l *Log) end(connections func() error) error {
	l.mu.Lock()
	if l.closed {
		l.mu.Unlock()
		return nil
	}
	l.closed = true
	close(l.closing)
	l.mu.Unlock()
	l.calls.Wait()
	l.watch.stop()
	err := connections()
	if e := l.presence.close(); err == nil {
		err = e
	}
	l.leave()
	return l.fail("close log", err)
}

func (l *Log) closeConnections() error {
	err := l.readers.close()
	if l.writer != nil {
		if e := l.writer.close(); err == nil {
			err = e
		}
	}
	return err
}

func (l *Log) detachWriter() error {
	if l.writer == nil {
		return nil
	}
	return l.writer.detach()
}

// read runs f, which is short, with a connection for reading, as one call.
func (l *Log) read(ctx context.Context, operation string, f func(*conn) error) error {
	return l.call(ctx, operation, func() error {
		if !l.writer.borrowConn() {
			return l.withReader(f)
		}
		defer l.writer.returnConn()
		return f(l.writer.conn)
	})
}

// readLong is read for what may take long: no append waits for it.
func (l *Log) readLong(ctx context.Context, operation string, f func(*conn) error) error {
	return l.call(ctx, operation, func() error { return l.withReader(f) })
}

// call runs f as one call, whose errors are told as those of operation.
func (l *Log) call(ctx context.Context, operation string, f func() error) error {
	if err := l.enter(ctx, operation); err != nil {
		return err
	}
	defer l.calls.Done()
	return l.fail(operation, f())
}

// withReader runs f with a connection of the readers.
func (l *Log) withReader(f func(*conn) error) error {
	c, err := l.readers.take()
	if err != nil {
		return err
	}
	err = f(c)
	var typed *domain.Error
	l.readers.give(c, err != nil && !errors.As(err, &typed))
	return err
}

// Get implements [eventlog.Log].
func (l *Log) Get(ctx context.Context, id domain.EventID) (e domain.Event, err error) {
	err = l.read(ctx, "get event", func(c *conn) error {
		r := rows{names: &l.names, conn: c}
		found, err := r.byID(sqlByID, id, &e)
		if err == nil && !found {
			err = eventlog.NotFound(id)
		}
		return err
	})
	return e, err
}

// byID fills e with the event of this id, if there is one.
func (r *rows) byID(query string, id domain.EventID, e *domain.Event) (found bool, err error) {
	s, err := r.conn.prepare(query)
	if err != nil {
		return false, err
	}
	s.BindBytes(1, id[:])
	if found, err = s.Step(); err != nil || !found {
		return false, err
	}
	if err := r.decode(s, 0, e); err != nil {
		_ = s.Reset() // err says more
		return true, err
	}
	if e.ID != id {
		err = corrupt(e.Position.Number(), "it is found under another id than its own")
	}
	if e := s.Reset(); err == nil {
		err = e
	}
	return true, err
}
