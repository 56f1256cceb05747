package page

import (
	"context"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/fault"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/salvage"
)

// A reader takes pages: a page is read in one separate transaction, which ends
// before the first of its events is yielded.
const (
	firstPage = 32      // events
	growPage  = 4       // times, from page to page
	maxPage   = 2 << 10 // events
	maxBytes  = 8 << 20 // of a page; the last event may go beyond
)

// Cursor is one Read or Follow under way.
type Cursor struct {
	Query    eventlog.Query
	after    uint64 // the last position that was looked at
	revision uint64 // the same, of the stream
	stream   int64  // its number; 0 until the log holds the stream
	sought   bool   // its name was looked for in the table itself
	next     bool   // the next event of the stream has the next revision
	// indexKept reports that SQLite keeps the index of streams: layout 1.
	indexKept bool
	size      int // events of the next page
	yielded   int
	page      []domain.Event // used again for each page
	rows      layout.Rows
}

// New begins where q does, in a log whose index of streams SQLite keeps or not.
func New(q eventlog.Query, names *layout.Names, indexKept bool) *Cursor {
	return &Cursor{Query: q, after: q.After.Number(), revision: uint64(q.AfterRevision), next: q.After.IsZero(), size: firstPage,
		indexKept: indexKept, rows: layout.Rows{Names: names, NoData: q.EnvelopeOnly}}
}

// Fill reads the next page of events up to position until. full says that there
// may be more. On [eventlog.ErrCorrupt] the page holds what comes before.
func (c *Cursor) Fill(conn *db.Conn, until uint64) (full bool, err error) {
	c.page, c.rows.Conn, c.rows.Pending = c.page[:0], conn, 0
	if c.after >= until {
		return false, nil
	}
	limit := c.size
	if c.Query.Limit > 0 {
		limit = min(limit, c.Query.Limit-c.yielded)
	}
	c.size = min(c.size*growPage, maxPage)
	if !c.Query.Stream.IsZero() {
		return c.fillStream(conn, until, limit)
	}
	return c.fillOn(conn, until, limit, c.takeNext)
}

// fillOn is fill with the events after the last one that was looked at, each of which must
// be there; take looks at the next.
func (c *Cursor) fillOn(conn *db.Conn, until uint64, limit int, take func(*sqlite.Stmt) error) (full bool, err error) {
	s, err := c.rows.After(c.after)
	if err != nil {
		return false, err
	}
	ended, err := c.scan(conn, s, until, limit, take)
	if err == nil && ended && c.after < until {
		err = fault.Missing(c.after+1, until+1)
	}
	return err == nil && c.after < until, err
}

// scan takes the rows of s until the page is full or until is reached, or they ended.
func (c *Cursor) scan(conn *db.Conn, s *sqlite.Stmt, until uint64, limit int, take func(*sqlite.Stmt) error) (ended bool, err error) {
	for len(c.page) < limit && c.rows.Pending < maxBytes && c.after < until { // a condition in SQL costs each row
		found, err := s.Step()
		if err != nil {
			return false, c.broken(conn, until, err)
		}
		if !found {
			return true, nil
		}
		if err := take(s); err != nil {
			_ = s.Reset() // err says more
			return false, err
		}
	}
	return false, s.Reset()
}

// takeNext adds the row at which s is positioned to the page: the next event of the log.
func (c *Cursor) takeNext(s *sqlite.Stmt) error { return c.take(s, c.after+1) }

// take adds the row at which s is positioned to the page. at is where it is expected, 0 for
// anywhere.
func (c *Cursor) take(s *sqlite.Stmt, at uint64) error {
	if len(c.page) == cap(c.page) {
		c.page = slices.Grow(c.page, 1)
	}
	c.page = c.page[:len(c.page)+1]
	e := &c.page[len(c.page)-1] // of an earlier page perhaps: all of it is set
	err := c.rows.Decode(s, at, e)
	if err == nil && !c.Query.Stream.IsZero() {
		err = c.checkStream(e)
	}
	if err != nil {
		c.page = c.page[:len(c.page)-1]
		return err
	}
	c.after, c.revision, c.next = e.Position.Number(), uint64(e.Revision), true
	if c.rows.NoData {
		e.Salt = nil
	}
	return nil
}

// broken returns an error for the place where SQLite cannot continue: all events up to until,
// or to the next that can be reached.
func (c *Cursor) broken(conn *db.Conn, until uint64, err error) error {
	if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultCorrupt {
		return err
	}
	first := c.after + 1
	last, until := first, min(until, salvage.AtMost(conn))
	for c.Query.Stream.IsZero() && last < until && !salvage.Holds(conn, last+1) {
		last++
	}
	if last == first {
		return fault.Corrupt(first, "the page that should hold it cannot be read")
	}
	return fault.CorruptSpan(first, last, "cannot be read")
}

// Yield hands out the page; false when that was all.
func (c *Cursor) Yield(ctx context.Context, yield func(domain.Event, error) bool) bool {
	for i := range c.page {
		if err := ctx.Err(); err != nil {
			yield(domain.Event{}, err)
			return false
		}
		c.yielded++
		if !yield(c.page[i], nil) {
			return false
		}
	}
	c.page = c.page[:0]
	return true
}

// Done reports whether as many events were yielded as were asked for.
func (c *Cursor) Done() bool { return c.Query.Limit > 0 && c.yielded == c.Query.Limit }
