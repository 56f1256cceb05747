package store

import (
	"zombiezen.com/go/sqlite"
)

// Absent is a value that a filter asks for and that no row of the log has, so that
// whoever reads an empty list learns why it is empty.
type Absent struct {
	Of    string   // what would have it: session, agent, repo, branch, tool or kind
	Value string   // as it was asked for
	There []string // values that rows have, in order, at most five; none for sessions
}

// Absent returns what f asks for in vain, whatever the other members of f select.
// State and lane are no part of it: the one is a closed set, the other is found first.
func (s *Store) Absent(f Filter) ([]Absent, error) {
	var absent []Absent
	for _, by := range []struct{ of, value, column, table string }{
		{"session", string(f.Session), "key", "sessions"},
		{"agent", f.Agent, "agent", "sessions"},
		{"repo", f.Repo, "repo", "sessions"},
		{"branch", f.Branch, "branch", "sessions"},
		{"tool", f.Tool, "name", "tools"},
		{"kind", f.Kind, "class", allErrors},
	} {
		if by.value == "" {
			continue
		}
		n, err := s.count(&query{table: by.table, where: []string{by.column + " = ?"}, args: []any{by.value}})
		if err != nil {
			return nil, err
		}
		if n > 0 {
			continue
		}
		there, err := s.there(by.column, by.table)
		if err != nil {
			return nil, err
		}
		absent = append(absent, Absent{by.of, by.value, there})
	}
	return absent, nil
}

// there are the first few values of a column that is no key.
func (s *Store) there(column, table string) (values []string, err error) {
	if column == "key" {
		return nil, nil
	}
	sql := "SELECT DISTINCT " + column + " FROM " + table + " WHERE " + column + " <> '' ORDER BY 1 LIMIT 5"
	err = s.read(sql, nil, func(stmt *sqlite.Stmt) error {
		values = append(values, stmt.ColumnText(0))
		return nil
	})
	return values, err
}
