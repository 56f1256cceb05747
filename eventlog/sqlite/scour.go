package sqlite

import (
	"context"
	"errors"

	"zombiezen.com/go/sqlite"
)

// task is something that the writer does in its turn, beside appends.
type task struct {
	do   func() error
	done chan error
}

// inTurn has the writer do something while no other process writes.
func (w *writer) inTurn(ctx context.Context, do func() error) error {
	t := &task{do: do, done: make(chan error, 1)}
	select {
	case w.tasks <- t:
		return <-t.done
	case <-ctx.Done():
		return ctx.Err()
	}
}

// alone does something while it is our turn.
func (w *writer) alone(do func() error) error {
	w.busy.Lock()
	defer w.busy.Unlock()
	if err := w.turns.take(context.Background(), w.patience); err != nil {
		return err
	}
	err := do()
	if e := w.turns.release(); err == nil {
		err = e
	}
	return err
}

// Scour implements [eventlog.Eraser]: erased bytes may be left in unused parts of
// pages and in the write-ahead log, so the file is written anew, without them, and the
// write-ahead log cut to nothing. A crash leaves the old pages or the new ones.
func (l *Log) Scour(ctx context.Context) error {
	if err := l.enter(ctx, "scour"); err != nil {
		return err
	}
	defer l.calls.Done()
	if err := l.refused(); err != nil {
		return err
	}
	err := l.writer.inTurn(ctx, func() error { return l.scour(ctx) })
	if ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		err = ctx.Err()
	}
	return l.fail("scour", err)
}

func (l *Log) scour(ctx context.Context) (err error) {
	// A connection of its own: the writer's would do this in memory.
	c, err := openConn(l.path, sqlite.OpenReadWrite, l.options.Deadline)
	if err != nil {
		return err
	}
	defer func() {
		c.SetInterrupt(nil)
		err = errors.Join(err, c.Close())
	}()
	c.SetInterrupt(ctx.Done())
	if err := c.each("PRAGMA synchronous=FULL", "PRAGMA secure_delete=1", "VACUUM"); err != nil {
		return err
	}
	return c.emptyWAL()
}

// emptyWAL moves the write-ahead log into the file and cuts it to nothing.
//
// Errors: errTimeout when readers were in the way.
func (c *conn) emptyWAL() error {
	inTheWay, err := c.number("PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && inTheWay != 0 {
		err = errTimeout
	}
	return err
}
