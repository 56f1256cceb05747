package setupcmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/redact"
	reportview "github.com/clawable/claw/reports/view"
	"github.com/clawable/claw/schemas/registry"
)

// SchemaFieldsDocument is the answer of schema fields.
type SchemaFieldsDocument struct {
	app.Head
	Name    string        `json:"name"`
	Of      registry.Of   `json:"of"`
	Version int           `json:"version"`
	Release string        `json:"release"`
	Fields  []schemaField `json:"fields"`
}

// schemaField is a member of what a schema describes.
type schemaField struct {
	Path        string   `json:"path"`                // a JSON pointer with * for each index, and for each name that a document chooses
	Types       []string `json:"types"`               // of JSON; none: any
	Required    bool     `json:"required"`            // wherever the object that holds it is
	Enum        []string `json:"enum,omitzero"`       // the closed list of its values
	Says        string   `json:"says,omitzero"`       // its meaning
	Since       string   `json:"since"`               // the first release that has it, or current
	Deprecated  string   `json:"deprecated,omitzero"` // the first release that says so, or current
	Replacement string   `json:"replacement,omitzero"`
	// Sensitivity is the class of the field: by the built-in redaction policy in a report, and in an event
	// that of what no label of the event names. Absent: what holds it says no class.
	Sensitivity domain.Sensitivity `json:"sensitivity,omitzero"`
}

func schemaFields(a *app.App) *cobra.Command {
	var release string
	cmd := a.Verb("fields NAME", "", "List each member of a document, an event kind or the envelope: its type, meaning and age", app.Exactly(1, "NAME"),
		func(args []string) (app.Document, error) { return fieldsOf(release, args[0]) })
	cmd.Long = `List each member that a schema describes by its path: types, whether it is always there, the values of a
closed list, what it means, its sensitivity class (in a report by the built-in redaction policy, in an
event where no label names it), the first release that has it, and what replaces it where deprecated.
A path is the id of a field: within a version it keeps its meaning.`
	releaseFlag(cmd, &release)
	return cmd
}

func fieldsOf(release, name string) (*SchemaFieldsDocument, error) {
	c, s, err := schemaNamed("list fields", release, name)
	if err != nil {
		return nil, err
	}
	all, err := registry.Fields(s.Text)
	if err != nil {
		return nil, err
	}
	history, err := registry.HistoryOf(s.Name, s.Version)
	if err != nil {
		return nil, err
	}
	class, err := classesOf(s)
	if err != nil {
		return nil, err
	}
	d := &SchemaFieldsDocument{Head: app.HeadOf("schema_fields"), Name: s.Name, Of: s.Of, Version: s.Version, Release: c.Release, Fields: make([]schemaField, 0, len(all))}
	for _, f := range all {
		at := schemaField{f.Path, append([]string{}, f.Types...), f.Required, f.Enum, f.Says, history.Since(f.Path), "", f.Replacement, class(f.Path)}
		if f.Deprecated {
			at.Deprecated = history.Deprecated(f.Path)
		}
		d.Fields = append(d.Fields, at)
	}
	return d, nil
}

// reportDocument is the member of the document report that holds what redaction policies are about.
const reportDocument = "/document"

// classesOf gives the class of each field of a schema, "" where there is none.
//
// Errors: those of [redact.Parse].
func classesOf(s *registry.Schema) (func(path string) domain.Sensitivity, error) {
	switch {
	case s.Of == registry.OfEvent:
		return func(string) domain.Sensitivity { return domain.SensitivityInternal }, nil
	case s.Of != registry.OfDocument || s.Name != "report":
		return func(string) domain.Sensitivity { return "" }, nil
	}
	p, err := redact.Parse("claw.default", redact.Default())
	if err != nil {
		return nil, err
	}
	classes := map[string]domain.Sensitivity{}
	for _, e := range p.Explain(reportview.Schema(), redact.Reader{Ceiling: domain.SensitivitySecret}) {
		classes[reportDocument+e.Field] = e.Class
	}
	return func(path string) domain.Sensitivity { return classes[path] }, nil
}

func (d *SchemaFieldsDocument) Text(p *term.Page) {
	p.Heading(d.Name + " version " + term.Count(d.Version) + ", " + d.Release)
	rows := make([][]term.Cell, 0, len(d.Fields))
	for i := range d.Fields {
		f := &d.Fields[i]
		there := "optional"
		switch {
		case strings.HasSuffix(f.Path, "/*"):
			there = "each"
		case f.Required:
			there = "required"
		}
		says := f.Says
		if len(f.Enum) > 0 {
			says = strings.TrimSpace(strings.Join(f.Enum, " ") + "  " + says)
		}
		if f.Deprecated != "" {
			says = "deprecated since " + f.Deprecated + "  " + says
		}
		rows = append(rows, []term.Cell{term.Plain(app.FirstOf(f.Path, "/")), term.Plain(app.FirstOf(strings.Join(f.Types, "|"), "any")), term.Plain(there), term.Plain(f.Since),
			term.Plain(string(f.Sensitivity)), term.Plain(says)})
	}
	p.Table([]term.Column{{Name: "PATH", Least: 20}, {Name: "TYPE", Rank: 1}, {Name: "THERE", Rank: 2}, {Name: "SINCE", Rank: 4}, {Name: "CLASS", Rank: 5}, {Name: "SAYS", Least: 20, Rank: 3}}, rows)
}

// SchemaDiffDocument is the answer of schema diff.
type SchemaDiffDocument struct {
	app.Head
	From    string            `json:"from"` // a release, current or a file
	To      string            `json:"to"`
	Changes []registry.Change `json:"changes"`
	Breaks  int               `json:"breaks"` // changes that break readers
}

func schemaDiff(a *app.App) *cobra.Command {
	cmd := a.Verb("diff FROM [TO]", "", "Say what changed between the schemas of two releases, or of two files, and what breaks readers", app.Between(1, 2, "FROM [TO]"),
		func(args []string) (app.Document, error) { return diffSchemas(a, args) })
	cmd.Long = `Compare the schemas of two releases, or two files that hold one JSON Schema each. TO is by default
current: the schemas of this claw. A change breaks readers where one that was written for FROM may
refuse or misread what fits TO, or where what fitted FROM is refused. Such changes are exit code 1.`
	return cmd
}

func diffSchemas(a *app.App, args []string) (app.Document, error) {
	args = append(args, registry.Current)
	from, err := sideOf(a, args[0])
	if err != nil {
		return nil, err
	}
	to, err := sideOf(a, args[1])
	if err != nil {
		return nil, err
	}
	if (from.file == nil) != (to.file == nil) {
		return nil, app.UsageError("compare schemas", args[0]+" and "+args[1], "one is a release and one is a file", "name two releases, or two files")
	}
	d := &SchemaDiffDocument{Head: app.HeadOf("schema_diff"), From: args[0], To: args[1]}
	if from.file != nil {
		d.Changes, err = registry.CompareSchemas(from.file, to.file)
	} else {
		d.Changes, err = registry.Compare(from.catalog, to.catalog)
	}
	if err != nil {
		return nil, (&domain.Error{Kind: domain.ErrParse, Operation: "compare schemas", Target: args[0] + " and " + args[1], Message: "one is no JSON Schema that claw reads",
			Hint: "JSON Schemas of draft 2020-12, as claw schema show prints them"}).Because(err)
	}
	for _, c := range d.Changes {
		if c.Breaks {
			d.Breaks, a.Code = d.Breaks+1, 1
		}
	}
	if d.Changes == nil {
		d.Changes = []registry.Change{}
	}
	return d, nil
}

// schemaSide is one side of a comparison: the schemas of a release, or one of a file.
type schemaSide struct {
	catalog *registry.Catalog
	file    *registry.Schema
}

// sideOf reads a side: a release, or else a file.
func sideOf(a *app.App, typed string) (side schemaSide, err error) {
	if side.catalog, err = registry.Read(typed); err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrInvalid) {
		return side, err
	}
	text, err := os.ReadFile(app.Path(a, typed))
	if errors.Is(err, fs.ErrNotExist) {
		return side, app.UsageError("compare schemas", typed, "is no release that this claw knows, and no file", "releases: "+strings.Join(registry.Releases(), ", "))
	}
	if err != nil {
		return side, err
	}
	name, _, _ := strings.Cut(filepath.Base(typed), ".v")
	side.file = &registry.Schema{Name: strings.TrimSuffix(name, ".json"), Of: registry.OfDocument, Text: text}
	return side, nil
}

func (d *SchemaDiffDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Changes))
	for _, c := range d.Changes {
		breaks := term.Plain("")
		if c.Breaks {
			breaks = term.Styled("breaks", term.StyleRed)
		}
		rows = append(rows, []term.Cell{breaks, term.Plain(c.Schema), term.Plain(c.Path), term.Plain(string(c.Change)), term.Plain(c.Was), term.Plain(c.Is)})
	}
	if len(rows) > 0 {
		p.Table([]term.Column{{Name: "READERS"}, {Name: "SCHEMA"}, {Name: "PATH", Least: 12}, {Name: "CHANGE"}, {Name: "WAS", Least: 8, Rank: 1}, {Name: "IS", Least: 8, Rank: 1}}, rows)
	}
	p.Line("%s to %s: %d changes, %d break readers", d.From, d.To, len(d.Changes), d.Breaks)
}
