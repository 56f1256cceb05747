package pricescmd

import (
	"path/filepath"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/view"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/projections/prices"
)

// PricesVerb returns claw prices and the verbs below it.
func PricesVerb(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("prices", "look", "What tokens cost: the table of prices by which claw counts money")
	show := a.Verb("show MODEL", "", "Show what a model costs, and which entry of the table that is", app.Exactly(1, "MODEL"),
		func(args []string) (app.Document, error) { return showPrice(a, args[0]) })
	list := a.Verb("list", "", "List the prices of all models, and from when they are", app.NoArgs,
		func([]string) (app.Document, error) { return listPrices(a) })
	cmd.AddCommand(list, show, pricesUpdate(a))
	return cmd
}

// pricesOptions are the flags of claw prices update.
type pricesOptions struct{ date string }

func (o *pricesOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.date, "date", "", "the day, YYYY-MM-DD, of prices in a file that says none (default today)")
}

func pricesUpdate(a *app.App) *cobra.Command {
	var o pricesOptions
	cmd := a.Verb("update FILE", "", "Count money by a newer table of prices", app.Exactly(1, "FILE"),
		func(args []string) (app.Document, error) { return updatePrices(a, o, app.Path(a, args[0])) })
	cmd.Long = `Count money by a newer table of prices: a file of schema ` + prices.Schema + `, or the list of providers
that genai-prices publishes as data.json. claw keeps a copy of it with your logs, and asks no
network for one. A table that is older than the one in use is refused. Remove the copy, which
claw prices list names, to return to the table that claw is built with.`
	o.flags(cmd.Flags())
	return cmd
}

func updatePrices(a *app.App, o pricesOptions, from string) (*PricesDocument, error) {
	file := view.PricesFile(a)
	if file == "" {
		return nil, app.UsageError("update prices", from, "no home folder to keep them in", "set HOME or XDG_DATA_HOME")
	}
	text, err := files.ReadRegular(from, view.MostPrices)
	if err != nil {
		return nil, view.NoPrices(from, err)
	}
	date := app.FirstOf(o.date, a.Now().Format(time.DateOnly))
	table, err := prices.Parse(text, date, filepath.Base(from))
	if err != nil {
		return nil, err
	}
	if used, err := view.PricesInUse(a); err == nil && table.Date < used.Date {
		return nil, app.UsageError("update prices", from, "it is of "+table.Date+", and the table in use is of "+used.Date, "give a newer one")
	}
	if text, err = withDate(text, table); err != nil {
		return nil, err
	}
	if err := app.ReplaceFile(file, text); err != nil {
		return nil, err
	}
	d, err := listPrices(a)
	if err != nil {
		return nil, err
	}
	d.updated = true
	return d, nil
}

// withDate is the text of a table with its date and source: a list of providers has none.
func withDate(text []byte, t *prices.Table) ([]byte, error) {
	if jsontext.Value(text).Kind() != '[' {
		return text, nil
	}
	return json.Marshal(struct {
		Schema    string         `json:"schema"`
		Date      string         `json:"date"`
		Sources   []string       `json:"sources"`
		Providers jsontext.Value `json:"providers"`
	}{prices.Schema, t.Date, t.Sources, text})
}
