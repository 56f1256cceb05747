package view

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/prices"
	"github.com/clawable/claw/projections/store/query"
)

// MostPrices is the largest table of prices, in bytes.
const MostPrices = 32 << 20

// PricesFile is the person's own table of prices, "" without a place for one.
func PricesFile(a *app.App) string {
	folder := app.DataFolder(a)
	if folder == "" {
		return ""
	}
	return filepath.Join(folder, "prices.json")
}

// PricesInUse is the person's own table, else the one that claw is built with.
//
// Errors: those of a table of one's own that cannot be read; no other is used in its place.
func PricesInUse(a *app.App) (*prices.Table, error) {
	file := PricesFile(a)
	if file == "" {
		return prices.Built()
	}
	text, err := files.ReadRegular(file, MostPrices)
	if errors.Is(err, fs.ErrNotExist) {
		return prices.Built()
	}
	if err != nil {
		return nil, NoPrices(file, err)
	}
	t, err := prices.Parse(text, "", file)
	if e := new(domain.Error); errors.As(err, &e) {
		e.Target, e.Hint = file, "claw prices update FILE writes it anew; without it claw counts by the table that it is built with"
	}
	return t, err
}

// NoPrices is the error of a table of prices that cannot be read.
func NoPrices(file string, err error) error {
	return &domain.Error{Kind: domain.ErrFilesystem, Operation: "read prices", Target: file, Message: app.Typed(err).Message,
		Hint: "name a readable file", Cause: []string{err.Error()}}
}

// Costs are what the rows of a list cost, for people: by the rows' names; nil where they are not shown.
type Costs map[string]query.UsageRow

// CostsOf sums what n lanes or sessions cost. Programs ask claw usage.
func CostsOf(a *app.App, v *Views, by query.UsageBy, n int, name func(int) string) (Costs, error) {
	if a.Format != app.FormatText {
		return nil, nil
	}
	return SpentBy(a, v, by, n, name)
}

// SpentBy sums what n lanes or sessions cost, as a text for people.
func SpentBy(a *app.App, v *Views, by query.UsageBy, n int, name func(int) string) (Costs, error) {
	if n == 0 {
		return nil, nil
	}
	table, err := PricesInUse(a)
	if err != nil {
		return nil, err
	}
	names := make([]string, n)
	for i := range names {
		names[i] = name(i)
	}
	return query.Spent(v, query.UsageTerms{By: by, Prices: table}, names)
}

// Cell is the cost of a row.
func (c Costs) Cell(name string) term.Cell { return term.Plain(CostText(c[name].Cost)) }

// CostText is a cost in a list: "?" where no response of it has a price, and with "+" where some have none.
func CostText(c *query.Cost) string {
	switch {
	case c == nil || c.Sum == 0 && c.Unpriced == 0:
		return "·"
	case c.Sum == 0:
		return "?"
	case c.Unpriced > 0:
		return c.Sum.String() + "+"
	}
	return c.Sum.String()
}

// WholeModel is the width of a model's name: a name and a date.
const WholeModel = 26
