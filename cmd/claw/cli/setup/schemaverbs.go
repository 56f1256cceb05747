package setupcmd

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/schemas/registry"
)

// SchemasDocument is the answer of schema list.
type SchemasDocument struct {
	app.Head
	Release  string            `json:"release"`  // whose schemas these are
	Releases []string          `json:"releases"` // that this claw carries, the oldest first
	Schemas  []publishedSchema `json:"schemas"`
}

// publishedSchema is a schema that claw carries.
type publishedSchema struct {
	Name    string      `json:"name"` // as schema show takes it
	Of      registry.Of `json:"of"`
	Version int         `json:"version"`
	ID      string      `json:"id"`            // its $id
	Says    string      `json:"says,omitzero"` // its description
}

// SchemaDocument is the answer of schema show under JSON.
type SchemaDocument struct {
	app.Head
	Name    string         `json:"name"`
	Version int            `json:"version"`
	Release string         `json:"release"`
	Schema  jsontext.Value `json:"schema"`
}

// SchemaVerbs returns claw schema and the verbs below it.
func SchemaVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("schema", "more", "JSON Schemas of documents, events and the envelope")
	cmd.AddCommand(schemaList(a), schemaShow(a), schemaFields(a), schemaDiff(a))
	return cmd
}

func schemaList(a *app.App) *cobra.Command {
	var release string
	cmd := a.Verb("list", "", "List the JSON Schemas that a release of claw publishes", app.NoArgs, func([]string) (app.Document, error) {
		c, err := catalog("list schemas", release)
		if err != nil {
			return nil, err
		}
		d := &SchemasDocument{Head: app.HeadOf("schemas"), Release: c.Release, Releases: registry.Releases()}
		for _, s := range c.Schemas {
			d.Schemas = append(d.Schemas, publishedSchema{s.Name, s.Of, s.Version, s.ID, s.Says})
		}
		return d, nil
	})
	releaseFlag(cmd, &release)
	return cmd
}

func schemaShow(a *app.App) *cobra.Command {
	var release string
	cmd := a.Verb("show NAME", "", "Print the JSON Schema of a document, an event kind or the envelope", app.Exactly(1, "NAME"),
		func(args []string) (app.Document, error) {
			c, s, err := schemaNamed("show schema", release, args[0])
			if err != nil {
				return nil, err
			}
			return &SchemaDocument{app.HeadOf("schema"), s.Name, s.Version, c.Release, s.Text}, nil
		})
	releaseFlag(cmd, &release)
	return cmd
}

// releaseFlag adds the flag that selects the release of the schemas.
func releaseFlag(cmd *cobra.Command, release *string) {
	cmd.Flags().StringVar(release, "release", registry.Current, "the release that published them, or current: this claw")
}

// catalog reads the schemas of a release.
//
// Errors: kind usage for a release that this claw does not know.
func catalog(operation, release string) (*registry.Catalog, error) {
	c, err := registry.Read(release)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, app.UsageError(operation, "release "+release, "this claw knows no such release", strings.Join(registry.Releases(), ", "))
	}
	return c, err
}

// schemaNamed finds a schema of a release.
//
// Errors: kind usage for a release or a schema that there is not.
func schemaNamed(operation, release, name string) (*registry.Catalog, *registry.Schema, error) {
	c, err := catalog(operation, release)
	if err != nil {
		return nil, nil, err
	}
	s := c.Find(name, 0)
	if s == nil {
		return nil, nil, app.UsageError(operation, name, "there is no such schema", app.DidYouMean(name, c.Names())+"claw schema list names all")
	}
	return c, s, nil
}

func (d *SchemasDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Schemas))
	for _, s := range d.Schemas {
		rows = append(rows, []term.Cell{term.Plain(s.Name), term.Plain(string(s.Of)), term.Plain(strconv.Itoa(s.Version)), term.Plain(s.Says)})
	}
	p.Table([]term.Column{{Name: "NAME"}, {Name: "OF", Rank: 3}, {Name: "VERSION", Right: true, Rank: 2}, {Name: "SAYS", Least: 20, Rank: 1}}, rows)
}

func (d *SchemaDocument) Text(p *term.Page) { p.Raw(string(d.Schema)) }
