package search

import (
	"encoding/json"
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/tables"
)

// take indexes an event, or forgets the one whose data it says were erased.
func (x *textIndex) take(e *domain.Event) error {
	if e.Kind == (domain.LogDataErased{}).Kind() {
		return x.forget(e)
	}
	text := textOf(e)
	if text == "" {
		return nil
	}
	var of [3]int64
	for i, name := range []string{string(e.Kind), string(e.Session()), string(e.Lane())} {
		id, err := x.idOf(name)
		if err != nil {
			return fmt.Errorf("index event %s: %w", e.ID, err)
		}
		of[i] = id
	}
	err := sqlitex.Execute(x.conn, "INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?)", &sqlitex.ExecOptions{Args: []any{
		int64(e.Position.Number()), e.ID[:], of[0], of[1], of[2], int64(tables.Known(e.ObservedAt))}})
	if err == nil {
		err = sqlitex.Execute(x.conn, "INSERT INTO texts (rowid, text) VALUES (?, ?)", &sqlitex.ExecOptions{
			Args: []any{int64(e.Position.Number()), apart(text)}})
	}
	if err != nil {
		return fmt.Errorf("index event %s: %w", e.ID, err)
	}
	return nil
}

// idOf is the row of a name, which is made when there is none; 0 for "".
func (x *textIndex) idOf(name string) (int64, error) {
	id, known := x.ids[name]
	if known || name == "" {
		return id, nil
	}
	err := sqlitex.Execute(x.conn, "INSERT INTO names (name) VALUES (?) ON CONFLICT DO UPDATE SET name = name RETURNING id", &sqlitex.ExecOptions{
		Args: []any{name}, ResultFunc: func(stmt *sqlite.Stmt) error { id = stmt.ColumnInt64(0); return nil }})
	if err == nil {
		x.ids[name] = id
	}
	return id, err
}

// forget takes the words of an erased event out of the index.
func (x *textIndex) forget(e *domain.Event) error {
	var of domain.LogDataErased
	if err := json.Unmarshal(e.Data, &of); err != nil {
		return fmt.Errorf("read %s: %w", e.ID, err)
	}
	return x.drop(of.ID)
}

// holds reports whether the index has words of an event.
func (x *textIndex) holds(id domain.EventID) (held bool, err error) {
	err = sqlitex.Execute(x.conn, "SELECT 1 FROM docs WHERE event = ?", &sqlitex.ExecOptions{Args: []any{id[:]},
		ResultFunc: func(*sqlite.Stmt) error { held = true; return nil }})
	if err != nil {
		return false, fmt.Errorf("look up event %s in the search index: %w", id, err)
	}
	return held, nil
}

// drop takes the words of an event out of the index. FTS5 marks them as deleted first; merging all of the
// index into one part then leaves them out of the file.
func (x *textIndex) drop(id domain.EventID) error {
	held, err := x.holds(id)
	if err != nil || !held {
		return err
	}
	for _, step := range []struct {
		sql  string
		args []any
	}{
		{"DELETE FROM texts WHERE rowid IN (SELECT position FROM docs WHERE event = ?)", []any{id[:]}},
		{"DELETE FROM docs WHERE event = ?", []any{id[:]}},
		{"INSERT INTO texts (texts) VALUES ('optimize')", nil},
	} {
		if err := sqlitex.Execute(x.conn, step.sql, &sqlitex.ExecOptions{Args: step.args}); err != nil {
			return fmt.Errorf("forget event %s: %w", id, err)
		}
	}
	return nil
}
