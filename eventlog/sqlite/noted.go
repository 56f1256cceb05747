package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/internal/files"
)

// Most damage is met by who reads the place: an append looks at the end of a log only. So what
// was found is noted in the file PATH-damage, and as long as it is there nothing is appended:
//
//	2621447 5 the event is missing
//
// in which the first number is that of the file in its file system, 0 where files have none, and
// the second the position, 0 for damage of the file itself.
//
// A note is of one file: put another in its place, and it counts no more. A verification that
// finds nothing removes it.
type note struct {
	inode, position uint64
	message         string
}

const noteSuffix = "-damage"

var _ eventlog.DamageKeeper = (*Log)(nil)

// KeepDamage implements [eventlog.DamageKeeper].
func (l *Log) KeepDamage(found []eventlog.Damage) error {
	if l.still || l.options.Still || l.format > formatVersion {
		return nil // it is not the log that others append to, or we do not know what is right in it
	}
	if len(found) == 0 {
		return l.fail("note damage", ignoreMissing(os.Remove(l.path+noteSuffix)))
	}
	err := l.note(&found[0])
	if isDenied(err) || errors.Is(err, fs.ErrExist) {
		return nil // who may not write says what is wrong, and what was noted first stays
	}
	return l.fail("note damage", err)
}

func (l *Log) note(found *eventlog.Damage) error {
	f, err := os.OpenFile(l.path+noteSuffix, os.O_WRONLY|os.O_CREATE|os.O_EXCL|files.NoFollow, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, l.inode(), found.Position.Number(), strings.ReplaceAll(found.Message, "\n", " "))
	return errors.Join(err, f.Close())
}

// inode is the number of the log's file; 0 where it is not known.
func (l *Log) inode() uint64 {
	if l.file == nil {
		return 0
	}
	return inodeOf(l.file)
}

// noted is the refusal of appends to a log of which damage was noted; nil for none.
func (l *Log) noted() error {
	if _, err := os.Lstat(l.path + noteSuffix); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	n := l.readNote()
	if inode := l.inode(); n.inode != 0 && inode != 0 && n.inode != inode {
		return nil // of a file that was here before
	}
	damage := eventlog.Corrupt(domain.PositionAt(n.position), n.message)
	if n.position == 0 {
		damage = eventlog.Fail(eventlog.ErrCorrupt, &domain.Error{Kind: domain.ErrCorrupt, Operation: "open log", Target: l.path, Message: n.message, Next: domain.Step{Code: domain.StepVerifyLog}})
	}
	e := &domain.Error{Kind: domain.ErrCorrupt, Message: "the log is damaged and can only be read: " + n.message, Next: domain.Step{Code: domain.StepRestoreOrExport}}
	if n.position > 0 {
		e.Detail = map[string]any{"position": n.position}
	}
	return refusal(l.path, e.Because(damage))
}

// readNote reads the note; one that cannot be read is a note all the same.
func (l *Log) readNote() (n note) {
	text, _ := os.ReadFile(l.path + noteSuffix)
	inode, rest, _ := strings.Cut(strings.TrimSpace(string(text)), " ")
	position, message, _ := strings.Cut(rest, " ")
	n.inode, _ = strconv.ParseUint(inode, 10, 64)
	n.position, _ = strconv.ParseUint(position, 10, 64)
	n.message = cmp.Or(message, "damage was found before")
	return n
}

// keepMet notes damage that a call met, after another look at it: a note ends all appends.
func (l *Log) keepMet(met error) {
	if l.saved != nil || l.damage != nil {
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
	case !at.IsZero() && l.eventDamaged(at):
		found.Position = at
	case !l.indexDamaged(&found):
		return
	}
	_ = l.KeepDamage([]eventlog.Damage{found}) // met says what is wrong, noted or not
}

// eventDamaged reports whether the event at a position is missing or damaged.
func (l *Log) eventDamaged(at domain.Position) (damaged bool) {
	_ = l.lookAgain(func(c *conn) error {
		var e domain.Event
		r := rows{names: &names{}, conn: c}
		found, err := r.at(sqlEventAt, at.Number(), &e)
		damaged = err == nil && !found || errors.Is(err, eventlog.ErrCorrupt)
		return err
	})
	return damaged
}

// indexDamaged reports whether the index of streams is damaged, and where.
func (l *Log) indexDamaged(found *eventlog.Damage) (damaged bool) {
	if layoutOf(l.format) != layoutOwnIndex {
		return false
	}
	_ = l.lookAgain(func(c *conn) error {
		return inspection{context.Background(), l, c, func(d eventlog.Damage) {
			if !damaged {
				*found, damaged = d, true
			}
		}}.streamIndex()
	})
	return damaged
}

// lookAgain runs f with a connection of its own.
func (l *Log) lookAgain(f func(*conn) error) error {
	c, err := l.readers.open()
	if err != nil {
		return err
	}
	return errors.Join(f(c), c.Close())
}
