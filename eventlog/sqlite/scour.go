package sqlite

import (
	"context"
	"errors"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
)

// Scour implements [eventlog.Eraser]: erased bytes may be left in unused parts of
// pages and in the write-ahead log, so the file is written anew, without them, and the
// write-ahead log cut to nothing. A crash leaves the old pages or the new ones.
func (l *Log) Scour(ctx context.Context) error {
	if err := l.calls.enter(ctx, "scour"); err != nil {
		return err
	}
	defer l.calls.leave()
	if err := l.refused(); err != nil {
		return err
	}
	err := l.writer.InTurn(ctx, func() error { return rewrite(ctx, l.source.path, l.options.Deadline) })
	if ctx.Err() != nil && sqlite.ErrCode(err) == sqlite.ResultInterrupt {
		err = ctx.Err()
	}
	return l.fail("scour", err)
}

// rewrite writes the file anew, without what is unused in it, and empties its write-ahead log.
func rewrite(ctx context.Context, path string, patience time.Duration) (err error) {
	// A separate connection: the writer's would do this in memory.
	c, err := db.Open(path, sqlite.OpenReadWrite, patience)
	if err != nil {
		return err
	}
	defer func() {
		c.SetInterrupt(nil)
		err = errors.Join(err, c.Close())
	}()
	c.SetInterrupt(ctx.Done())
	if err := c.Each("PRAGMA synchronous=FULL", "PRAGMA secure_delete=1", "VACUUM"); err != nil {
		return err
	}
	return emptyWAL(c)
}

// emptyWAL moves the write-ahead log into the file and cuts it to nothing.
//
// Errors: [fault.ErrTimeout] when readers were in the way.
func emptyWAL(c *db.Conn) error {
	inTheWay, err := c.Number("PRAGMA wal_checkpoint(TRUNCATE)")
	if err == nil && inTheWay != 0 {
		err = fault.ErrTimeout
	}
	return err
}
