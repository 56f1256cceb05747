package tables

import (
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
)

// ReadAmendments reads what a read model knows of the amendments of its log.
func ReadAmendments(conn *sqlite.Conn) (*feed.Amendments, error) {
	var editions []feed.Edition
	var pending []domain.EventID
	var byFile []feed.Span
	err := errors.Join(
		sqlitex.Execute(conn, "SELECT id, statement, emitter, number, trust, by_file FROM editions", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			id, err := domain.ParseEventID(stmt.ColumnText(0))
			of, errOf := domain.ParseEventID(stmt.ColumnText(1))
			editions = append(editions, feed.Edition{Of: of, ID: id, Emitter: domain.EmitterID(stmt.ColumnText(2)),
				Number: stmt.ColumnInt(3), Trust: domain.Trust(stmt.ColumnText(4)), ByFile: stmt.ColumnBool(5)})
			return errors.Join(err, errOf)
		}}),
		sqlitex.Execute(conn, "SELECT id FROM pending", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			id, err := domain.ParseEventID(stmt.ColumnText(0))
			pending = append(pending, id)
			return err
		}}),
		sqlitex.Execute(conn, "SELECT first, last FROM by_file ORDER BY first", &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			byFile = append(byFile, feed.Span{First: uint64(stmt.ColumnInt64(0)), Last: uint64(stmt.ColumnInt64(1))})
			return nil
		}}))
	if err != nil {
		return nil, fmt.Errorf("read the amendments of the read model: %w", err)
	}
	return feed.NewAmendments(editions, pending, byFile), nil
}

// WriteAmendments puts amendments in the place of those that the read model knows.
func WriteAmendments(conn *sqlite.Conn, a *feed.Amendments) error {
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
