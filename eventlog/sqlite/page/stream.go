package page

import (
	"math"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/streams"
)

const (
	// The events of a stream that the index leads to; stream and what follows are NULL where
	// it leads to nothing.
	sqlIndexedEvents    = "SELECT " + indexedColumns + ", events.data" + sqlByIndex
	sqlIndexedEnvelopes = "SELECT " + indexedColumns + sqlByIndex
	indexedColumns      = "revisions.position, events.stream, events.revision, events.id, events.header, events.sums"
	sqlByIndex          = " FROM revisions LEFT JOIN events ON events.position = revisions.position" +
		" WHERE revisions.position > ? AND revisions.position <= ? AND revisions.stream = ? AND revisions.revision > ? ORDER BY revisions.revision"
	// The same of format 1, by the index that it has.
	sqlStreamEvents1    = "SELECT " + layout.Columns + ", data" + sqlOfStream1
	sqlStreamEnvelopes1 = "SELECT " + layout.Columns + sqlOfStream1
	sqlOfStream1        = " FROM events WHERE position > ? AND position <= ? AND stream = ? AND revision > ? ORDER BY revision"
)

// fillStream is fill for the events of one stream: those that the index of streams leads
// to, then those behind it. Each statement sees the log as it is by then, which is no less
// than the one before saw; what was behind the index may have been brought into it.
func (c *Cursor) fillStream(conn *db.Conn, until uint64, limit int) (full bool, err error) {
	if c.stream == 0 {
		if err := c.findStream(conn); err != nil || c.stream == 0 {
			return false, err
		}
	}
	if c.indexKept {
		ended, err := c.scanStream(conn, sqlStreamEvents1, sqlStreamEnvelopes1, until, limit)
		return err == nil && !ended && c.after < until, err
	}
	end, err := streams.EndOf(conn, c.stream)
	if err != nil {
		return false, err
	}
	after := c.after
	ended, err := c.scanStream(conn, sqlIndexedEvents, sqlIndexedEnvelopes, until, limit)
	if err == nil && ended {
		err = c.checkEnd(end, after, until)
	}
	if err != nil || !ended {
		return err == nil && c.after < until, err
	}
	if c.after = max(c.after, min(end.Indexed, until)); c.after >= until {
		return false, nil
	}
	return c.fillOn(conn, until, limit, c.takeBehind)
}

// scanStream is scan for the rows of one stream that an index leads to.
func (c *Cursor) scanStream(conn *db.Conn, events, envelopes string, until uint64, limit int) (ended bool, err error) {
	query := events
	if c.rows.NoData {
		query = envelopes
	}
	s, err := conn.Prepare(query)
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(min(c.after, math.MaxInt64)))
	s.BindInt64(2, int64(min(until, math.MaxInt64)))
	s.BindInt64(3, c.stream)
	s.BindInt64(4, int64(min(c.revision, math.MaxInt64)))
	return c.scan(conn, s, until, limit, c.takeIndexed)
}

// findStream learns the number of the stream, as soon as the log holds it. Where the index
// of names has no such name, the table itself is searched, so that a damaged index hides no
// stream; once, for what comes later the index has.
func (c *Cursor) findStream(conn *db.Conn) (err error) {
	text := c.Query.Stream.String()
	if c.stream, err = layout.StreamNumber(conn, text); err != nil {
		return err
	}
	if c.stream == 0 {
		if !c.sought {
			c.sought = true
			c.stream, err = layout.SeekStream(conn, text)
		}
		return err
	}
	known, _, err := c.rows.Names.Name(conn, c.stream)
	if err == nil && known.Text != text {
		err = eventlog.CorruptIndex("the index of names leads to another stream than " + text)
	}
	return err
}

// takeIndexed takes the row at which s is positioned: an index entry and the event that it
// refers to.
func (c *Cursor) takeIndexed(s *sqlite.Stmt) error {
	if s.ColumnType(layout.ColStream) == sqlite.TypeNull {
		return fault.Corrupt(uint64(s.ColumnInt64(layout.ColPosition)), "the event is missing")
	}
	return c.take(s, 0)
}

// takeBehind takes or skips the row at which s is positioned, which is behind the index. It
// accepts that the row is of another stream only when the row verifies: otherwise it could
// be of this stream.
func (c *Cursor) takeBehind(s *sqlite.Stmt) error {
	if s.ColumnInt64(layout.ColStream) == c.stream && s.ColumnInt64(layout.ColRevision) > int64(min(c.Query.AfterRevision, math.MaxInt64)) {
		return c.takeNext(s)
	}
	var e domain.Event
	_, _, err := c.rows.Verify(s, c.after+1, &e)
	if err == nil {
		c.after++
	}
	return err
}

// checkStream checks that the index of streams led to the event that comes next.
func (c *Cursor) checkStream(e *domain.Event) error {
	switch {
	case e.Stream != c.Query.Stream:
		return fault.Corrupt(e.Position.Number(), "the index of streams leads to it from another stream")
	case c.next && uint64(e.Revision) != c.revision+1:
		return fault.Corrupt(e.Position.Number(), "an event of its stream before it is missing")
	}
	return nil
}

// checkEnd checks, where the rows of the index ended for a stream between two positions,
// that none is missing there. end is what both witnesses said before.
func (c *Cursor) checkEnd(end streams.End, after, until uint64) error {
	due := after < end.Position && end.Position <= until
	beyond := after < c.after && c.after <= end.Indexed && c.revision > end.Revision
	if end.Astray() || due && c.revision < end.Revision || beyond {
		return end.Failure()
	}
	return nil
}
