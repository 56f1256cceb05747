package sqlite

import (
	"math"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// A reader takes pages: a page is read in one transaction of its own, which ends
// before the first of its events is yielded.
const (
	firstPage = 32      // events
	growPage  = 4       // times, from page to page
	maxPage   = 2 << 10 // events
	maxBytes  = 8 << 20 // of a page; the last event may go beyond
)

// cursor is one Read or Follow under way.
type cursor struct {
	query    eventlog.Query
	after    uint64 // the last position that was looked at
	revision uint64 // the same, of the stream
	stream   int64  // its number; 0 until the log holds the stream
	next     bool   // the next event of the stream has the next revision
	size     int    // events of the next page
	yielded  int
	page     []domain.Event // used again for each page
	rows     rows
}

func newCursor(q eventlog.Query, n *names) *cursor {
	return &cursor{query: q, after: q.After.Number(), revision: uint64(q.AfterRevision), next: q.After.IsZero(), size: firstPage,
		rows: rows{names: n, noData: q.EnvelopeOnly}}
}

// fill reads the next page of events up to position until. full says that there
// may be more. On [eventlog.ErrCorrupt] the page holds what comes before.
func (c *cursor) fill(conn *conn, until uint64) (full bool, err error) {
	c.page, c.rows.conn, c.rows.pending = c.page[:0], conn, 0
	if c.after >= until {
		return false, nil
	}
	limit := c.size
	if c.query.Limit > 0 {
		limit = min(limit, c.query.Limit-c.yielded)
	}
	c.size = min(c.size*growPage, maxPage)
	s, err := c.statement(conn, until)
	if s == nil || err != nil {
		return false, err
	}
	for len(c.page) < limit && c.rows.pending < maxBytes && c.after < until {
		found, err := s.Step()
		if err != nil {
			return false, c.broken(conn, until, err)
		}
		if !found {
			return false, c.reached(until)
		}
		if err := c.take(s); err != nil {
			_ = s.Reset() // err says more
			return false, err
		}
	}
	return c.after < until, s.Reset()
}

// statement is the query of the next page; nil when it can have no events.
func (c *cursor) statement(conn *conn, until uint64) (*sqlite.Stmt, error) {
	query, ofStream := sqlReadEvents, !c.query.Stream.IsZero()
	switch {
	case ofStream && c.rows.noData:
		query = sqlStreamEnvelope
	case ofStream:
		query = sqlStreamEvents
	case c.rows.noData:
		query = sqlReadEnvelopes
	}
	if ofStream && c.stream == 0 {
		if err := c.findStream(conn); err != nil || c.stream == 0 {
			return nil, err
		}
	}
	s, err := conn.prepare(query)
	if err != nil {
		return nil, err
	}
	s.BindInt64(1, int64(min(c.after, math.MaxInt64)))
	if ofStream { // without, fill stops in time: a condition costs each row
		s.BindInt64(2, int64(min(until, math.MaxInt64)))
		s.BindInt64(3, c.stream)
		s.BindInt64(4, int64(min(c.revision, math.MaxInt64)))
	}
	return s, nil
}

func (c *cursor) findStream(conn *conn) error {
	s, err := conn.prepare(sqlStreamNumber)
	if err != nil {
		return err
	}
	s.BindText(1, c.query.Stream.String())
	found, err := s.Step()
	if err != nil || !found {
		return err
	}
	c.stream = s.ColumnInt64(0)
	return s.Reset()
}

// take adds the row that s stands on to the page.
func (c *cursor) take(s *sqlite.Stmt) error {
	if len(c.page) == cap(c.page) {
		c.page = slices.Grow(c.page, 1)
	}
	c.page = c.page[:len(c.page)+1]
	e := &c.page[len(c.page)-1] // of an earlier page perhaps: all of it is set
	at := c.after + 1
	if !c.query.Stream.IsZero() {
		at = 0
	}
	err := c.rows.decode(s, at, e)
	if err == nil && at == 0 {
		err = c.checkStream(e)
	}
	if err != nil {
		c.page = c.page[:len(c.page)-1]
		return err
	}
	c.after, c.revision, c.next = e.Position.Number(), uint64(e.Revision), true
	if c.rows.noData {
		e.Salt = nil
	}
	return nil
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

// reached checks, at the end of the rows, that no event is missing there.
func (c *cursor) reached(until uint64) error {
	if c.query.Stream.IsZero() && c.after < until {
		return missing(c.after+1, until+1)
	}
	return nil
}

// broken names the place where SQLite cannot go on: all events up to until, or to the
// next that can be reached.
func (c *cursor) broken(conn *conn, until uint64, err error) error {
	if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultCorrupt {
		return err
	}
	first := c.after + 1
	last, until := first, min(until, conn.atMost())
	for c.query.Stream.IsZero() && last < until && !conn.holds(last+1) {
		last++
	}
	if last == first {
		return corrupt(first, "the page that should hold it cannot be read")
	}
	return corruptSpan(first, last, "cannot be read")
}
