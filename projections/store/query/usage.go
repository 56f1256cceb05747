package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/selection"
)

// UsageBy names what usage is summed by.
type UsageBy string

// The sums.
const (
	UsageByModel   UsageBy = "model"
	UsageByDay     UsageBy = "day" // UTC
	UsageByLane    UsageBy = "lane"
	UsageBySession UsageBy = "session"
)

// Enum lists the values.
func (UsageBy) Enum() []string {
	return []string{string(UsageByModel), string(UsageByDay), string(UsageByLane), string(UsageBySession)}
}

// UsageRow is one sum; Key is "" for what is not known.
type UsageRow struct {
	Key       string             `json:"key"`
	Responses int                `json:"responses"`
	Tokens    projections.Tokens `json:"usage"`
	Total     int64              `json:"total_tokens"`
}

// UsageDocument is a page of what responses cost, each counted once.
type UsageDocument struct {
	By    UsageBy    `json:"by"`
	Rows  []UsageRow `json:"rows"`  // by key
	Total UsageRow   `json:"total"` // of all that the filter selects
	Sums  int        `json:"sums"`  // rows of all pages
	Next  string     `json:"next_cursor,omitzero"`
}

// dayOfFirst is [values.Time.Day] of the column first.
const dayOfFirst = "CASE WHEN first = 0 THEN '' WHEN first < 0 THEN date((first - 999999999) / 1000000000, 'unixepoch')" +
	" ELSE date(first / 1000000000, 'unixepoch') END"

const tokenSums = "total(cache_creation), total(cache_read), total(input), total(output), total(reasoning)"

func readTokens(stmt *sqlite.Stmt, column int) projections.Tokens {
	n := func(i int) int64 { return int64(stmt.ColumnFloat(column + i)) }
	return projections.Tokens{CacheCreation: n(0), CacheRead: n(1), Input: n(2), Output: n(3), Reasoning: n(4)}
}

// Usage sums tokens.
//
// Errors: kind usage for an unknown sum, and for a cursor that is none.
func Usage(s selection.Reader, by UsageBy, f selection.Filter, p selection.Page) (UsageDocument, error) {
	doc := UsageDocument{By: by, Rows: []UsageRow{}}
	key, err := by.column()
	if err != nil {
		return doc, err
	}
	q := selection.Query{Table: "(SELECT *, " + key + " AS sum FROM usage)"}
	q.ThroughSession("session", &f)
	if f.State != "" {
		q.And("session IN (SELECT s.session FROM lane_sessions s JOIN lanes l ON l.key = s.lane WHERE l.standing = ? OR l.outcome = ?)", f.State, f.State)
	}
	q.Since("first", 0, f.Since)
	err = s.Read("SELECT count(DISTINCT sum), count(*), "+tokenSums+" FROM "+q.Table+" WHERE "+q.Condition(), q.Args,
		func(stmt *sqlite.Stmt) error {
			doc.Sums, doc.Total = stmt.ColumnInt(0), usageRow(stmt, "")
			return nil
		})
	if err == nil {
		err = sums(s, &doc, q, p)
	}
	return doc, err
}

// column is the expression for what is summed by.
func (by UsageBy) column() (string, error) {
	switch by {
	case UsageByModel, UsageBySession:
		return string(by), nil
	case UsageByDay:
		return dayOfFirst, nil
	case UsageByLane:
		return "coalesce((SELECT lane FROM lane_sessions l WHERE l.session = usage.session), '')", nil
	}
	return "", domain.Usage("sum usage", string(by), "by model, day, lane or session")
}

// sums reads a page of sums.
func sums(s selection.Reader, doc *UsageDocument, q selection.Query, p selection.Page) error {
	mark := q.Mark()
	if p.Cursor != "" {
		c, err := selection.ParseCursor(p.Cursor, mark)
		if err != nil {
			return err
		}
		q.And("sum > ?", c.Key)
	}
	sql := "SELECT sum, count(*), " + tokenSums + " FROM " + q.Table + " WHERE " + q.Condition() + " GROUP BY sum ORDER BY sum LIMIT ?"
	limit := p.Rows()
	return s.Read(sql, append(q.Args, limit+1), func(stmt *sqlite.Stmt) error {
		if len(doc.Rows) == limit {
			doc.Next = selection.Cursor{Key: doc.Rows[limit-1].Key}.Text(mark)
			return nil
		}
		doc.Rows = append(doc.Rows, usageRow(stmt, stmt.ColumnText(0)))
		return nil
	})
}

// usageRow reads the columns after the first: the number of responses, and token sums.
func usageRow(stmt *sqlite.Stmt, key string) UsageRow {
	row := UsageRow{Key: key, Responses: stmt.ColumnInt(1), Tokens: readTokens(stmt, 2)}
	row.Total = row.Tokens.Total()
	return row
}
