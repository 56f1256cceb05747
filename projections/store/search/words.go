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
	if err := x.add(e, of, apart(text)); err != nil {
		return fmt.Errorf("index event %s: %w", e.ID, err)
	}
	return nil
}

// add adds the rows of an event; of are the rows of its kind, session and lane.
func (x *textIndex) add(e *domain.Event, of [3]int64, text string) error {
	doc, err := x.conn.Prepare("INSERT INTO docs VALUES (?, ?, ?, ?, ?, ?)")
	if err != nil {
		return err
	}
	position := int64(e.Position.Number())
	doc.BindInt64(1, position)
	doc.BindBytes(2, e.ID[:])
	for i, id := range of {
		doc.BindInt64(3+i, id)
	}
	doc.BindInt64(6, int64(tables.Known(e.ObservedAt)))
	if err := tables.Step(doc); err != nil {
		return err
	}
	words, err := x.conn.Prepare("INSERT INTO texts (rowid, text) VALUES (?, ?)")
	if err != nil {
		return err
	}
	words.BindInt64(1, position)
	words.BindText(2, text)
	return tables.Step(words)
}

// idOf is the row of a name, which is made when there is none; 0 for "". One statement that finds or makes a
// row would need a savepoint, at which FTS5 writes all words that it holds in memory.
func (x *textIndex) idOf(name string) (int64, error) {
	id, known := x.ids[name]
	if known || name == "" {
		return id, nil
	}
	args := []any{name}
	err := x.read("SELECT id FROM names WHERE name = ?", args, func(stmt *sqlite.Stmt) error { id = stmt.ColumnInt64(0); return nil })
	if err == nil && id == 0 {
		err = sqlitex.Execute(x.conn, "INSERT INTO names (name) VALUES (?)", &sqlitex.ExecOptions{Args: args})
		id = x.conn.LastInsertRowID()
	}
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
