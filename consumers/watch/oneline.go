package watch

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
)

// Parked is a line that its consumer refused for good.
type Parked struct {
	Line   Line      `json:"line"`
	Reason string    `json:"reason"`
	At     time.Time `json:"at"`
}

// ToldOne ticks off the pending line with a number. The other lines stay pending.
//
// Errors: as [Cursor.Note]; the line stays pending.
func (c *Cursor) ToldOne(seq uint64) error {
	return c.settled(func() error { return c.each("DELETE FROM pending WHERE seq = ?", nil, int64(seq)) })
}

// Drop removes a pending line that was superseded before it was delivered: its fingerprint counts as
// unknown, so that the outcome is reported if it becomes current again.
//
// Errors: as [Cursor.Note]; the line stays pending.
func (c *Cursor) Drop(l *Line) error {
	return c.settled(func() error {
		if err := c.each("DELETE FROM pending WHERE seq = ?", nil, int64(l.Seq)); err != nil {
			return err
		}
		return c.each("DELETE FROM told WHERE fingerprint = ?", nil, l.Fingerprint[:])
	})
}

// Park ticks off a pending line that its consumer refused for good, and keeps it with the reason.
//
// Errors: as [Cursor.Note]; the line stays pending.
func (c *Cursor) Park(p *Parked) error {
	text, err := json.Marshal(p, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encode a parked line: %w", err)
	}
	return c.settled(func() error {
		if err := c.each("DELETE FROM pending WHERE seq = ?", nil, int64(p.Line.Seq)); err != nil {
			return err
		}
		return c.each("INSERT OR REPLACE INTO parked VALUES (?, ?)", nil, int64(p.Line.Seq), string(text))
	})
}

// Parked returns the lines that were refused for good, the oldest first.
//
// Errors: kind corrupt when the file is damaged.
func (c *Cursor) Parked() (all []Parked, err error) {
	var broken error
	err = c.each("SELECT line FROM parked ORDER BY seq", func(stmt *sqlite.Stmt) {
		var p Parked
		if err := json.Unmarshal([]byte(stmt.ColumnText(0)), &p); err != nil {
			broken = fmt.Errorf("read a parked line: %w", err)
			return
		}
		all = append(all, p)
	})
	if err == nil {
		err = broken
	}
	if err != nil {
		return nil, c.failed("read", err)
	}
	return all, nil
}

// Forget makes outcomes unknown to the consumer, and goes back to a position: those that are still
// current are reported again, with new numbers. Lines of these that are parked are forgotten too.
//
// Errors: as [Cursor.Note].
func (c *Cursor) Forget(outcomes []Outcome, position uint64) error {
	back := min(position, c.position)
	err := c.settled(func() error {
		for i := range outcomes {
			if err := c.forget(outcomes[i].Fingerprint); err != nil {
				return err
			}
		}
		return c.advance(back, c.seq)
	})
	if err == nil {
		c.position, c.begun = back, true
	}
	return err
}

// forget removes what is recorded about a fingerprint.
func (c *Cursor) forget(print domain.Digest) error {
	var seq int64
	if err := c.each("SELECT seq FROM told WHERE fingerprint = ?", func(stmt *sqlite.Stmt) { seq = stmt.ColumnInt64(0) }, print[:]); err != nil {
		return err
	}
	for _, table := range []string{"pending", "parked"} {
		if err := c.each("DELETE FROM "+table+" WHERE seq = ?", nil, seq); err != nil {
			return err
		}
	}
	return c.each("DELETE FROM told WHERE fingerprint = ?", nil, print[:])
}
