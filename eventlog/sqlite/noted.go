package sqlite

import (
	"context"
	"errors"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/integrity"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/note"
)

var _ eventlog.DamageKeeper = (*Log)(nil)

// KeepDamage implements [eventlog.DamageKeeper].
func (l *Log) KeepDamage(found []eventlog.Damage) error {
	if l.source.still || l.options.Still || l.source.format > layout.FormatNewest {
		return nil // it is not the log that others append to, or it is not known what is right in it
	}
	if len(found) == 0 {
		return l.fail("note damage", note.Remove(l.source.path))
	}
	return l.fail("note damage", note.Write(l.source.path, l.source.inode(), &found[0]))
}

// keepMet notes damage that a call met, after another look at it: a note ends all appends.
func (l *Log) keepMet(met error) {
	if l.source.saved != nil || l.damage != nil {
		return // it takes none already
	}
	found := eventlog.Damage{Message: met.Error()}
	var typed *domain.Error
	if errors.As(met, &typed) {
		found.Message = typed.Message
	}
	at, _ := eventlog.DamagedAt(met)
	switch {
	case sqlite.ErrCode(met).ToPrimary() == sqlite.ResultCorrupt: // SQLite says so itself
	case !at.IsZero() && l.source.eventDamaged(at):
		found.Position = at
	case !l.source.indexDamaged(func(err error) error { return fault.Translate("verify log", l.source.path, err) }, &found):
		return
	}
	_ = l.KeepDamage([]eventlog.Damage{found}) // met reports what is wrong, noted or not
}

// eventDamaged reports whether the event at a position is missing or damaged.
func (s *source) eventDamaged(at domain.Position) (damaged bool) {
	_ = s.apart(func(c *db.Conn) error {
		var e domain.Event
		r := layout.Rows{Names: &layout.Names{}, Conn: c}
		found, err := r.At(at.Number(), &e)
		damaged = err == nil && !found || errors.Is(err, eventlog.ErrCorrupt)
		return err
	})
	return damaged
}

// indexDamaged reports whether the index of streams is damaged, and where.
func (s *source) indexDamaged(fail func(error) error, found *eventlog.Damage) (damaged bool) {
	if layout.IndexKept(s.format) {
		return false
	}
	_ = s.apart(func(c *db.Conn) error {
		look := integrity.Check{Conn: c, Fail: fail, Found: func(d eventlog.Damage) {
			if !damaged {
				*found, damaged = d, true
			}
		}}
		return look.Streams(context.Background())
	})
	return damaged
}
