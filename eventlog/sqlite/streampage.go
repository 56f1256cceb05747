package sqlite

import (
	"errors"
	"math"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
)

// fillStream is fill for the events of one stream: those that the index of streams leads
// to, then those behind it. Each statement sees the log as it is by then, which is no less
// than the one before saw; what was behind the index may have been brought into it.
func (c *cursor) fillStream(conn *conn, until uint64, limit int) (full bool, err error) {
	if c.stream == 0 {
		if err := c.findStream(conn); err != nil || c.stream == 0 {
			return false, err
		}
	}
	indexed, behind := sqlIndexedEvents, sqlStreamEvents
	if c.rows.noData {
		indexed, behind = sqlIndexedEnvelopes, sqlStreamEnvelopes
	}
	after := c.after
	if !c.indexKept {
		end, err := conn.streamEnd(c.stream)
		if err != nil {
			return false, err
		}
		ended, err := c.scanStream(conn, indexed, c.after, until, limit)
		if err == nil && ended {
			err = c.checkEnd(end, after, until)
		}
		if err != nil || !ended {
			return err == nil && c.after < until, err
		}
		after = max(c.after, end.indexed)
	}
	ended, err := c.scanStream(conn, behind, after, until, limit)
	if err == nil && ended && !c.indexKept {
		err = conn.checkBehind(after, until)
	}
	return err == nil && !ended && c.after < until, err
}

// scanStream is scan for the rows of a query of one stream, between two positions.
func (c *cursor) scanStream(conn *conn, query string, after, until uint64, limit int) (ended bool, err error) {
	s, err := conn.prepare(query)
	if err != nil {
		return false, err
	}
	s.BindInt64(1, int64(min(after, math.MaxInt64)))
	s.BindInt64(2, int64(min(until, math.MaxInt64)))
	s.BindInt64(3, c.stream)
	s.BindInt64(4, int64(min(c.revision, math.MaxInt64)))
	return c.scan(conn, s, until, limit)
}

// findStream learns the number of the stream, as soon as the log holds it. Where the index
// of names has no such name, the table itself is searched, so that a damaged index hides no
// stream; once, for what comes later the index has.
func (c *cursor) findStream(conn *conn) (err error) {
	text := c.query.Stream.String()
	if c.stream, err = conn.streamNumber(sqlStreamNumber, text); err != nil {
		return err
	}
	if c.stream == 0 {
		if !c.sought {
			c.sought = true
			c.stream, err = conn.streamNumber(sqlSeekStream, text)
		}
		return err
	}
	known, _, err := c.rows.names.name(conn, c.stream)
	if err == nil && known.text != text {
		err = corrupt(0, "the index of names leads to another stream than "+text)
	}
	return err
}

// decodeOfStream fills e from the row that s stands on, of the index and what it leads to.
func (c *cursor) decodeOfStream(s *sqlite.Stmt, e *domain.Event) error {
	if s.ColumnType(colStream) == sqlite.TypeNull {
		return corrupt(uint64(s.ColumnInt64(colPosition)), "the event is missing")
	}
	if err := c.rows.decode(s, 0, e); err != nil {
		return err
	}
	return c.checkStream(e)
}

// checkStream checks that the index of streams led to the event that comes next.
func (c *cursor) checkStream(e *domain.Event) error {
	switch {
	case e.Stream != c.query.Stream:
		return corrupt(e.Position.Number(), "the index of streams leads to it from another stream")
	case c.next && uint64(e.Revision) != c.revision+1:
		return corrupt(e.Position.Number(), "an event of its stream before it is missing")
	}
	return nil
}

// checkEnd checks, where the rows of the index ended for a stream between two positions,
// that none is missing there. end is what both witnesses said before.
func (c *cursor) checkEnd(end streamEnd, after, until uint64) error {
	due := after < end.position && end.position <= until
	beyond := after < c.after && c.after <= end.indexed && c.revision > end.revision
	if end.astray() || due && c.revision < end.revision || beyond {
		return end.failure()
	}
	return nil
}

// checkBehind checks that none of the events behind the index is missing: the one could be
// of any stream.
func (c *conn) checkBehind(after, until uint64) error {
	if after >= until {
		return nil
	}
	n, err := c.number(sqlCount, int64(after), int64(min(until, math.MaxInt64)))
	if err != nil || uint64(n) == until-after {
		return err
	}
	s, err := c.prepare(sqlBehind)
	if err != nil {
		return err
	}
	s.BindInt64(1, int64(after))
	for {
		more, err := s.Step()
		if err != nil {
			return err
		}
		if !more {
			return missing(after+1, until+1)
		}
		if at := uint64(s.ColumnInt64(0)); at != after+1 {
			return errors.Join(missing(after+1, at), s.Reset())
		}
		after++
	}
}
