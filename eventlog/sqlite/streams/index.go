package streams

import (
	"cmp"
	"slices"
	"strconv"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

const (
	sqlInsertPlace = "INSERT INTO revisions (stream, revision, position) VALUES (?, ?, ?)"
	sqlSetEnd      = "INSERT INTO ends (stream, revision) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET revision = excluded.revision"
	sqlRevision1   = "SELECT max(revision) FROM events WHERE stream = ?" // of format 1
	sqlSetHead     = "UPDATE head SET position = ?, indexed = ?, sum = ? WHERE one = 1"
	sqlSetHead1    = "UPDATE head SET position = ? WHERE one = 1" // of format 1
	sqlIndexed     = "SELECT indexed, sum FROM head WHERE one = 1"
	// sqlStreamEnd gives head's word of the index, and the last event of a stream by both
	// witnesses, NULL where there is none.
	sqlStreamEnd = "SELECT head.indexed, head.sum, ends.revision, revisions.position FROM head LEFT JOIN ends ON ends.stream = ?" +
		" LEFT JOIN revisions ON revisions.stream = ends.stream AND revisions.revision = ends.revision WHERE head.one = 1"
)

// Index is the state of the index of streams that a writer holds. Concurrent writers each
// have a separate place in the index, so that each event would change a page: most of what a
// commit writes. So their events are added to it later, many at once, in the order of its
// pages. A reader of a stream also looks at the few events behind the index.
type Index struct {
	Kept    bool   // by SQLite: format 1. Nothing is ever behind
	indexed uint64 // position of the last event that the index leads to
	told    uint64 // the same, as head says it
	behind  []entry
}

// entry leads to one event.
type entry struct {
	stream             int64
	revision, position uint64
}

// maxBehind is how many events a transaction may leave behind the index: a reader of a
// stream looks at each of them.
const maxBehind = 1024

// Load finds which events are behind the index of a log whose last event is at position last,
// and adds them: those of other processes, and those of one that was killed. It adds no event
// that is missing or damaged: the loss would then go unnoticed, and the revision would be
// given again.
//
// Errors: [eventlog.ErrCorrupt]; the errors of SQLite.
func (x *Index) Load(r *layout.Rows, last uint64) (err error) {
	if x.Kept {
		return nil
	}
	if x.indexed, err = IndexedUpTo(r.Conn); err != nil {
		return err
	}
	if x.told = x.indexed; x.indexed >= last {
		return nil
	}
	s, err := r.After(x.indexed)
	if err != nil {
		return err
	}
	for next := x.indexed + 1; ; next++ {
		more, err := s.Step()
		if err != nil {
			return err
		}
		if !more {
			return x.BringUp(r.Conn)
		}
		var e domain.Event
		if _, _, err := r.Verify(s, next, &e); err != nil {
			_ = s.Reset() // err says more
			return err
		}
		x.Add(s.ColumnInt64(layout.ColStream), uint64(e.Revision), next)
	}
}

// Add leaves an event behind the index.
func (x *Index) Add(stream int64, revision, position uint64) {
	if !x.Kept {
		x.behind = append(x.behind, entry{stream, revision, position})
	}
}

// Left is how many events are behind the index.
func (x *Index) Left() int { return len(x.behind) }

// Full reports whether more events are behind the index than a transaction may leave there.
func (x *Index) Full() bool { return len(x.behind) > maxBehind }

// Forget is for an index that others may have brought up.
func (x *Index) Forget() { *x = Index{Kept: x.Kept, behind: x.behind[:0]} }

// Untold reports whether the index goes elsewhere than head says.
func (x *Index) Untold() bool { return x.indexed != x.told }

// Tell has head say how far the log and its index go; last is the position of the last event.
func (x *Index) Tell(c *db.Conn, last uint64) error {
	x.told = x.indexed
	if x.Kept {
		return c.Run(sqlSetHead1, int64(last))
	}
	return c.Run(sqlSetHead, int64(last), int64(x.indexed), int64(layout.IndexedSum(x.indexed)))
}

// Undo forgets the events after position last.
func (x *Index) Undo(last uint64) {
	for len(x.behind) > 0 && x.behind[len(x.behind)-1].position > last {
		x.behind = x.behind[:len(x.behind)-1]
	}
}

// BringUp brings the index up to the last event.
func (x *Index) BringUp(c *db.Conn) error {
	if len(x.behind) == 0 {
		return nil
	}
	x.indexed = x.behind[len(x.behind)-1].position
	slices.SortFunc(x.behind, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.stream, b.stream), cmp.Compare(a.revision, b.revision))
	})
	for i, p := range x.behind {
		if err := c.Run(sqlInsertPlace, p.stream, int64(p.revision), int64(p.position)); err != nil {
			return taken(p, err)
		}
		if i+1 < len(x.behind) && x.behind[i+1].stream == p.stream {
			continue
		}
		if err := c.Run(sqlSetEnd, p.stream, int64(p.revision)); err != nil {
			return err
		}
	}
	x.behind = x.behind[:0]
	return nil
}

// taken is the error of an entry that could not be made.
func taken(p entry, err error) error {
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultConstraint {
		return eventlog.CorruptIndex("the index of streams has another event in the place of the one at position " + strconv.FormatUint(p.position, 10))
	}
	return err
}

// Revision is the last one of a stream that has no event behind the index.
func (x *Index) Revision(c *db.Conn, stream int64) (uint64, error) {
	if x.Kept {
		n, err := c.Number(sqlRevision1, stream)
		return uint64(n), err
	}
	end, err := EndOf(c, stream)
	end.Indexed = x.indexed // head says it at the end of the transaction
	if err == nil && end.Astray() {
		err = end.Failure()
	}
	return end.Revision, err
}

// IndexedUpTo is the position of the last event that the index of streams leads to.
//
// Errors: [eventlog.ErrCorrupt]; what SQLite gives.
func IndexedUpTo(c *db.Conn) (uint64, error) {
	s, err := c.Prepare(sqlIndexed)
	if err != nil {
		return 0, err
	}
	if _, err := s.Step(); err != nil {
		return 0, err
	}
	n, err := checkIndexed(s)
	if e := s.Reset(); err == nil {
		err = e
	}
	return n, err
}

// checkIndexed reads the first two columns of a row: head's word of the index.
func checkIndexed(s *sqlite.Stmt) (uint64, error) {
	n := uint64(s.ColumnInt64(0))
	if s.ColumnInt64(1) != int64(layout.IndexedSum(n)) {
		return 0, eventlog.CorruptIndex("how far the index of streams goes does not match its checksum")
	}
	return n, nil
}

// End is where the index of streams ends, and where a stream does in it.
type End struct {
	Indexed  uint64
	Revision uint64 // of the last event of the stream, by the table ends; 0 for none
	Position uint64 // of the same by the table revisions; 0 for none
}

// EndOf asks both witnesses of the last event of a stream in the index.
//
// Errors: [eventlog.ErrCorrupt]; what SQLite gives.
func EndOf(c *db.Conn, stream int64) (e End, err error) {
	s, err := c.Prepare(sqlStreamEnd)
	if err != nil {
		return e, err
	}
	s.BindInt64(1, stream)
	if _, err := s.Step(); err != nil {
		return e, err
	}
	e.Indexed, err = checkIndexed(s)
	e.Revision, e.Position = uint64(s.ColumnInt64(2)), uint64(s.ColumnInt64(3))
	if e := s.Reset(); err == nil {
		err = e
	}
	return e, err
}

// Astray reports whether the index does not lead to the last event of the stream.
func (e End) Astray() bool {
	return e.Revision > 0 && e.Position == 0 || e.Position > e.Indexed
}

// Failure is the error of an index that leads astray.
func (e End) Failure() error {
	return eventlog.CorruptIndex("the index of streams does not lead to the last event of a stream")
}
