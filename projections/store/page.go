package store

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// Page selects a part of a list.
type Page struct {
	Limit  int    // 0: 100
	Cursor string // of the page before; "" for the first
}

// rows is the limit as a number of rows.
func (p Page) rows() int {
	if p.Limit <= 0 {
		return 100
	}
	return min(p.Limit, math.MaxInt32)
}

// cursor is the place of a row in its list: its rank where the list has ranks, the
// time it is sorted by, then its key.
type cursor struct {
	Rank int
	At   int64
	Key  string
}

// text writes the cursor with the mark of the list that it belongs to.
func (c cursor) text(list string) string {
	b, err := json.Marshal([4]any{c.Rank, c.At, c.Key, list})
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

func parseCursor(s, list string) (c cursor, err error) {
	var of string
	b, err := base64.RawURLEncoding.DecodeString(s)
	if err == nil {
		err = json.Unmarshal(b, &[4]any{&c.Rank, &c.At, &c.Key, &of})
	}
	if err == nil && of != list {
		return c, &domain.Error{Kind: domain.ErrUsage, Operation: "list", Target: s,
			Message: "not accepted", Next: domain.Step{Code: domain.StepRestartList}}
	}
	if err != nil {
		return c, domain.Usage("list", s, "take the cursor from next_cursor of the page before")
	}
	return c, nil
}

// query is a SELECT in the making.
type query struct {
	table  string
	rank   string // the expression that sorts before the time, the least first; "" for none
	time   string // the column that sorts
	newest bool   // newest first
	where  []string
	args   []any
	// marked tells the list and its filters apart where the conditions do not: "" for [query.mark].
	marked string
}

// mark tells lists and filters apart. Times are left out: an age means another time
// on the next page.
func (q *query) mark() string {
	h := fnv.New32a()
	fmt.Fprint(h, q.table, q.rank != "", q.time, q.where)
	for _, a := range q.args {
		if text, ok := a.(string); ok {
			fmt.Fprintf(h, "%q", text)
		}
	}
	return strconv.FormatUint(uint64(h.Sum32()), 36)
}

func (q *query) and(condition string, args ...any) {
	q.where = append(q.where, condition)
	q.args = append(q.args, args...)
}

// andText adds a comparison, unless value is "".
func (q *query) andText(condition, value string) {
	if value != "" {
		q.and(condition, value)
	}
}

// from leaves out what comes up to a place.
func (q *query) from(c cursor) {
	than := ">"
	if q.newest {
		than = "<"
	}
	later := "(" + q.time + " " + than + " ? OR (" + q.time + " = ? AND key > ?))"
	if q.rank == "" {
		q.and(later, c.At, c.At, c.Key)
		return
	}
	q.and("("+q.rank+" > ? OR ("+q.rank+" = ? AND "+later+"))", c.Rank, c.Rank, c.At, c.At, c.Key)
}

// order names no constant: SQLite would not use an index then.
func (q *query) order() string {
	by := q.time + ", key"
	if q.newest {
		by = q.time + " DESC, key"
	}
	if q.rank != "" {
		by = q.rank + ", " + by
	}
	return by
}

func (q *query) condition() string {
	if len(q.where) == 0 {
		return "1"
	}
	return strings.Join(q.where, " AND ")
}

// page is the SELECT of a page; its last argument is how many rows. By rank all rows are
// sorted, whose states are left alone: only those of the page are read.
func (q *query) page() string {
	some := q.condition() + " ORDER BY " + q.order() + " LIMIT ?"
	if q.rank != "" {
		some = "rowid IN (SELECT rowid FROM " + q.table + " WHERE " + some + ") ORDER BY " + q.order()
	}
	return "SELECT key, state, " + q.time + ", " + cmp.Or(q.rank, "0") + " FROM " + q.table + " WHERE " + some
}

// list reads a page: each row's place and state go to row. It returns the
// number of all rows that the filter selects, and the cursor of the next page.
func (s *Store) list(q query, p Page, row func(at cursor, state []byte) error) (total int, next string, err error) {
	if s.conn == nil {
		return 0, "", errors.New("store: CatchUp comes first")
	}
	all := q
	mark := cmp.Or(q.marked, q.mark())
	if p.Cursor != "" {
		c, err := parseCursor(p.Cursor, mark)
		if err != nil {
			return 0, "", err
		}
		q.from(c)
	}
	limit := p.rows()
	var last cursor
	n := 0
	err = s.read(q.page(), append(q.args, limit+1), func(stmt *sqlite.Stmt) error {
		if n++; n > limit {
			next = last.text(mark)
			return nil
		}
		last = cursor{stmt.ColumnInt(3), stmt.ColumnInt64(2), stmt.ColumnText(0)}
		return row(last, readBlob(stmt, 1, nil))
	})
	if err == nil && next == "" && p.Cursor == "" {
		return n, "", nil // this is all: a condition without an index is not asked twice
	}
	if err == nil {
		total, err = s.count(&all)
	}
	return total, next, err
}

// count says how many rows a query selects. All rows of a fold are as many as the last
// one's number says, see schema.
func (s *Store) count(q *query) (n int, err error) {
	sql := "SELECT count(*) FROM " + q.table + " WHERE " + q.condition()
	switch {
	case q.table == projections.ToolCalls.Name:
		if len(q.where) == 0 || slices.Equal(q.where, []string{isCall}) {
			sql = countCalls
		}
	case len(q.where) == 0 && slices.Contains(foldTables(), q.table):
		sql = "SELECT max(rowid) FROM " + q.table // NULL of none, which is read as 0
	}
	err = s.read(sql, q.args, func(stmt *sqlite.Stmt) error {
		n = stmt.ColumnInt(0)
		return nil
	})
	return n, err
}

// read runs a SELECT.
func (s *Store) read(sql string, args []any, row func(*sqlite.Stmt) error) error {
	if s.conn == nil {
		return errors.New("store: CatchUp comes first")
	}
	err := sqlitex.Execute(s.conn, sql, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
	if err != nil && !isInterrupt(err) {
		return s.distrust(err)
	}
	if err != nil {
		return fmt.Errorf("read the read model: %w", err)
	}
	return nil
}

func isInterrupt(err error) bool { return sqlite.ErrCode(err) == sqlite.ResultInterrupt }

// distrust gives up a file that cannot be read.
func (s *Store) distrust(err error) error {
	if s.opened > 0 {
		err = errors.Join(err, s.files.Skip(s.opened))
	}
	err = errors.Join(err, s.detach())
	return (&domain.Error{Kind: domain.ErrCorrupt, Operation: "read the read model", Target: s.files.Base,
		Message: "it cannot be read and was given up", Retryable: true,
		Hint: "run the same again: it is built anew from the log"}).Because(err)
}

// tally runs a SELECT of (name, number) rows.
func (s *Store) tally(sql string, args ...any) (map[string]int, error) {
	out := map[string]int{}
	err := s.read(sql, args, func(stmt *sqlite.Stmt) error {
		out[stmt.ColumnText(0)] += stmt.ColumnInt(1)
		return nil
	})
	return out, err
}
