package cli_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
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
var described = []string{"domain", "policy", "domain/lane", "domain/lane/evidence", "domain/lane/index", "eventlog", "projections", "projections/audit", "projections/follow", "projections/store", "commands/approve", "commands/import", "commands/record", "commands/ship", "consumers/watch", "git/hooks", "cmd/claw/cli/app", "cmd/claw/cli/approval", "cmd/claw/cli/approve", "cmd/claw/cli/audit", "cmd/claw/cli/front", "cmd/claw/cli/guard", "cmd/claw/cli/hook", "cmd/claw/cli/log", "cmd/claw/cli/look", "cmd/claw/cli/policy", "cmd/claw/cli/projector", "cmd/claw/cli/setup", "cmd/claw/cli/ship", "cmd/claw/cli/term", "cmd/claw/cli/view", "cmd/claw/cli/workspace", "cmd/claw/cli"}

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
	"commands/approve":     "commands.",
	"commands/import":      "commands.",
	"commands/record":      "commands.",
	"commands/ship":        "commands.",
	"domain/lane/evidence": "lane.",
	"domain/lane/index":    "lane.",
	"proof":                "signing.",
}

// frontDoor is where the types of the command line stand: their published names have no
// prefix and, but for those of capitalized, begin with a small letter.
const frontDoor = "cmd/claw/cli"

var capitalized = []string{"Head", "Warning", "Setting"}

// named is the name of a type in the published schemas.
func named(t reflect.Type) string {
	of := strings.TrimPrefix(t.PkgPath(), "github.com/clawable/claw/")
	switch prefix, moved := publishedAs[of]; {
	case t.Name() == "":
		return ""
	case moved:
		return prefix + t.Name()
	case strings.HasPrefix(of, frontDoor) && !slices.Contains(capitalized, t.Name()):
		return strings.ToLower(t.Name()[:1]) + t.Name()[1:]
	case strings.HasPrefix(of, frontDoor):
		return t.Name()
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
