package prices

import (
	"bytes"
	"cmp"
	"compress/gzip"
	_ "embed"
	"io"
	"slices"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/internal/lazy"
)

// Schema names the form of a table.
const Schema = "claw.prices/1"

// Table is the rates of models as of a day. It does not change: many may read it at once.
type Table struct {
	Date    string   // YYYY-MM-DD
	Sources []string // where the data are from, with their versions
	// Unread are models of the file, as provider/model, that have no price for tokens or a form that
	// is not known here; responses of theirs have no price.
	Unread    []string
	providers []provider
}

// document is a table in a file.
type document struct {
	Schema    string        `json:"schema"`
	Date      string        `json:"date"`
	Sources   []string      `json:"sources"`
	Providers []rawProvider `json:"providers"`
}

//go:embed table.json.gz
var built []byte

// Built is the table that the program is built with.
//
// Errors: none but of a program that was built wrongly.
func Built() (*Table, error) {
	b := readBuilt.Get()
	return b.table, b.err
}

var readBuilt = lazy.Value[builtTable]{Make: func() (b builtTable) {
	b.table, b.err = parseBuilt()
	return b
}}

type builtTable struct {
	table *Table
	err   error
}

func parseBuilt() (*Table, error) {
	z, err := gzip.NewReader(bytes.NewReader(built))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	return Parse(text, "", "")
}

// Parse reads a table: one of [Schema], which has a date, or the list of providers that
// genai-prices publishes, whose date and source the caller says.
//
// Errors: kind parse for what is neither, and for a date that is none.
func Parse(text []byte, date, source string) (*Table, error) {
	var d document
	if trimmed := bytes.TrimLeft(text, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		d = document{Schema: Schema, Date: date, Sources: []string{source}}
		if err := json.Unmarshal(text, &d.Providers); err != nil {
			return nil, noTable(source, err.Error())
		}
	} else if err := json.Unmarshal(text, &d); err != nil {
		return nil, noTable(source, err.Error())
	}
	if d.Schema != Schema {
		return nil, noTable(source, "its schema is not "+Schema)
	}
	if _, err := time.Parse(time.DateOnly, d.Date); err != nil {
		return nil, noTable(source, "its date is not of the form YYYY-MM-DD")
	}
	t := &Table{Date: d.Date, Sources: d.Sources}
	for i := range d.Providers {
		t.add(&d.Providers[i])
	}
	if len(t.providers) == 0 {
		return nil, noTable(source, "it has no price of any model")
	}
	slices.SortStableFunc(t.providers, func(a, b provider) int { return cmp.Compare(a.rank(), b.rank()) })
	return t, nil
}

func noTable(source, why string) error {
	return &domain.Error{Kind: domain.ErrParse, Operation: "read prices", Target: source, Message: "no table of prices: " + why,
		Hint: "give a file of schema " + Schema + ", or the list of providers that genai-prices publishes"}
}

// Model returns the rates of a model that a recording names; false when the table has none.
// Providers whose own names the model has come first, then all others in the order of the table.
// A name is looked up as it is, then without what precedes its last slash or follows a bracket,
// and then with its date in parts.
func (t *Table) Model(name string) (*Model, bool) {
	all := spellings(name)
	for _, own := range []bool{true, false} {
		for _, name := range all {
			for i := range t.providers {
				p := &t.providers[i]
				if own != (p.names != nil && p.names.match(name)) {
					continue
				}
				if m := p.model(name); m != nil {
					return m, true
				}
			}
		}
	}
	return nil, false
}

// Models lists the models of the table in its order.
func (t *Table) Models() []*Model {
	var all []*Model
	for i := range t.providers {
		all = append(all, t.providers[i].models...)
	}
	return all
}
