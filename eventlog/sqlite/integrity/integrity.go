package integrity

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
	"github.com/clawable/claw/eventlog/sqlite/streams"
)

// mostFindings bounds what one look at the files reports.
const mostFindings = "100"

const (
	sqlLayout    = "SELECT coalesce(name, ''), sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
	sqlIntegrity = "PRAGMA integrity_check(" + mostFindings + ")"
	sqlNotLedTo  = "SELECT events.position FROM events LEFT JOIN revisions ON revisions.stream = events.stream AND revisions.revision = events.revision" +
		" WHERE events.position <= ? AND revisions.position IS NOT events.position ORDER BY events.position LIMIT " + mostFindings
	sqlPlaces    = "SELECT count(*) FROM revisions WHERE position <= ?"
	sqlWrongEnds = "SELECT coalesce(streams.name, 'stream ' || coalesce(last.stream, ends.stream)), coalesce(last.revision, 0), coalesce(ends.revision, 0)" +
		" FROM (SELECT stream, max(revision) AS revision FROM revisions GROUP BY stream) AS last FULL JOIN ends ON ends.stream = last.stream" +
		" LEFT JOIN streams ON streams.number = coalesce(last.stream, ends.stream) WHERE last.revision IS NOT ends.revision LIMIT " + mostFindings
)

// Check is one look at a database under way.
type Check struct {
	Conn  *db.Conn
	Found func(eventlog.Damage) // is called with each finding
	Fail  func(error) error     // converts an error of SQLite to the form that callers switch on
}

// All has SQLite compare its pages and indexes, and compares the layout and the index of streams
// with what they should be, in a log of this format.
//
// Errors: ctx's; those of Fail that are not [eventlog.ErrCorrupt].
func (i Check) All(ctx context.Context, format int64) error {
	err := i.each(ctx, sqlIntegrity, nil, func(s *sqlite.Stmt) {
		for finding := range strings.Lines(s.ColumnText(0)) { // a row may hold several, under a heading
			if finding = strings.TrimSpace(finding); finding != "ok" && finding != "" && !strings.HasPrefix(finding, "*** in database ") {
				i.Found(eventlog.Damage{Message: finding})
			}
		}
	})
	if err != nil || format > layout.FormatNewest || layout.IndexKept(format) {
		return err
	}
	if err := i.layout(ctx); err != nil {
		return err
	}
	return i.Streams(ctx)
}

// each runs f on each row of a query. Damage that ends the query is found, too.
func (i Check) each(ctx context.Context, query string, args []int64, f func(*sqlite.Stmt)) error {
	s, err := i.Conn.Prepare(query)
	if err != nil {
		return err
	}
	for n, a := range args {
		s.BindInt64(n+1, a)
	}
	for {
		more, err := s.Step()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err = i.Fail(err); errors.Is(err, eventlog.ErrCorrupt) {
			i.Found(eventlog.Damage{Message: err.Error()})
			return nil
		}
		if err != nil || !more {
			return err
		}
		f(s)
	}
}

// layout compares the statements that SQLite keeps of the tables with those that made them:
// it takes what they say for the truth about the rows.
func (i Check) layout(ctx context.Context) error {
	missing := map[string]bool{}
	for _, statement := range layout.Schema() {
		missing[statement] = strings.HasPrefix(statement, "CREATE ")
	}
	err := i.each(ctx, sqlLayout, nil, func(s *sqlite.Stmt) {
		if statement := s.ColumnText(1); missing[statement] {
			delete(missing, statement)
		} else {
			i.Found(eventlog.Damage{Message: fmt.Sprintf("%q is no part of the layout of a log, or was changed", s.ColumnText(0))})
		}
	})
	for _, statement := range layout.Schema() {
		if missing[statement] && err == nil {
			i.Found(eventlog.Damage{Message: fmt.Sprintf("the layout lacks %q", statement)})
		}
	}
	return err
}

// Streams compares the index of streams with the events. Events that are appended
// meanwhile are after what it went to at first.
func (i Check) Streams(ctx context.Context) error {
	indexed, err := streams.IndexedUpTo(i.Conn)
	if err != nil {
		return err
	}
	upTo := []int64{int64(indexed)}
	err = i.each(ctx, sqlNotLedTo, upTo, func(s *sqlite.Stmt) {
		i.Found(eventlog.Damage{Position: domain.PositionAt(uint64(s.ColumnInt64(0))), Message: "the index of streams does not lead to it"})
	})
	if err != nil {
		return err
	}
	err = i.each(ctx, sqlPlaces, upTo, func(s *sqlite.Stmt) {
		if n := uint64(s.ColumnInt64(0)); n != indexed {
			i.Found(eventlog.Damage{Message: fmt.Sprintf("the index of streams leads to %d events of %d", n, indexed)})
		}
	})
	if err != nil {
		return err
	}
	return i.each(ctx, sqlWrongEnds, nil, func(s *sqlite.Stmt) {
		i.Found(eventlog.Damage{Message: fmt.Sprintf("the index of streams ends %s at revision %d, and says %d itself", s.ColumnText(0), s.ColumnInt64(1), s.ColumnInt64(2))})
	})
}
