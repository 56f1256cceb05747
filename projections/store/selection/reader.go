package selection

import "zombiezen.com/go/sqlite"

// Reader is the read model that rows are selected from.
type Reader interface {
	// Read runs a SELECT and calls row with each row that it finds.
	Read(sql string, args []any, row func(*sqlite.Stmt) error) error
}
