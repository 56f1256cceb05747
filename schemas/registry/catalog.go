package registry

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/clawable/claw/schemas"
)

// Current names the schemas of this program beside those of releases.
const Current = "current"

// Schema is a published schema.
type Schema struct {
	Name    string // as claw schema show takes it
	Of      Of
	Version int
	ID      string // its $id
	Says    string // its description
	Text    []byte
}

// Of is what a schema describes.
type Of string

// What schemas describe.
const (
	OfDocument Of = "document"
	OfEnvelope Of = "envelope"
	OfEvent    Of = "event"
)

// Enum lists the values.
func (Of) Enum() []string { return []string{string(OfDocument), string(OfEnvelope), string(OfEvent)} }

// Catalog is the schemas of one release, in the order of their files.
type Catalog struct {
	Release string // or [Current]
	Schemas []Schema
}

// Releases lists the releases whose schemas this program carries, the oldest first, and then [Current].
func Releases() []string { return append(schemas.Releases(), Current) }

// Read reads the schemas of a release, or those of this program for [Current] and "".
//
// Errors: [fs.ErrNotExist] for a release that this program does not know.
func Read(release string) (*Catalog, error) {
	if release == "" || release == Current {
		return read(Current, schemas.Files())
	}
	files, err := schemas.Released(release)
	if err != nil {
		return nil, err
	}
	return read(release, files)
}

func read(release string, files fs.FS) (*Catalog, error) {
	c := &Catalog{Release: release}
	err := fs.WalkDir(files, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, file)
		if err != nil {
			return err
		}
		s, err := schemaOf(file, text)
		c.Schemas = append(c.Schemas, s)
		return err
	})
	return c, err
}

// schemaOf reads what a file of schemas states about itself: <of>s/<name>.v<version>.json.
func schemaOf(file string, text []byte) (Schema, error) {
	name, version, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".json"), ".v")
	s := Schema{Name: name, Of: OfEnvelope, Text: text}
	s.Version, _ = strconv.Atoi(version)
	if folder := path.Dir(file); folder != "." {
		s.Of = Of(strings.TrimSuffix(folder, "s"))
	}
	var says struct {
		ID          string `json:"$id"`
		Description string `json:"description"`
	}
	if err := json.Unmarshal(text, &says); err != nil {
		return s, fmt.Errorf("%s: %w", file, err)
	}
	s.ID, s.Says = says.ID, says.Description
	return s, nil
}

// Find returns the requested version of a schema; 0 is the newest. It returns nil where the catalog has
// none.
func (c *Catalog) Find(name string, version int) (found *Schema) {
	for i := range c.Schemas {
		s := &c.Schemas[i]
		if s.Name == name && (version == 0 || s.Version == version) && (found == nil || s.Version > found.Version) {
			found = s
		}
	}
	return found
}

// Names lists the names of the schemas, sorted, each once.
func (c *Catalog) Names() (names []string) {
	for _, s := range c.Schemas {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// byFile orders schemas for a comparison.
func byFile(a, b Schema) int {
	return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Version, b.Version))
}
