package sqlite

import (
	"errors"
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/lock"
	"github.com/clawable/claw/eventlog/sqlite/place"
	"github.com/clawable/claw/eventlog/sqlite/salvage"
)

const sqlFirstID = "SELECT id FROM events WHERE position = 1"

// damage describes what is wrong with the files, "" for nothing, and whether it is in what
// was written last, so that events may be lost without a trace.
type damage struct {
	what  string
	inWAL bool
}

// inspect looks at the files before SQLite may change them, while no process has the log
// open. It returns what is wrong: SQLite would silently drop acknowledged events.
func (o *opening) inspect() (damage, error) {
	if err := o.closeEarly(); err != nil { // of an inspection that another process came after
		return damage{}, err
	}
	if err := layout.CheckFile(o.source.path); err != nil {
		return damage{}, err
	}
	if err := place.RefuseElsewhere(o.source.path); err != nil {
		return damage{}, err
	}
	if info, err := os.Stat(o.source.path); err == nil {
		o.presence.SetInode(place.InodeOf(info))
	}
	report, err := salvage.Scan(o.source.path + "-wal")
	switch {
	case err != nil:
		return damage{}, err
	case report.Corrupt:
		return damage{fmt.Sprintf("the write-ahead log is damaged in frame %d (byte %d): events may be missing from here on",
			report.CorruptFrame, report.CorruptAt), true}, nil
	}
	if !place.HasFrames(o.source.path) { // else the file may be behind
		cut, err := salvage.CutShort(o.source.path)
		if err != nil || cut != "" {
			return damage{cut, false}, err
		}
	}
	missed, err := o.probe()
	return damage{missed, true}, err
}

// probe compares the log with how far it had come. The scan takes a damaged last
// transaction for one that never ended; here it is missed. The connection is the
// first one of the log and stays.
func (o *opening) probe() (damage string, err error) {
	want, ok := o.presence.Reached()
	if !ok {
		return "", nil
	}
	c, err := db.Open(o.source.path, sqlite.OpenReadWrite, o.options.Deadline)
	if err != nil {
		return "", nil // the actual opening reports why
	}
	is, err := howFar(c)
	if err != nil || is.Opened != want.Opened || is.Last >= want.Last {
		o.early = c
		return "", nil
	}
	return fmt.Sprintf("it ends at position %d, but %d was acknowledged; if you put an older copy in its place, remove %s",
		is.Last, want.Last, o.presence.Name()), o.closeUnchanged(c)
}

// closeUnchanged closes the only connection of the log. The last one to close
// would move the write-ahead log into the file, and with it remove what may be
// saved; unless it is for reading only.
func (o *opening) closeUnchanged(c *db.Conn) error {
	last, err := o.source.openReader(o.source.path, sqlite.OpenReadOnly)
	if err != nil {
		return err // c stays open rather than change the file
	}
	_, err = layout.Witness(last)
	if err != nil {
		return err
	}
	return errors.Join(c.Close(), last.Close())
}

// howFar returns how far the log has come.
func howFar(c *db.Conn) (r lock.Reached, err error) {
	if r.Last, err = layout.End(c); err != nil {
		return r, err
	}
	s, err := c.Prepare(sqlFirstID)
	if err != nil {
		return r, err
	}
	found, err := s.Step()
	if err != nil || !found {
		return r, err
	}
	s.ColumnBytes(0, r.Opened[:])
	return r, s.Reset()
}

// missedAs is the refusal of appends to a log that has lost events.
func (o *opening) missedAs(damage string) error {
	return fault.Refusal(o.source.path, (&domain.Error{Kind: domain.ErrCorrupt, Message: "the log is damaged and can only be read: " + damage,
		Next: domain.Step{Code: nextstep.ExportRest}}).Because(o.damage))
}
