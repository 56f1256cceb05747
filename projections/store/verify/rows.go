package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// compared is a table whose rows are compared.
type compared struct {
	name, key string
	columns   []string // those beside the key; the state, if there is one, first
}

// comparedTables lists the tables of a read model, whose first column is the key, except
// those of facts and of the checkpoint, and the schema; without the column that records
// how far the read model had come.
func comparedTables(conn *sqlite.Conn) ([]compared, error) {
	tables := []compared{{"sqlite_schema", "name", []string{"sql", "type", "tbl_name"}}}
	err := sqlitex.ExecuteTransient(conn, `SELECT t.name, c.name FROM sqlite_schema t, pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT IN ('meta', 'packs', 'changed') AND c.name <> 'written' ORDER BY t.name, c.cid`,
		&sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			last := &tables[len(tables)-1]
			if name := stmt.ColumnText(0); name != last.name {
				tables = append(tables, compared{name: name, key: stmt.ColumnText(1)})
				return nil
			}
			last.columns = append(last.columns, stmt.ColumnText(1))
			return nil
		}})
	for i := range tables {
		slices.SortFunc(tables[i].columns, func(a, b string) int { // the state first
			return cmp.Or(-cmp.Compare(bit(a == stateColumn), bit(b == stateColumn)), strings.Compare(a, b))
		})
	}
	return tables, err
}

// stateColumn holds the state of an entity.
const stateColumn = "state"

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// rowReader reads the rows of a table in the order of their keys.
type rowReader struct {
	stmt    *sqlite.Stmt
	ended   bool
	key     string
	columns []string // with a letter for the type before each
}

// read returns a reader that is positioned at the first row. It closes the statement when
// that row cannot be read: an open one would keep the connection from closing.
func (t *compared) read(conn *sqlite.Conn) (*rowReader, error) {
	stmt, _, err := conn.PrepareTransient("SELECT " + t.key + ", " + strings.Join(t.columns, ", ") + " FROM " + t.name + " ORDER BY 1")
	if err != nil {
		return nil, err
	}
	r := &rowReader{stmt: stmt, columns: make([]string, len(t.columns))}
	if err := r.next(); err != nil {
		_ = stmt.Finalize()
		return nil, err
	}
	return r, nil
}

func (r *rowReader) next() error {
	row, err := r.stmt.Step()
	if err != nil || !row {
		r.ended = true
		return err
	}
	r.key = r.stmt.ColumnText(0)
	for i := range r.columns {
		r.columns[i] = r.stmt.ColumnType(i+1).String() + " " + r.stmt.ColumnText(i+1)
	}
	return nil
}

// state is the first column without its type.
func (r *rowReader) state() []byte {
	_, text, _ := strings.Cut(r.columns[0], " ")
	return []byte(text)
}

// compare finds the rows in which stored differs from fresh. An error is one of fresh;
// where stored cannot be read, that is the last finding of its table.
func (t *compared) compare(stored, fresh *sqlite.Conn, find func(Finding)) error {
	want, err := t.read(fresh)
	if err != nil {
		return fmt.Errorf("read the rebuilt %s: %w", t.name, err)
	}
	defer func() { _ = want.stmt.Finalize() }()
	got, err := t.read(stored)
	if err == nil {
		defer func() { _ = got.stmt.Finalize() }()
	}
	for err == nil && (!want.ended || !got.ended) {
		var damage error
		switch {
		case got.ended || !want.ended && want.key < got.key:
			find(Finding{Table: t.name, Key: want.key, Problem: ProblemMissing})
			err = want.next()
		case want.ended || got.key < want.key:
			find(Finding{Table: t.name, Key: got.key, Problem: ProblemExtra, stored: got.state()})
			damage = got.next()
		default:
			if differ := t.differ(want, got); len(differ) > 0 {
				find(Finding{Table: t.name, Key: got.key, Problem: ProblemDiffers, Columns: differ, stored: got.state()})
			}
			err, damage = want.next(), got.next()
		}
		if damage != nil {
			find(Finding{Table: t.name, Problem: ProblemUnreadable, Says: damage.Error()})
			return nil
		}
		if err != nil {
			return fmt.Errorf("read the rebuilt %s: %w", t.name, err)
		}
	}
	if err != nil {
		find(Finding{Table: t.name, Problem: ProblemUnreadable, Says: err.Error()})
	}
	return nil
}

func (t *compared) differ(want, got *rowReader) (names []string) {
	for i, name := range t.columns {
		if want.columns[i] != got.columns[i] {
			names = append(names, name)
		}
	}
	return names
}
