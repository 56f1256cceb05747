package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/search"
	"github.com/clawable/claw/projections/store/tables"
)

// read runs a SELECT.
func (m *model) read(sql string, args []any, row func(*sqlite.Stmt) error) error {
	if m.conn == nil {
		return errors.New("store: CatchUp comes first")
	}
	err := sqlitex.Execute(m.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
	if err != nil && !isInterrupt(err) {
		return m.distrust(err)
	}
	if err != nil {
		return fmt.Errorf("read the read model: %w", err)
	}
	return nil
}

func isInterrupt(err error) bool { return sqlite.ErrCode(err) == sqlite.ResultInterrupt }

// distrust gives up a file that cannot be read.
func (m *model) distrust(err error) error {
	if m.opened > 0 {
		err = errors.Join(err, m.files.Skip(m.opened))
	}
	err = errors.Join(err, m.detach())
	return (&domain.Error{Kind: domain.ErrCorrupt, Operation: "read the read model", Target: m.files.Base,
		Message: "it cannot be read and was given up", Retryable: true,
		Hint: "run the same again: it is built anew from the log"}).Because(err)
}

// Read runs a SELECT and calls row with each row that it finds. CatchUp comes first.
//
// Errors: kind corrupt for a file that cannot be read, which is given up; those of row.
func (s *Store) Read(sql string, args []any, row func(*sqlite.Stmt) error) error {
	return s.model.read(sql, args, row)
}

// Log returns the log that the read model is of.
func (s *Store) Log() origin.Log { return s.model.log }

// At returns the checkpoint that answers rest on.
func (s *Store) At() tables.Checkpoint { return s.model.at }

// Facts returns a loader of the facts of lanes; events finds a single event by its id.
func (s *Store) Facts(events func(domain.EventID) (domain.Event, bool, error)) *tables.Loader {
	return tables.NewLoader(&tables.Access{Conn: s.model.conn}, nil, events)
}

// Index returns the path of the full text index, "" in memory, and how long a search waits for another
// process that writes it.
func (s *Store) Index() (path string, patience time.Duration) {
	if s.model.opened == 0 {
		return "", s.options.Patience
	}
	return s.model.files.Search(), s.options.Patience
}

// IndexAlong brings the full text index on while others append to the log: see [search.Along]. It does not
// need CatchUp, and does nothing for a read model in memory.
//
// Errors: those of [search.Along].
func (s *Store) IndexAlong(ctx context.Context, log search.Growing, done <-chan struct{}) error {
	if s.options.Memory {
		return nil
	}
	return search.Along(ctx, s.model.files.Search(), log, s.options.Patience, done)
}

// Amendments returns what the read model knows of the amendments of its log, as of the last
// CatchUp.
func (s *Store) Amendments() (*feed.Amendments, error) {
	return tables.ReadAmendments(s.model.conn)
}

// DropSearch removes the full text index, which the next search builds anew: rows that
// were deleted from it may have left bytes in its files.
func (s *Store) DropSearch() error { return search.Drop(s.model.files.Search()) }
