package sqlite

import (
	"errors"
	"fmt"
	"os"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog/sqlite/wal"
)

// damage is what is wrong with the files, "" for nothing, and whether it is in what
// was written last, so that events may be gone that nothing tells of.
type damage struct {
	what  string
	inWAL bool
}

// inspect looks at the files before SQLite may change them, while nobody has the
// log open. It returns what is wrong: SQLite would drop acknowledged events without a word.
func (l *Log) inspect() (damage, error) {
	if err := l.closeEarly(); err != nil { // of an inspection that another process came after
		return damage{}, err
	}
	if err := checkFile(l.path); err != nil {
		return damage{}, err
	}
	switch pid, err := usedElsewhere(l.path); {
	case err != nil:
		return damage{}, err
	case pid != 0:
		return damage{}, elsewhere(l.path, pid)
	}
	if info, err := os.Stat(l.path); err == nil {
		l.presence.setInode(inodeOf(info))
	}
	report, err := scanFile(l.path + "-wal")
	switch {
	case err != nil:
		return damage{}, err
	case report.Corrupt:
		return damage{fmt.Sprintf("the write-ahead log is damaged in frame %d (byte %d): events may be missing from here on",
			report.CorruptFrame, report.CorruptAt), true}, nil
	}
	cut, err := cutShort(l.path)
	if err != nil || cut != "" {
		return damage{cut, false}, err
	}
	missed, err := l.probe()
	return damage{missed, true}, err
}

// probe compares the log with how far it had come. The scan takes a damaged last
// transaction for one that never ended; here it is missed. The connection is the
// first one of the log and stays.
func (l *Log) probe() (damage string, err error) {
	want, ok := l.presence.reached()
	if !ok {
		return "", nil
	}
	c, err := openConn(l.path, sqlite.OpenReadWrite, l.options.Deadline)
	if err != nil {
		return "", nil // opening for good says why
	}
	is, err := howFar(c)
	if err != nil || is.opened != want.opened || is.last >= want.last {
		l.early = c
		return "", nil
	}
	return fmt.Sprintf("it ends at position %d, but %d was acknowledged; if you put an older copy in its place, remove %s",
		is.last, want.last, l.presence.file.Name()), l.closeUnchanged(c)
}

// closeUnchanged closes the only connection of the log. The last one to close
// would move the write-ahead log into the file, and with it remove what may be
// saved; unless it is for reading only.
func (l *Log) closeUnchanged(c *conn) error {
	last, err := l.openReader(l.path, sqlite.OpenReadOnly)
	if err != nil {
		return err // c stays open rather than change the file
	}
	_, err = last.number(sqlHead)
	if err != nil {
		return err
	}
	return errors.Join(c.Close(), last.Close())
}

// howFar returns how far the log has come.
func howFar(c *conn) (r reached, err error) {
	if r.last, err = end(c); err != nil {
		return r, err
	}
	s, err := c.prepare(sqlFirstID)
	if err != nil {
		return r, err
	}
	found, err := s.Step()
	if err != nil || !found {
		return r, err
	}
	s.ColumnBytes(0, r.opened[:])
	return r, s.Reset()
}

// scanFile scans a write-ahead log; one that is not there is in order.
func scanFile(path string) (wal.Report, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return wal.Report{}, nil
	}
	if err != nil {
		return wal.Report{}, err
	}
	defer func() { _ = f.Close() }() // it was only read
	info, err := f.Stat()
	if err != nil {
		return wal.Report{}, err
	}
	return wal.Scan(f, info.Size())
}

// missedAs is the refusal of appends to a log that has lost events.
func (l *Log) missedAs(damage string) error {
	return refusal(l.path, (&domain.Error{Kind: domain.ErrCorrupt, Message: "the log is damaged and can only be read: " + damage,
		Next: domain.Step{Code: domain.StepExportRest}}).Because(l.damage))
}
