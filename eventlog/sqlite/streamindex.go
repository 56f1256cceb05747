package sqlite

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"slices"
	"strconv"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// streamIndex is what the writer knows of the index of streams. Of many who append side by
// side each has a place of its own there, so that each event would change a page: most of
// what a commit writes. So their events are brought into it later, many at once, in the
// order of its pages. Who reads a stream looks at the few behind the index as well.
type streamIndex struct {
	kept    bool   // by SQLite: format 1. Nothing is ever behind
	indexed uint64 // position of the last event that the index leads to
	told    uint64 // the same, as head says it
	behind  []place
}

// place is an entry of the index.
type place struct {
	stream             int64
	revision, position uint64
}

// maxBehind is how many events a transaction may leave behind the index: a reader of a
// stream looks at each of them.
const maxBehind = 1024

// fewBehind is how many are not worth a commit of their own when the log is closed.
const fewBehind = 32

// load finds out what is behind the index of a log whose last event is at position last,
// and brings it up: that of other processes, and of one that was killed. It takes no event
// in that is missing or damaged: nobody would miss it then, and its revision would be given
// again.
//
// Errors: [eventlog.ErrCorrupt]; what SQLite gives.
func (x *streamIndex) load(r *rows, last uint64) (err error) {
	if x.kept {
		return nil
	}
	if x.indexed, err = r.conn.indexed(); err != nil {
		return err
	}
	if x.told = x.indexed; x.indexed >= last {
		return nil
	}
	s, err := r.conn.prepare(sqlReadEnvelopes)
	if err != nil {
		return err
	}
	s.BindInt64(1, int64(x.indexed))
	for next := x.indexed + 1; ; next++ {
		more, err := s.Step()
		if err != nil {
			return err
		}
		if !more {
			return x.bringUp(r.conn)
		}
		var e domain.Event
		if _, _, err := r.verify(s, next, &e); err != nil {
			_ = s.Reset() // err says more
			return err
		}
		x.add(place{s.ColumnInt64(colStream), uint64(e.Revision), next})
	}
}

func (x *streamIndex) add(p place) {
	if !x.kept {
		x.behind = append(x.behind, p)
	}
}

// undo forgets the events after position last.
func (x *streamIndex) undo(last uint64) {
	for len(x.behind) > 0 && x.behind[len(x.behind)-1].position > last {
		x.behind = x.behind[:len(x.behind)-1]
	}
}

// bringUp brings the index up to the last event.
func (x *streamIndex) bringUp(c *conn) error {
	if len(x.behind) == 0 {
		return nil
	}
	x.indexed = x.behind[len(x.behind)-1].position
	slices.SortFunc(x.behind, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.stream, b.stream), cmp.Compare(a.revision, b.revision))
	})
	for i, p := range x.behind {
		if err := c.run(sqlInsertPlace, p.stream, int64(p.revision), int64(p.position)); err != nil {
			return taken(p, err)
		}
		if i+1 < len(x.behind) && x.behind[i+1].stream == p.stream {
			continue
		}
		if err := c.run(sqlSetEnd, p.stream, int64(p.revision)); err != nil {
			return err
		}
	}
	x.behind = x.behind[:0]
	return nil
}

// taken is the error of an entry that could not be made.
func taken(p place, err error) error {
	if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultConstraint {
		return eventlog.CorruptIndex("the index of streams has another event in the place of the one at position " + strconv.FormatUint(p.position, 10))
	}
	return err
}

// revision is the last one of a stream of which nothing is behind the index.
func (x *streamIndex) revision(c *conn, stream int64) (uint64, error) {
	if x.kept {
		n, err := c.number(sqlRevision1, stream)
		return uint64(n), err
	}
	end, err := c.streamEnd(stream)
	end.indexed = x.indexed // head says it at the end of the transaction
	if err == nil && end.astray() {
		err = end.failure()
	}
	return end.revision, err
}

// indexed is the position of the last event that the index of streams leads to.
//
// Errors: [eventlog.ErrCorrupt]; what SQLite gives.
func (c *conn) indexed() (uint64, error) {
	s, err := c.prepare(sqlIndexed)
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
	if s.ColumnInt64(1) != int64(indexedSum(n)) {
		return 0, eventlog.CorruptIndex("how far the index of streams goes does not match its checksum")
	}
	return n, nil
}

func indexedSum(indexed uint64) uint32 {
	return crc32.Checksum(binary.BigEndian.AppendUint64(nil, indexed), castagnoli)
}

// streamEnd is where the index of streams ends, and where a stream does in it.
type streamEnd struct {
	indexed  uint64
	revision uint64 // of the last event of the stream, by the table ends; 0 for none
	position uint64 // of the same by the table revisions; 0 for none
}

// streamEnd asks both witnesses of the last event of a stream in the index.
//
// Errors: [eventlog.ErrCorrupt]; what SQLite gives.
func (c *conn) streamEnd(stream int64) (e streamEnd, err error) {
	s, err := c.prepare(sqlStreamEnd)
	if err != nil {
		return e, err
	}
	s.BindInt64(1, stream)
	if _, err := s.Step(); err != nil {
		return e, err
	}
	e.indexed, err = checkIndexed(s)
	e.revision, e.position = uint64(s.ColumnInt64(2)), uint64(s.ColumnInt64(3))
	if e := s.Reset(); err == nil {
		err = e
	}
	return e, err
}

// astray reports whether the index does not lead to the last event of the stream.
func (e streamEnd) astray() bool {
	return e.revision > 0 && e.position == 0 || e.position > e.indexed
}

func (e streamEnd) failure() error {
	return eventlog.CorruptIndex("the index of streams does not lead to the last event of a stream")
}
