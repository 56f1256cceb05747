package cli_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/cmd/claw/cli"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/schemas"
	"github.com/clawable/claw/schemas/generate"
)

// described are the packages whose types stand in documents.
var described = []string{"domain", "policy", "domain/lane", "domain/lane/evidence", "domain/lane/index", "eventlog", "projections", "projections/audit", "projections/follow", "projections/store", "commands/approve", "commands/import", "commands/record", "commands/ship", "consumers/watch", "git/hooks", "cmd/claw/cli"}

// TestPublishedSchemasOfDocumentsAreWhatTheTypesSay holds schemas/documents to the
// documents of the program; -update writes them anew.
func TestPublishedSchemasOfDocumentsAreWhatTheTypesSay(t *testing.T) {
	r, err := generate.Reflector("../../..", described...)
	if err != nil {
		t.Fatal(err)
	}
	r.Namer = named
	r.Mapper = mapped
	for name, d := range cli.Documents {
		s := r.Reflect(d.Type)
		s.Description = "What " + d.Of + " --json prints."
		if kind, ok := s.Properties.Get("kind"); ok {
			kind.Const = name
		}
		if version, ok := s.Properties.Get("schema_version"); ok {
			version.Const = 1
		}
		text, err := generate.Text(schemas.DocumentFile(name, 1), name, s)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, filepath.Join(folder(t, "schemas"), schemas.DocumentFile(name, 1)), text)
	}
	files, err := os.ReadDir(filepath.Join(folder(t, "schemas"), "documents"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if _, ok := cli.Documents[strings.TrimSuffix(f.Name(), ".v1.json")]; !ok {
			t.Errorf("schemas/documents/%s is of no document", f.Name())
		}
	}
}

// publishedAs is the prefix of a package's types in the published schemas, where that is not
// its name today: a definition keeps its name when its type moves.
var publishedAs = map[string]string{
	"cmd/claw/cli":         "",
	"commands/approve":     "commands.",
	"commands/import":      "commands.",
	"commands/record":      "commands.",
	"commands/ship":        "commands.",
	"domain/lane/evidence": "lane.",
	"domain/lane/index":    "lane.",
	"proof":                "signing.",
}

// named is the name of a type in the published schemas.
func named(t reflect.Type) string {
	if t.Name() == "" {
		return ""
	}
	if prefix, moved := publishedAs[strings.TrimPrefix(t.PkgPath(), "github.com/clawable/claw/")]; moved {
		return prefix + t.Name()
	}
	return t.String()
}

// mapped knows the types of documents that write their JSON themselves.
func mapped(t reflect.Type) *jsonschema.Schema {
	switch t {
	case reflect.TypeFor[projections.Time]():
		return generate.Time()
	case reflect.TypeFor[jsontext.Value]():
		return &jsonschema.Schema{}
	}
	return generate.Mapper(t)
}

// folder is a folder of the repository.
func folder(t testing.TB, name string) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("../../..", name))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}
