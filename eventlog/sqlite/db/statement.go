package db

import "zombiezen.com/go/sqlite"

// Statement caches a prepared statement, which saves the search by text.
type Statement struct{ stmt *sqlite.Stmt }

// Get returns the statement, which is query in each call.
func (s *Statement) Get(c *Conn, query string) (*sqlite.Stmt, error) {
	if s.stmt == nil {
		stmt, err := c.Prepare(query)
		if err != nil {
			return nil, err
		}
		s.stmt = stmt
	}
	return s.stmt, nil
}

// Do executes the statement, which is query in each call and gives no rows.
func (s *Statement) Do(c *Conn, query string) error {
	stmt, err := s.Get(c, query)
	if err != nil {
		return err
	}
	if _, err := stmt.Step(); err != nil {
		return err
	}
	return stmt.Reset()
}
