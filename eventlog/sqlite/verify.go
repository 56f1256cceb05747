package sqlite

import (
	"context"

	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/integrity"
)

var _ eventlog.Inspector = (*Log)(nil)

// Inspect implements [eventlog.Inspector]: SQLite compares its pages and indexes, and the
// index of streams is compared with the events.
func (l *Log) Inspect(ctx context.Context, found func(eventlog.Damage)) error {
	return l.readLong(ctx, "verify log", func(c *db.Conn) error {
		c.SetInterrupt(ctx.Done())
		defer c.SetInterrupt(nil)
		return integrity.Check{Conn: c, Found: found, Fail: l.failVerify}.All(ctx, l.source.format)
	})
}

// failVerify is fail for what a look at the database met.
func (l *Log) failVerify(err error) error { return l.fail("verify log", err) }
