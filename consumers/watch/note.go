package watch

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
)

// Note takes outcomes that were found up to a position of the log and returns the
// lines to report, in the order of the outcomes. They are durable and pending.
//
// Errors: kind corrupt when the file is damaged; those of the operating system. Then
// nothing was noted.
func (c *Cursor) Note(outcomes []Outcome, position uint64) (lines []Line, err error) {
	seq := c.seq
	err = c.within(func() error {
		for i := range outcomes {
			o := &outcomes[i]
			known, err := c.knows(o)
			if err != nil || known {
				if err != nil {
					return err
				}
				continue
			}
			replaces, err := c.last(o)
			if err != nil {
				return err
			}
			seq++
			lines = append(lines, o.line(seq, replaces))
			if err := c.add(o, seq, &lines[len(lines)-1]); err != nil {
				return err
			}
		}
		if len(lines) == 0 && c.begun {
			return nil // a start at an older position finds the same
		}
		return c.advance(position, seq)
	})
	if err != nil {
		return nil, c.failed("write", err)
	}
	c.position, c.seq, c.begun = position, seq, true
	return lines, nil
}

// Begin takes the outcomes that are current when a cursor begins: they count as
// reported.
//
// Errors: as [Cursor.Note].
func (c *Cursor) Begin(outcomes []Outcome, position uint64) error {
	err := c.within(func() error {
		for i := range outcomes {
			if o := &outcomes[i]; o.Tellable() {
				if err := c.add(o, 0, nil); err != nil {
					return err
				}
			}
		}
		return c.advance(position, c.seq)
	})
	if err != nil {
		return c.failed("write", err)
	}
	c.position, c.begun = position, true
	return nil
}

// Pending returns the lines that may or may not have been delivered, because the
// cursor was left before they were marked as delivered.
//
// Errors: kind corrupt when the file is damaged.
func (c *Cursor) Pending() (lines []Line, err error) {
	err = sqlitex.Execute(c.conn, "SELECT line FROM pending ORDER BY seq", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		var l Line
		if err := json.Unmarshal([]byte(stmt.ColumnText(0)), &l); err != nil {
			return fmt.Errorf("read a pending line: %w", err)
		}
		if l.Kind == LineKind { // see PendingRule
			lines = append(lines, l)
		}
		return nil
	}})
	if err != nil {
		return nil, c.failed("read", err)
	}
	return lines, nil
}

// Told marks all pending lines as delivered.
//
// Errors: as [Cursor.Note]; the lines stay pending.
func (c *Cursor) Told() error {
	return c.settled(func() error { return sqlitex.Execute(c.conn, "DELETE FROM pending", nil) })
}

// knows reports whether nothing is to be reported for o.
func (c *Cursor) knows(o *Outcome) (known bool, err error) {
	if !o.Tellable() {
		return true, nil
	}
	err = c.each("SELECT 1 FROM told WHERE fingerprint = ?", func(*sqlite.Stmt) { known = true }, o.Fingerprint[:])
	return known, err
}

// last returns the fingerprint of o's attempt that the consumer was given last.
func (c *Cursor) last(o *Outcome) (print domain.Digest, err error) {
	print = o.Replaces
	err = c.each("SELECT fingerprint FROM told WHERE lane = ? AND attempt = ? ORDER BY seq DESC LIMIT 1",
		func(stmt *sqlite.Stmt) { stmt.ColumnBytes(0, print[:]) }, string(o.Lane), o.Attempt)
	return print, err
}

// add notes a fingerprint, and the line that reports it if there is one.
func (c *Cursor) add(o *Outcome, seq uint64, line *Line) error {
	err := c.each("INSERT OR IGNORE INTO told VALUES (?, ?, ?, ?)", nil, o.Fingerprint[:], string(o.Lane), o.Attempt, int64(seq))
	if err != nil || line == nil {
		return err
	}
	return c.pend(seq, line)
}
