package selection

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/tables"
)

// Page selects a part of a list.
type Page struct {
	Limit  int    // 0: 100
	Cursor string // of the page before; "" for the first
}

// Rows is the limit as a number of rows.
func (p Page) Rows() int {
	if p.Limit <= 0 {
		return 100
	}
	return min(p.Limit, math.MaxInt32)
}

// Query is a SELECT in the making.
type Query struct {
	Table  string
	Rank   string // the expression that sorts before the time, the least first; "" for none
	Time   string // the column that sorts
	Newest bool   // newest first
	Where  []string
	Args   []any
	// marked distinguishes the list and its filters where the conditions do not: "" for
	// [Query.Mark].
	Marked string
}

// Mark distinguishes lists and filters. Times are left out: an age means another time on the next
// page.
func (q *Query) Mark() string {
	h := fnv.New32a()
	fmt.Fprint(h, q.Table, q.Rank != "", q.Time, q.Where)
	for _, a := range q.Args {
		if text, ok := a.(string); ok {
			fmt.Fprintf(h, "%q", text)
		}
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

// And adds a condition.
func (q *Query) And(condition string, args ...any) {
	q.Where = append(q.Where, condition)
	q.Args = append(q.Args, args...)
}

// AndText adds a comparison, unless value is "".
func (q *Query) AndText(condition, value string) {
	if value != "" {
		q.And(condition, value)
	}
}

// from leaves out the rows up to and including the cursor's.
func (q *Query) from(c Cursor) {
	than := ">"
	if q.Newest {
		than = "<"
	}
	later := "(" + q.Time + " " + than + " ? OR (" + q.Time + " = ? AND key > ?))"
	if q.Rank == "" {
		q.And(later, c.At, c.At, c.Key)
		return
	}
	q.And("("+q.Rank+" > ? OR ("+q.Rank+" = ? AND "+later+"))", c.Rank, c.Rank, c.At, c.At, c.Key)
}

// order names no constant: SQLite would not use an index then.
func (q *Query) order() string {
	by := q.Time + ", key"
	if q.Newest {
		by = q.Time + " DESC, key"
	}
	if q.Rank != "" {
		by = q.Rank + ", " + by
	}
	return by
}

// Condition returns what follows WHERE.
func (q *Query) Condition() string {
	if len(q.Where) == 0 {
		return "1"
	}
	return strings.Join(q.Where, " AND ")
}

// page is the SELECT of a page; its last argument is how many rows. By rank all rows are
// sorted, whose states are left alone: only those of the page are read.
func (q *Query) page() string {
	some := q.Condition() + " ORDER BY " + q.order() + " LIMIT ?"
	if q.Rank != "" {
		some = "rowid IN (SELECT rowid FROM " + q.Table + " WHERE " + some + ") ORDER BY " + q.order()
	}
	return "SELECT key, state, " + q.Time + ", " + cmp.Or(q.Rank, "0") + " FROM " + q.Table + " WHERE " + some
}

// List reads a page: each row's place and state go to row. It returns the
// number of all rows that the filter selects, and the cursor of the next page.
func List(s Reader, q Query, p Page, row func(at Cursor, state []byte) error) (total int, next string, err error) {
	all := q
	mark := cmp.Or(q.Marked, q.Mark())
	if p.Cursor != "" {
		c, err := ParseCursor(p.Cursor, mark)
		if err != nil {
			return 0, "", err
		}
		q.from(c)
	}
	limit := p.Rows()
	var last Cursor
	n := 0
	err = s.Read(q.page(), append(q.Args, limit+1), func(stmt *sqlite.Stmt) error {
		if n++; n > limit {
			next = last.Text(mark)
			return nil
		}
		last = Cursor{stmt.ColumnInt(3), stmt.ColumnInt64(2), stmt.ColumnText(0)}
		return row(last, tables.ReadBlob(stmt, 1, nil))
	})
	if err == nil && next == "" && p.Cursor == "" {
		return n, "", nil // this is all: a condition without an index is not asked twice
	}
	if err == nil {
		total, err = Count(s, &all)
	}
	return total, next, err
}

// Count returns how many rows a query selects. All rows of a fold are as many as the last
// one's number says, see schema.
func Count(s Reader, q *Query) (n int, err error) {
	sql := "SELECT count(*) FROM " + q.Table + " WHERE " + q.Condition()
	switch {
	case q.Table == projections.ToolCalls.Name:
		if len(q.Where) == 0 || slices.Equal(q.Where, []string{tables.IsCall}) {
			sql = tables.CountCalls
		}
	case len(q.Where) == 0 && slices.Contains(tables.FoldTables(), q.Table):
		sql = "SELECT max(rowid) FROM " + q.Table // NULL of none, which is read as 0
	}
	err = s.Read(sql, q.Args, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt(0)
		return nil
	})
	return n, err
}

// Tally runs a SELECT of (name, number) rows.
func Tally(s Reader, sql string, args ...any) (map[string]int, error) {
	out := map[string]int{}
	err := s.Read(sql, args, func(stmt *sqlite.Stmt) error {
		out[stmt.ColumnText(0)] += stmt.ColumnInt(1)
		return nil
	})
	return out, err
}

// Exists reports whether a SELECT finds a row.
func Exists(s Reader, sql string, args ...any) (found bool, err error) {
	err = s.Read(sql, args, func(*sqlite.Stmt) error {
		found = true
		return nil
	})
	return found, err
}
