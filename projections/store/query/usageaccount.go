package query

import (
	"slices"
	"strings"
	"time"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/money"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/prices"
	"github.com/clawable/claw/projections/sessions"
	"github.com/clawable/claw/projections/statejson"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// tokenSums are the columns that [readTokens] reads.
const tokenSums = "total(cache_creation), total(cache_read), total(input), total(output), total(reasoning)"

func readTokens(stmt *sqlite.Stmt, column int) projections.Tokens {
	n := func(i int) int64 { return int64(stmt.ColumnFloat(column + i)) }
	return projections.Tokens{CacheCreation: n(0), CacheRead: n(1), Input: n(2), Output: n(3), Reasoning: n(4)}
}

// response is a row of the usage of one response.
type response struct {
	session, model string
	turn           domain.TurnID // where another record states the model, or turns are requested
	first          int64         // nanoseconds since 1970, 0 for not known
	tokens         projections.Tokens
	kept1h         int64
	stated         money.NanoUSD
	together       bool
}

// eachResponse reads what a query selects, each response with its model; withTurns also those that name a model with
// their turn. What it hands over is written over by the next.
func eachResponse(s selection.Reader, q *selection.Query, withTurns bool, each func(*response)) error {
	state := "CASE model WHEN '' THEN state END"
	if withTurns {
		state = "state"
	}
	sql := "SELECT session, model, first, cache_creation, cache_read, input, output, reasoning, kept_1h, stated, together, " +
		state + " FROM usage WHERE " + q.Condition()
	var unnamed []response
	texts := texts{known: map[string]string{}}
	var r response
	err := s.Read(sql, q.Args, func(stmt *sqlite.Stmt) error {
		r = response{session: texts.column(stmt, 0), model: texts.column(stmt, 1), first: stmt.ColumnInt64(2), tokens: readTokens(stmt, 3),
			kept1h: stmt.ColumnInt64(8), stated: money.NanoUSD(stmt.ColumnInt64(9)), together: stmt.ColumnBool(10)}
		if r.model == "" || withTurns {
			var state projections.Response
			if err := statejson.Read(tables.ReadBlob(stmt, 11, nil), &state); err != nil {
				return err
			}
			r.turn = state.Sessions.Owner().Turn
		}
		if r.model == "" {
			unnamed = append(unnamed, r)
		} else {
			each(&r)
		}
		return nil
	})
	if err != nil {
		return err
	}
	err = nameModels(s, unnamed)
	for i := range unnamed {
		each(&unnamed[i])
	}
	return err
}

// texts are the texts of columns of which many rows have the same: each is one string.
type texts struct {
	known map[string]string
	text  []byte
}

func (t *texts) column(stmt *sqlite.Stmt, col int) string {
	t.text = tables.ReadBlob(stmt, col, t.text)
	text, is := t.known[string(t.text)]
	if !is {
		text = string(t.text)
		t.known[text] = text
	}
	return text
}

// nameModels gives responses that name no model the one that their session names.
func nameModels(s selection.Reader, unnamed []response) error {
	known := map[string]*sessions.Session{}
	for i := range unnamed {
		r := &unnamed[i]
		e := known[r.session]
		if e == nil {
			state, err := SessionState(s, domain.SessionID(r.session))
			if err != nil {
				return err
			}
			e = &state
			known[r.session] = e
		}
		r.model = e.ModelOf(r.turn)
	}
	return nil
}

// textBySession runs a SELECT of (session, text) rows.
func textBySession(s selection.Reader, sql string) (map[string]string, error) {
	out := map[string]string{}
	err := s.Read(sql, nil, func(stmt *sqlite.Stmt) error {
		out[stmt.ColumnText(0)] = stmt.ColumnText(1)
		return nil
	})
	return out, err
}

// account sums responses.
type account struct {
	terms    UsageTerms
	models   map[string]*prices.Model // nil for one without a price
	rows     map[string]*UsageRow
	total    UsageRow
	unpriced map[string]*UnpricedModel
}

func newAccount(terms UsageTerms) *account {
	return &account{terms: terms, models: map[string]*prices.Model{}, rows: map[string]*UsageRow{}, unpriced: map[string]*UnpricedModel{}}
}

func (a *account) add(key string, r *response) {
	row := a.rows[key]
	if row == nil {
		row = &UsageRow{Key: key}
		a.rows[key] = row
	}
	cost, priced := a.cost(r)
	for _, sum := range []*UsageRow{row, &a.total} {
		sum.Responses++
		sum.Tokens = sum.Tokens.Add(r.tokens)
		sum.Total = sum.Tokens.Total()
		if priced {
			sum.Cost = sum.Cost.with(&cost)
		}
	}
}

// SumOf adds up two sums; the key is that of the first.
func SumOf(a, b UsageRow) UsageRow {
	a.Responses += b.Responses
	a.Tokens = a.Tokens.Add(b.Tokens)
	a.Total = a.Tokens.Total()
	if b.Cost != nil {
		sum := Cost{}
		a.Cost = sum.with(b.Cost).with(costOrNone(a.Cost))
	}
	return a
}

func costOrNone(c *Cost) *Cost {
	if c == nil {
		return &Cost{}
	}
	return c
}

// with adds a cost; the receiver may be nil.
func (c *Cost) with(d *Cost) *Cost {
	if c == nil {
		c = &Cost{}
	}
	c.Sum, c.Stated, c.Priced = c.Sum.Add(d.Sum), c.Stated.Add(d.Stated), c.Priced.Add(d.Priced)
	c.StatedResponses += d.StatedResponses
	c.Unpriced += d.Unpriced
	return c
}

// cost is that of one response; priced is false without a table of prices.
func (a *account) cost(r *response) (c Cost, priced bool) {
	switch {
	case a.terms.Prices == nil:
		return Cost{}, false
	case r.stated > 0:
		return Cost{Sum: r.stated, Stated: r.stated, StatedResponses: 1}, true
	}
	if model := a.model(r.model); model != nil {
		var at time.Time
		if r.first != 0 {
			at = time.Unix(0, r.first)
		}
		if amount, ok := model.Cost(at, r.priced()); ok {
			return Cost{Sum: amount, Priced: amount}, true
		}
	}
	u := a.unpriced[r.model]
	if u == nil {
		u = &UnpricedModel{Model: r.model}
		a.unpriced[r.model] = u
	}
	u.Responses++
	u.Total += r.tokens.Total()
	return Cost{Unpriced: 1}, true
}

func (r *response) priced() prices.Tokens {
	t := r.tokens
	return prices.Tokens{Input: t.Input, CacheRead: t.CacheRead, CacheWrite: t.CacheCreation, CacheWrite1h: r.kept1h, Output: t.Output, Together: r.together}
}

func (a *account) model(name string) *prices.Model {
	m, looked := a.models[name]
	if !looked {
		m, _ = a.terms.Prices.Model(name)
		a.models[name] = m
	}
	return m
}

// fill writes all sums, in their order.
func (a *account) fill(doc *UsageDocument) {
	for _, row := range a.rows {
		doc.Rows = append(doc.Rows, *row)
	}
	slices.SortFunc(doc.Rows, func(x, y UsageRow) int { return inOrder(doc.By.place(&x), doc.By.place(&y)) })
	doc.Total, doc.Sums = a.total, len(doc.Rows)
	if doc.By == UsageByDay && a.terms.Zone != nil {
		doc.Zone = a.terms.Zone.String()
	}
	if a.terms.Prices == nil {
		return
	}
	doc.Prices = &PricesUsed{Date: a.terms.Prices.Date, Sources: a.terms.Prices.Sources}
	if doc.Total.Cost == nil {
		doc.Total.Cost = &Cost{}
	}
	for _, u := range a.unpriced {
		doc.Unpriced = append(doc.Unpriced, *u)
	}
	slices.SortFunc(doc.Unpriced, func(x, y UnpricedModel) int { return strings.Compare(x.Model, y.Model) })
}
