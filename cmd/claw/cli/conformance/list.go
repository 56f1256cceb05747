package conformancecmd

import (
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	reporting "github.com/clawable/claw/commands/report"
	"github.com/clawable/claw/domain"
	consumerkit "github.com/clawable/claw/fixtures/consumer-kit"
)

// ListDocument is the answer of conformance list.
type ListDocument struct {
	app.Head
	Kit        string        `json:"kit"`
	KitVersion domain.Digest `json:"kit_version"` // of the cases of this claw
	Consumers  []consumerRow `json:"consumers"`
}

// consumerRow is one consumer: what it advertised, and its last check of each of its versions.
type consumerRow struct {
	Consumer   string                           `json:"consumer"`
	Advertised *domain.ReportConsumerAdvertised `json:"advertised,omitzero"`
	Schemas    []schemaRow                      `json:"schemas,omitzero"` // that it advertised
	Checks     []checkRow                       `json:"checks"`           // the newest first
}

// schemaRow is a schema version of reports that a consumer advertised.
type schemaRow struct {
	SchemaVersion string     `json:"schema_version"`
	Result        checkedFor `json:"result"`
}

// checkedFor says what the cases of this claw showed about a version that a consumer advertised.
type checkedFor string

// The results.
const (
	checkedPassed checkedFor = "passed"
	checkedFailed checkedFor = "failed"
	checkedNot    checkedFor = "not_checked" // no case is of the version, or the consumer was not run with the cases
)

// Enum lists the values.
func (checkedFor) Enum() []string {
	return []string{string(checkedPassed), string(checkedFailed), string(checkedNot)}
}

// checkRow is the last check of a version of a consumer.
type checkRow struct {
	Version    string                    `json:"version,omitzero"`
	Passed     bool                      `json:"passed"`  // it parsed and understood every case
	Current    bool                      `json:"current"` // by the cases of this claw
	LastPassed domain.Instant            `json:"last_passed,omitzero"`
	CheckedAt  domain.Instant            `json:"checked_at"`
	By         domain.EmitterID          `json:"by"`
	Event      domain.EventID            `json:"event"`
	Suite      string                    `json:"suite"`
	Cases      int                       `json:"cases"`
	Parsed     int                       `json:"parsed"`
	Understood int                       `json:"understood"`
	Faults     []domain.ConformanceFault `json:"faults,omitzero"`
}

func conformanceList(a *app.App) *cobra.Command {
	return a.Verb("list", "", "List the consumers of reports: what they advertise, and which version passed the consumer kit", app.NoArgs,
		func([]string) (app.Document, error) { return listConsumers(a) })
}

func listConsumers(a *app.App) (app.Document, error) {
	in, err := reportsOf(a, app.ToRead)
	if err != nil {
		return nil, err
	}
	all, err := in.Consumers(a.Ctx)
	if err != nil {
		return nil, err
	}
	d := &ListDocument{Head: app.HeadOf("conformance_list"), Kit: consumerkit.Name, Consumers: []consumerRow{}}
	if d.KitVersion, err = consumerkit.Version(); err != nil {
		return nil, err
	}
	for i := range all {
		d.Consumers = append(d.Consumers, d.row(&all[i]))
	}
	return d, nil
}

// row lists the last check of each version of a consumer.
func (d *ListDocument) row(c *reporting.Consumer) consumerRow {
	row := consumerRow{Consumer: c.Name, Advertised: c.Advertised, Checks: []checkRow{}}
	for i := range slices.Backward(c.Checks) {
		k := &c.Checks[i]
		if slices.ContainsFunc(row.Checks, func(r checkRow) bool { return r.Version == k.Version }) {
			continue
		}
		r := checkRow{Version: k.Version, Passed: k.Passed(), Current: k.SuiteVersion == d.KitVersion, CheckedAt: k.At, By: k.By, Event: k.Event,
			Suite: k.Suite, Cases: k.Cases, Parsed: k.Parsed, Understood: k.Understood, Faults: k.Faults}
		if last := c.LastPassed(k.Version); last != nil {
			r.LastPassed = last.At
		}
		row.Checks = append(row.Checks, r)
	}
	row.advertised()
	return row
}

// advertised lists the schema versions that the consumer advertised, each with what the last check of
// the version of the consumer that advertised them showed.
func (c *consumerRow) advertised() {
	if c.Advertised == nil {
		return
	}
	shown := checkedNot
	for _, k := range c.Checks {
		if k.Current && (c.Advertised.Version == "" || k.Version == c.Advertised.Version) {
			shown = map[bool]checkedFor{true: checkedPassed, false: checkedFailed}[k.Passed]
			break
		}
	}
	for _, v := range c.Advertised.SchemaVersions {
		row := schemaRow{v, checkedNot}
		if slices.Contains(consumerkit.SchemaVersions(), v) {
			row.Result = shown
		}
		c.Schemas = append(c.Schemas, row)
	}
}

func (d *ListDocument) Text(p *term.Page) {
	var rows [][]term.Cell
	for _, c := range d.Consumers {
		if len(c.Checks) == 0 {
			rows = append(rows, []term.Cell{term.Plain(c.Consumer), term.Plain(c.Advertised.Version), term.Styled("not checked", term.StyleYellow), term.Plain(""), term.Plain(""), term.Plain("")})
		}
		for _, k := range c.Checks {
			rows = append(rows, []term.Cell{term.Plain(c.Consumer), term.Plain(k.Version), k.result(), term.Plain(score(k.Parsed, k.Cases)), term.Plain(score(k.Understood, k.Cases)), term.Plain(term.Age(p.Now, k.CheckedAt.Time()))})
		}
	}
	if len(rows) == 0 {
		p.Line("no consumers; to check one: %s", app.Next(p, "claw conformance run -- COMMAND"))
		return
	}
	p.Table([]term.Column{{Name: "CONSUMER"}, {Name: "VERSION", Rank: 1}, {Name: "RESULT"}, {Name: "PARSED", Rank: 3}, {Name: "UNDERSTOOD", Rank: 2}, {Name: "CHECKED", Rank: 4}}, rows)
	for _, c := range d.Consumers {
		var not []string
		for _, s := range c.Schemas {
			if s.Result == checkedNot {
				not = append(not, s.SchemaVersion)
			}
		}
		if len(not) > 0 {
			p.Line("%s advertises schema %s: not checked", c.Consumer, strings.Join(not, ", "))
		}
	}
}

func score(n, of int) string { return strconv.Itoa(n) + "/" + strconv.Itoa(of) }

func (k *checkRow) result() term.Cell {
	switch {
	case k.Passed && k.Current:
		return term.Styled("passed", term.StyleGreen)
	case k.Passed:
		return term.Styled("passed other cases", term.StyleYellow)
	}
	return term.Styled("failed", term.StyleRed)
}
