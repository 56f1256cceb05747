package sqlite

import (
	"context"
	"errors"
	"strings"

	"github.com/clawable/claw/eventlog"
)

var _ eventlog.Inspector = (*Log)(nil)

// mostFindings bounds what one integrity check reports.
const mostFindings = "100"

// Inspect implements [eventlog.Inspector]: SQLite compares its pages and indexes.
func (l *Log) Inspect(ctx context.Context, found func(eventlog.Damage)) error {
	return l.readLong(ctx, "verify log", func(c *conn) error {
		c.SetInterrupt(ctx.Done())
		defer c.SetInterrupt(nil)
		s, err := c.prepare("PRAGMA integrity_check(" + mostFindings + ")")
		if err != nil {
			return err
		}
		for {
			more, err := s.Step()
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err = l.fail("verify log", err); errors.Is(err, eventlog.ErrCorrupt) {
				found(eventlog.Damage{Message: err.Error()})
				return nil
			}
			if err != nil || !more {
				return err
			}
			for finding := range strings.Lines(s.ColumnText(0)) { // a row may hold several, under a heading
				if finding = strings.TrimSpace(finding); finding != "ok" && finding != "" && !strings.HasPrefix(finding, "*** in database ") {
					found(eventlog.Damage{Message: finding})
				}
			}
		}
	})
}
