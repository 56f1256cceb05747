package query

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/prices"
	"github.com/clawable/claw/projections/store/selection"
)

// UsageBy names what usage is summed by.
type UsageBy string

// The sums.
const (
	UsageByModel      UsageBy = "model"
	UsageByDay        UsageBy = "day" // of the requested zone
	UsageByLane       UsageBy = "lane"
	UsageBySession    UsageBy = "session"
	UsageByRepository UsageBy = "repository"
	UsageByAgent      UsageBy = "agent"
)

// Enum lists the values.
func (UsageBy) Enum() []string {
	return []string{string(UsageByModel), string(UsageByDay), string(UsageByLane), string(UsageBySession), string(UsageByRepository), string(UsageByAgent)}
}

// UsageTerms say how usage is summed.
type UsageTerms struct {
	By     UsageBy
	Prices *prices.Table  // nil: no money
	Zone   *time.Location // of days; nil: UTC
}

// UsageRow is one sum; Key is "" for what is not known.
type UsageRow struct {
	Key       string             `json:"key"`
	Responses int                `json:"responses"`
	Tokens    projections.Tokens `json:"usage"`
	Total     int64              `json:"total_tokens"`
	Cost      *Cost              `json:"cost,omitzero"` // nil without prices
}

// Cost is a sum of money. What a recording states of a response counts; of the rest, what the
// table of prices says.
type Cost struct {
	Sum    money.NanoUSD `json:"nano_usd"`        // Stated and Priced
	Stated money.NanoUSD `json:"stated_nano_usd"` // as recordings say
	Priced money.NanoUSD `json:"priced_nano_usd"` // as the table says of responses whose recordings say nothing
	// StatedResponses and Unpriced count responses: those whose cost a recording states, and those
	// of which neither it nor the table knows a price. Theirs is in no sum.
	StatedResponses int `json:"stated_responses"`
	Unpriced        int `json:"unpriced_responses"`
}

// UsageDocument is a page of what responses cost, each counted once.
type UsageDocument struct {
	By       UsageBy         `json:"by"`
	Rows     []UsageRow      `json:"rows"`  // days, and sums without prices, by key; others by cost, then by tokens, the greatest first
	Total    UsageRow        `json:"total"` // of all that the filter selects
	Sums     int             `json:"sums"`  // rows of all pages
	Zone     string          `json:"time_zone,omitzero"`
	Prices   *PricesUsed     `json:"prices,omitzero"`
	Unpriced []UnpricedModel `json:"unpriced,omitzero"` // of all that the filter selects, by model
	Next     string          `json:"next_cursor,omitzero"`
}

// PricesUsed names the table of prices that counts.
type PricesUsed struct {
	Date    string   `json:"date"`
	Sources []string `json:"sources"`
}

// UnpricedModel is a model without a price; Model is "" where it was not recorded.
type UnpricedModel struct {
	Model     string `json:"model"`
	Responses int    `json:"responses"`
	Total     int64  `json:"total_tokens"`
}

// Usage sums tokens, and money where the terms have prices.
//
// Errors: kind usage for an unknown sum, and for a cursor that is none.
func Usage(s selection.Reader, terms UsageTerms, f selection.Filter, p selection.Page) (UsageDocument, error) {
	doc := UsageDocument{By: terms.By, Rows: []UsageRow{}}
	key, err := terms.key(s)
	if err != nil {
		return doc, err
	}
	q := selection.Query{Table: "usage", Marked: "usage by " + string(terms.By) + ", greatest first"}
	q.ThroughSession("session", &f)
	if f.State != "" {
		q.And("session IN (SELECT s.session FROM lane_sessions s JOIN lanes l ON l.key = s.lane WHERE l.standing = ? OR l.outcome = ?)", f.State, f.State)
	}
	q.Since("first", 0, f.Since)
	a := newAccount(terms)
	if err := eachResponse(s, &q, false, func(r *response) { a.add(key(r), r) }); err != nil {
		return doc, err
	}
	a.fill(&doc)
	q.Marked += q.Mark()
	return doc, pageOf(&doc, q.Marked, p)
}

// pageOf leaves the rows of a page.
func pageOf(doc *UsageDocument, mark string, p selection.Page) error {
	if p.Cursor != "" {
		c, err := selection.ParseCursor(p.Cursor, mark)
		if err != nil {
			return err
		}
		from := slices.IndexFunc(doc.Rows, func(r UsageRow) bool { return inOrder(c, doc.By.place(&r)) < 0 })
		if from < 0 {
			from = len(doc.Rows)
		}
		doc.Rows = doc.Rows[from:]
	}
	if limit := p.Rows(); len(doc.Rows) > limit {
		doc.Rows = doc.Rows[:limit]
		doc.Next = doc.By.place(&doc.Rows[limit-1]).Text(mark)
	}
	return nil
}

// place is where a row stands in the list of its sums: by what it costs and its tokens. A day, and a row of terms
// without prices, stands by its key.
func (by UsageBy) place(r *UsageRow) selection.Cursor {
	if by == UsageByDay || r.Cost == nil {
		return selection.Cursor{Key: r.Key}
	}
	return selection.Cursor{At: int64(r.Cost.Sum), Rank: int(r.Total), Key: r.Key}
}

// inOrder compares the places of two rows: first the greatest cost, then the most tokens, then the key.
func inOrder(x, y selection.Cursor) int {
	return cmp.Or(cmp.Compare(y.At, x.At), cmp.Compare(y.Rank, x.Rank), cmp.Compare(x.Key, y.Key))
}

// key returns what a response is summed under.
func (t *UsageTerms) key(s selection.Reader) (func(*response) string, error) {
	ofSession := func(sql string) (func(*response) string, error) {
		names, err := textBySession(s, sql)
		return func(r *response) string { return names[r.session] }, err
	}
	switch t.By {
	case UsageByModel:
		return func(r *response) string { return r.model }, nil
	case UsageBySession:
		return func(r *response) string { return r.session }, nil
	case UsageByDay:
		return t.day, nil
	case UsageByLane:
		return ofSession("SELECT session, lane FROM lane_sessions")
	case UsageByRepository:
		return ofSession("SELECT key, repo FROM sessions")
	case UsageByAgent:
		return ofSession("SELECT key, coalesce(nullif(agent, ''), substr(key, 1, instr(key, '/') - 1)) FROM sessions")
	}
	return nil, domain.Usage("sum usage", string(t.By), "by "+strings.Join(t.By.Enum(), ", "))
}

// day is the day of a response in the zone of the terms, "" for no time.
func (t *UsageTerms) day(r *response) string {
	if r.first == 0 {
		return ""
	}
	zone := t.Zone
	if zone == nil {
		zone = time.UTC
	}
	return time.Unix(0, r.first).In(zone).Format(time.DateOnly)
}
