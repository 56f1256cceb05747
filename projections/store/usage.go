package store

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
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

// UsageDocument is what responses cost, each counted once.
type UsageDocument struct {
	By    UsageBy    `json:"by"`
	Rows  []UsageRow `json:"rows"` // by key
	Total UsageRow   `json:"total"`
}

// dayOfFirst is [projections.Time.Day] of the column first.
const dayOfFirst = "CASE WHEN first = 0 THEN '' WHEN first < 0 THEN date((first - 999999999) / 1000000000, 'unixepoch')" +
	" ELSE date(first / 1000000000, 'unixepoch') END"

const tokenSums = "total(cache_creation), total(cache_read), total(input), total(output), total(reasoning)"

func readTokens(stmt *sqlite.Stmt, column int) projections.Tokens {
	n := func(i int) int64 { return int64(stmt.ColumnFloat(column + i)) }
	return projections.Tokens{CacheCreation: n(0), CacheRead: n(1), Input: n(2), Output: n(3), Reasoning: n(4)}
}

// Usage sums tokens.
//
// Errors: kind usage for an unknown sum.
func (s *Store) Usage(by UsageBy, f Filter) (UsageDocument, error) {
	doc := UsageDocument{By: by, Rows: []UsageRow{}}
	var key string
	switch by {
	case UsageByModel, UsageBySession:
		key = string(by)
	case UsageByDay:
		key = dayOfFirst
	case UsageByLane:
		key = "coalesce((SELECT lane FROM lane_sessions l WHERE l.session = usage.session), '')"
	default:
		return doc, domain.Usage("sum usage", string(by), "by model, day, lane or session")
	}
	q := query{table: "usage"}
	q.throughSession("session", &f)
	if f.Since.Known() {
		q.and("first >= ?", int64(f.Since))
	}
	err := s.read("SELECT "+key+" AS k, count(*), "+tokenSums+" FROM usage WHERE "+q.condition()+" GROUP BY k ORDER BY k", q.args,
		func(stmt *sqlite.Stmt) error {
			row := UsageRow{Key: stmt.ColumnText(0), Responses: stmt.ColumnInt(1), Tokens: readTokens(stmt, 2)}
			row.Total = row.Tokens.Total()
			doc.Rows = append(doc.Rows, row)
			doc.Total.Responses += row.Responses
			doc.Total.Tokens = doc.Total.Tokens.Add(row.Tokens)
			return nil
		})
	doc.Total.Total = doc.Total.Tokens.Total()
	return doc, err
}
