package pricescmd

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/projections/prices"
)

// PricesDocument is the table of prices in use.
type PricesDocument struct {
	app.Head
	Date    string       `json:"date"`
	Sources []string     `json:"sources"`
	File    string       `json:"file,omitzero"` // the person's own table; none for the one that claw is built with
	Models  []ModelPrice `json:"models"`
	Unread  []string     `json:"unread,omitzero"` // models of the file without a price of tokens
	updated bool         // a person is told which table counts now, not all of it
}

// PriceDocument is what one model costs.
type PriceDocument struct {
	app.Head
	Date    string   `json:"date"`
	Sources []string `json:"sources"`
	Asked   string   `json:"asked"`
	ModelPrice
}

// ModelPrice is what a model costs now, in 10^-12 US dollars a token, which is 10^-6 dollars for a million.
type ModelPrice struct {
	Provider     string `json:"provider"`
	Model        string `json:"model"`
	Input        Rate   `json:"input"`
	CacheRead    Rate   `json:"cache_read"`
	CacheWrite   Rate   `json:"cache_write"`
	CacheWrite1h Rate   `json:"cache_write_1h"`
	Output       Rate   `json:"output"`
}

// Rate is the price of a token.
type Rate struct {
	PicoUSD int64      `json:"pico_usd"`
	Long    []LongRate `json:"long_context,omitzero"`
}

// LongRate is the price for a response that reads more than Above tokens.
type LongRate struct {
	Above   int64 `json:"above_tokens"`
	PicoUSD int64 `json:"pico_usd"`
}

func rateOf(r prices.Rate) Rate {
	out := Rate{PicoUSD: r.Base}
	for _, t := range r.Tiers {
		out.Long = append(out.Long, LongRate{t.Above, t.Price})
	}
	return out
}

func priceOf(m *prices.Model, at time.Time) ModelPrice {
	r := m.At(at)
	return ModelPrice{m.Provider, m.ID, rateOf(r.Input), rateOf(r.CacheRead), rateOf(r.CacheWrite), rateOf(r.CacheWrite1h), rateOf(r.Output)}
}

func listPrices(a *app.App) (*PricesDocument, error) {
	t, err := view.PricesInUse(a)
	if err != nil {
		return nil, err
	}
	d := &PricesDocument{Head: app.HeadOf("prices"), Date: t.Date, Sources: t.Sources, Models: []ModelPrice{}, Unread: t.Unread}
	if _, err := os.Stat(view.PricesFile(a)); err == nil {
		d.File = view.PricesFile(a)
	}
	for _, m := range t.Models() {
		d.Models = append(d.Models, priceOf(m, a.Now()))
	}
	return d, nil
}

func showPrice(a *app.App, model string) (*PriceDocument, error) {
	t, err := view.PricesInUse(a)
	if err != nil {
		return nil, err
	}
	m, known := t.Model(model)
	if !known {
		var near []string
		for _, m := range t.Models() {
			near = append(near, m.ID)
		}
		e := app.UsageError("show the price", model, "the table of "+t.Date+" has no such model", app.DidYouMean(model, near)+"claw prices list names all")
		return nil, e
	}
	return &PriceDocument{app.HeadOf("price"), t.Date, t.Sources, model, priceOf(m, a.Now())}, nil
}

func (d *PricesDocument) Text(p *term.Page) {
	if d.updated {
		p.Line("money is counted by prices of %s: %s", d.Date, term.Many(len(d.Models), "model"))
	} else {
		d.table(p)
	}
	p.Line("from: %s", strings.Join(d.Sources, ", "))
	if d.File != "" {
		p.Line("file: %s", d.File)
	}
	if n := len(d.Unread); n > 0 {
		p.Line("without a price of tokens: %s", term.Many(n, "model"))
	}
}

func (d *PricesDocument) table(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Models))
	for i := range d.Models {
		rows = append(rows, d.Models[i].cells())
	}
	p.Table(priceColumns, rows)
	p.Gap()
	p.Line("US dollars for a million tokens; prices of %s", d.Date)
}

var priceColumns = []term.Column{{Name: "MODEL", Least: view.WholeModel}, {Name: "PROVIDER", Rank: 4}, {Name: "INPUT", Right: true}, {Name: "CACHED", Right: true, Rank: 1},
	{Name: "CACHE WRITE", Right: true, Rank: 2}, {Name: "FOR 1H", Right: true, Rank: 5}, {Name: "OUTPUT", Right: true}, {Name: "LONG CONTEXT", Rank: 3}}

func (m *ModelPrice) cells() []term.Cell {
	long := ""
	for i, t := range m.Input.Long {
		out := m.Output.PicoUSD
		if i < len(m.Output.Long) {
			out = m.Output.Long[i].PicoUSD
		}
		long = "over " + term.TokensText(t.Above) + ": " + perMillion(t.PicoUSD) + ", " + perMillion(out)
	}
	return []term.Cell{term.Plain(m.Model), term.Plain(m.Provider), term.Plain(perMillion(m.Input.PicoUSD)), term.Plain(perMillion(m.CacheRead.PicoUSD)),
		term.Plain(perMillion(m.CacheWrite.PicoUSD)), term.Plain(perMillion(m.CacheWrite1h.PicoUSD)), term.Plain(perMillion(m.Output.PicoUSD)), term.Plain(long)}
}

// perMillion is a price a token as dollars for a million: 10^-12 times 10^6 is 10^-6.
func perMillion(pico int64) string {
	const dollar = 1_000_000
	text := fmt.Sprintf("$%d.%06d", pico/dollar, pico%dollar)
	for strings.HasSuffix(text, "0") && text[len(text)-3] != '.' {
		text = text[:len(text)-1]
	}
	return text
}

func (d *PriceDocument) Text(p *term.Page) {
	p.Table(priceColumns, [][]term.Cell{d.cells()})
	p.Gap()
	p.Line("US dollars for a million tokens; prices of %s", d.Date)
}
