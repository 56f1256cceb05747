package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/projections"
)

// errAmended says that a later event amends earlier ones which the read model may show as they
// were before: it is built anew rather than brought further.
var errAmended = errors.New("store: earlier events were amended")

// readAmendments reads what a read model knows of the amendments of its log.
func readAmendments(conn *sqlite.Conn) (*projections.Amendments, error) {
	var editions []projections.Edition
	var pending []domain.EventID
	var byFile []projections.Span
	err := errors.Join(
		sqlitex.Execute(conn, "SELECT id, statement, emitter, number, trust, by_file FROM editions", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			id, err := domain.ParseEventID(stmt.ColumnText(0))
			of, errOf := domain.ParseEventID(stmt.ColumnText(1))
			editions = append(editions, projections.Edition{Of: of, ID: id, Emitter: domain.EmitterID(stmt.ColumnText(2)),
				Number: stmt.ColumnInt(3), Trust: domain.Trust(stmt.ColumnText(4)), ByFile: stmt.ColumnBool(5)})
			return errors.Join(err, errOf)
		}}),
		sqlitex.Execute(conn, "SELECT id FROM pending", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			id, err := domain.ParseEventID(stmt.ColumnText(0))
			pending = append(pending, id)
			return err
		}}),
		sqlitex.Execute(conn, "SELECT first, last FROM by_file ORDER BY first", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			byFile = append(byFile, projections.Span{First: uint64(stmt.ColumnInt64(0)), Last: uint64(stmt.ColumnInt64(1))})
			return nil
		}}))
	if err != nil {
		return nil, fmt.Errorf("read the amendments of the read model: %w", err)
	}
	return projections.NewAmendments(editions, pending, byFile), nil
}

// Amendments returns what the read model knows of the amendments of its log, as of the last
// CatchUp.
func (s *Store) Amendments() (*projections.Amendments, error) { return readAmendments(s.conn) }

// writeAmendments puts amendments in the place of those that the read model knows.
func writeAmendments(conn *sqlite.Conn, a *projections.Amendments) error {
	err := sqlitex.ExecuteScript(conn, "DELETE FROM editions; DELETE FROM pending; DELETE FROM by_file;", nil)
	for _, x := range a.Editions() {
		err = errors.Join(err, sqlitex.Execute(conn, "INSERT OR REPLACE INTO editions VALUES (?, ?, ?, ?, ?, ?)", &sqlitex.ExecOptions{
			Args: []any{x.ID.String(), x.Of.String(), string(x.Emitter), x.Number, string(x.Trust), x.ByFile}}))
	}
	for _, id := range a.Pending() {
		err = errors.Join(err, sqlitex.Execute(conn, "INSERT INTO pending VALUES (?, ?)", &sqlitex.ExecOptions{Args: []any{id.String(), string(domain.ViaImport)}}))
	}
	for _, s := range a.ByFile() {
		err = errors.Join(err, sqlitex.Execute(conn, "INSERT INTO by_file VALUES (?, ?)", &sqlitex.ExecOptions{Args: []any{int64(s.First), int64(s.Last)}}))
	}
	if err != nil {
		return fmt.Errorf("write the amendments of the read model: %w", err)
	}
	return nil
}

// hear has the amendments hear the events of a batch, in the order of the log.
//
// Errors: [errAmended].
func (w *writer) hear(ctx context.Context, events []domain.Event) error {
	for i := range events {
		e := &events[i]
		if erases(e) && !w.fresh {
			return errErased
		}
		if !w.amends.Hear(e) {
			w.amended = w.amended || e.Kind == (domain.LogAdmitted{}).Kind() || e.ByFile
			continue
		}
		w.amended = true
		late, err := w.late(ctx, e, events[:i])
		if err != nil {
			return err
		}
		if late {
			return errAmended
		}
	}
	return nil
}

// late reports whether the read model may show what an event amends as it was before: unless
// nothing in the log is, corrects or names the statement that it corrects. before are those events of
// its batch that no fold has read yet. A rebuild does not ask.
func (w *writer) late(ctx context.Context, e *domain.Event, before []domain.Event) (bool, error) {
	names := func(b domain.Event) bool { return slices.Contains(b.Causes, e.Replaces) }
	if w.fresh || e.Replaces.IsZero() || slices.ContainsFunc(before, names) || w.amends.Corrected(e) {
		return true, nil
	}
	_, held, err := passed(ctx, w.log, e.Replaces, e.Position)
	if held || err != nil {
		return held, err
	}
	if err := w.packs.Flush(); err != nil {
		return false, err
	}
	facts := w.loader()
	named := len(facts.load(index.NamesKey(e.Replaces))) > 0
	return named, facts.err
}

// found is an event by its id, as the folds read it.
func found(ctx context.Context, log Log, by *projections.Amendments, id domain.EventID, until domain.Position) (domain.Event, bool, error) {
	e, held, err := passed(ctx, log, id, until)
	if held {
		by.Amend(&e)
	}
	return e, held && !e.Replaced, err
}
