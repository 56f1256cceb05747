package view

import (
	"strconv"

	"github.com/spf13/pflag"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/projections/store/selection"
)

// DefaultLimit is how many rows a page has.
const DefaultLimit = 100

// largestLimit is the upper bound of --limit.
const largestLimit = 10_000

// PageOptions are the flags that select one page of a list.
type PageOptions struct {
	Limit  int    // rows, 1 to largestLimit
	Cursor string // next_cursor of the page before; "" is the first page
}

// Flags declares the flags of a page.
func (o *PageOptions) Flags(f *pflag.FlagSet) {
	f.IntVar(&o.Limit, "limit", DefaultLimit, "rows of a page")
	f.StringVar(&o.Cursor, "cursor", "", "the next page: next_cursor of the page before")
}

// Page returns the page that the flags name.
//
// Errors: kind usage for a limit that is out of bounds.
func (o *PageOptions) Page() (selection.Page, error) {
	if o.Limit < 1 || o.Limit > largestLimit {
		return selection.Page{}, app.UsageError("parse arguments", "--limit "+strconv.Itoa(o.Limit), "is not between 1 and 10000", "page on with --cursor")
	}
	return selection.Page{Limit: o.Limit, Cursor: o.Cursor}, nil
}
