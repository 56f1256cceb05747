package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

var _ eventlog.Inspector = (*Log)(nil)

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

// Inspect implements [eventlog.Inspector]: SQLite compares its pages and indexes, and the
// index of streams is compared with the events.
func (l *Log) Inspect(ctx context.Context, found func(eventlog.Damage)) error {
	return l.readLong(ctx, "verify log", func(c *conn) error {
		c.SetInterrupt(ctx.Done())
		defer c.SetInterrupt(nil)
		look := inspection{ctx, l, c, found}
		err := look.each(sqlIntegrity, nil, func(s *sqlite.Stmt) {
			for finding := range strings.Lines(s.ColumnText(0)) { // a row may hold several, under a heading
				if finding = strings.TrimSpace(finding); finding != "ok" && finding != "" && !strings.HasPrefix(finding, "*** in database ") {
					found(eventlog.Damage{Message: finding})
				}
			}
		})
		if err != nil || l.format > formatNewest || layoutOf(l.format) != layoutOwnIndex {
			return err
		}
		if err := look.layout(); err != nil {
			return err
		}
		return look.streamIndex()
	})
}

// inspection is one Inspect under way.
type inspection struct {
	ctx   context.Context
	log   *Log
	conn  *conn
	found func(eventlog.Damage)
}

// each runs f on each row of a query. Damage that ends the query is found, too.
func (i inspection) each(query string, args []int64, f func(*sqlite.Stmt)) error {
	s, err := i.conn.prepare(query)
	if err != nil {
		return err
	}
	for n, a := range args {
		s.BindInt64(n+1, a)
	}
	for {
		more, err := s.Step()
		if i.ctx.Err() != nil {
			return i.ctx.Err()
		}
		if err = i.log.fail("verify log", err); errors.Is(err, eventlog.ErrCorrupt) {
			i.found(eventlog.Damage{Message: err.Error()})
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
func (i inspection) layout() error {
	missing := map[string]bool{}
	for _, statement := range schema {
		missing[statement] = strings.HasPrefix(statement, "CREATE ")
	}
	err := i.each(sqlLayout, nil, func(s *sqlite.Stmt) {
		if statement := s.ColumnText(1); missing[statement] {
			delete(missing, statement)
		} else {
			i.found(eventlog.Damage{Message: fmt.Sprintf("%q is no part of the layout of a log, or was changed", s.ColumnText(0))})
		}
	})
	for _, statement := range schema {
		if missing[statement] && err == nil {
			i.found(eventlog.Damage{Message: fmt.Sprintf("the layout lacks %q", statement)})
		}
	}
	return err
}

// streamIndex compares the index of streams with the events. Events that are appended
// meanwhile are after what it went to at first.
func (i inspection) streamIndex() error {
	indexed, err := i.conn.indexed()
	if err != nil {
		return err
	}
	upTo := []int64{int64(indexed)}
	err = i.each(sqlNotLedTo, upTo, func(s *sqlite.Stmt) {
		i.found(eventlog.Damage{Position: domain.PositionAt(uint64(s.ColumnInt64(0))), Message: "the index of streams does not lead to it"})
	})
	if err != nil {
		return err
	}
	err = i.each(sqlPlaces, upTo, func(s *sqlite.Stmt) {
		if n := uint64(s.ColumnInt64(0)); n != indexed {
			i.found(eventlog.Damage{Message: fmt.Sprintf("the index of streams leads to %d events of %d", n, indexed)})
		}
	})
	if err != nil {
		return err
	}
	return i.each(sqlWrongEnds, nil, func(s *sqlite.Stmt) {
		i.found(eventlog.Damage{Message: fmt.Sprintf("the index of streams ends %s at revision %d, and says %d itself", s.ColumnText(0), s.ColumnInt64(1), s.ColumnInt64(2))})
	})
}
