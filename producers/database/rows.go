package database

import (
	"iter"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

// Row is a row of a result. It is valid until the next one is requested. Columns count from 0.
type Row struct{ s *sqlite.Stmt }

// Null reports whether a column has no value.
func (r Row) Null(column int) bool { return r.s.ColumnIsNull(column) }

// Text is the value of a column as text.
func (r Row) Text(column int) string { return r.s.ColumnText(column) }

// Int is the value of a column as a number.
func (r Row) Int(column int) int64 { return r.s.ColumnInt64(column) }

// Rows yields the rows that a query gives; an argument is a text or a number. Each
// query may run once at a time. An error ends it.
//
// Errors: SQLite's, of a damaged database among them; the database was changed meanwhile.
func (f *File) Rows(query string, args ...any) iter.Seq2[Row, error] {
	return func(yield func(Row, error) bool) {
		s, err := f.conn.Prepare(query)
		if err != nil {
			yield(Row{}, err)
			return
		}
		defer func() { _ = s.Reset() }() // which repeats the error of the last step
		bind(s, args)
		for {
			more, err := s.Step()
			if changed := f.steady(); changed != nil { // which may be why a step fails
				err = changed
			}
			if err != nil || !more {
				if err != nil {
					yield(Row{}, err)
				}
				return
			}
			if !yield(Row{s}, nil) {
				return
			}
		}
	}
}

func bind(s *sqlite.Stmt, args []any) {
	for i, arg := range args {
		switch arg := arg.(type) {
		case string:
			s.BindText(i+1, arg)
		case int64:
			s.BindInt64(i+1, arg)
		}
	}
}

// Tables are the columns of each table of a database, by their names.
type Tables map[string][]string

// Has reports whether a table exists with all these columns.
func (t Tables) Has(table string, columns ...string) bool {
	there, ok := t[table]
	for _, column := range columns {
		ok = ok && slices.Contains(there, column)
	}
	return ok
}

// Tables lists the tables that store rows themselves, including those in which a module stores
// its rows. Views, virtual tables and SQLite's own tables are left out.
func (f *File) Tables() (Tables, error) {
	tables := Tables{}
	for row, err := range f.Rows(`SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_xinfo(t.name) AS c
		WHERE t.schema = 'main' AND t.type IN ('table', 'shadow') AND t.name NOT LIKE 'sqlite\_%' ESCAPE '\'`) {
		if err != nil {
			return nil, err
		}
		tables[row.Text(0)] = append(tables[row.Text(0)], row.Text(1))
	}
	return tables, nil
}

// Quote makes a name that a database has fit for a query.
func Quote(name string) string {
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}
