package setupcmd

import (
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"github.com/clawable/claw/cmd/claw/cli/app"
	"github.com/clawable/claw/cmd/claw/cli/term"
	"github.com/clawable/claw/schemas"
)

// SchemasDocument is the answer of schema list.
type SchemasDocument struct {
	app.Head
	Schemas []publishedSchema `json:"schemas"`
}

// publishedSchema is a schema that claw carries.
type publishedSchema struct {
	Name    string   `json:"name"` // as schema show takes it
	Of      schemaOf `json:"of"`
	Version int      `json:"version"`
	ID      string   `json:"id"`            // its $id
	Says    string   `json:"says,omitzero"` // its description
	file    string   // in schemas.Files
}

// schemaOf is what a schema describes.
type schemaOf string

const (
	schemaOfDocument schemaOf = "document"
	schemaOfEnvelope schemaOf = "envelope"
	schemaOfEvent    schemaOf = "event"
)

// Enum lists the values.
func (schemaOf) Enum() []string {
	return []string{string(schemaOfDocument), string(schemaOfEnvelope), string(schemaOfEvent)}
}

// SchemaDocument is the answer of schema show under JSON.
type SchemaDocument struct {
	app.Head
	Name    string         `json:"name"`
	Version int            `json:"version"`
	Schema  jsontext.Value `json:"schema"`
}

// SchemaVerbs is claw schema and what stands below it.
func SchemaVerbs(a *app.App) *cobra.Command {
	cmd := app.VerbFamily("schema", "more", "JSON Schemas of documents, events and the envelope")
	cmd.AddCommand(
		a.Verb("list", "", "List the JSON Schemas that this claw publishes", app.NoArgs, func([]string) (app.Document, error) {
			all, err := PublishedSchemas()
			return &SchemasDocument{app.HeadOf("schemas"), all}, err
		}),
		a.Verb("show NAME", "", "Print the JSON Schema of a document, an event kind or the envelope", app.Exactly(1, "NAME"),
			func(args []string) (app.Document, error) { return schemaNamed(args[0]) }))
	return cmd
}

// PublishedSchemas lists the schemas: documents, the envelope, then events.
func PublishedSchemas() (all []publishedSchema, err error) {
	err = fs.WalkDir(schemas.Files(), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(schemas.Files(), file)
		if err != nil {
			return err
		}
		var says struct {
			ID          string `json:"$id"`
			Description string `json:"description"`
		}
		s := schemaIn(file)
		err = json.Unmarshal(text, &says)
		s.ID, s.Says = says.ID, says.Description
		all = append(all, s)
		return err
	})
	return all, err
}

// schemaIn reads the name of a file of schemas: <of>s/<name>.v<version>.json.
func schemaIn(file string) publishedSchema {
	name, version, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".json"), ".v")
	s := publishedSchema{Name: name, Of: schemaOfEnvelope, file: file}
	s.Version, _ = strconv.Atoi(version)
	if folder := path.Dir(file); folder != "." {
		s.Of = schemaOf(strings.TrimSuffix(folder, "s"))
	}
	return s
}

func schemaNamed(name string) (*SchemaDocument, error) {
	var names []string
	var found publishedSchema
	for _, pattern := range []string{"*.json", "*/*.json"} {
		files, err := fs.Glob(schemas.Files(), pattern)
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			s := schemaIn(file)
			names = append(names, s.Name)
			if s.Name == name && s.Version > found.Version {
				found = s
			}
		}
	}
	if found.file == "" {
		return nil, app.UsageError("show schema", name, "there is no such schema", app.DidYouMean(name, names)+"claw schema list names all")
	}
	text, err := fs.ReadFile(schemas.Files(), found.file)
	return &SchemaDocument{app.HeadOf("schema"), found.Name, found.Version, text}, err
}

func (d *SchemasDocument) Text(p *term.Page) {
	rows := make([][]term.Cell, 0, len(d.Schemas))
	for _, s := range d.Schemas {
		rows = append(rows, []term.Cell{term.Plain(s.Name), term.Plain(string(s.Of)), term.Plain(strconv.Itoa(s.Version)), term.Plain(s.Says)})
	}
	p.Table([]term.Column{{Name: "NAME"}, {Name: "OF", Rank: 3}, {Name: "VERSION", Right: true, Rank: 2}, {Name: "SAYS", Least: 20, Rank: 1}}, rows)
}

func (d *SchemaDocument) Text(p *term.Page) { p.Raw(string(d.Schema)) }
