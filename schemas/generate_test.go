package schemas_test

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/schemas"
	"github.com/clawable/claw/schemas/generate"
)

var update = flag.Bool("update", false, "rewrite the published schemas")

func TestPublishedSchemasAreWhatTheTypesSay(t *testing.T) {
	want := generated(t)
	if *update {
		write(t, want)
		return
	}
	got := map[string]string{}
	err := fs.WalkDir(schemas.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(path, "documents/") { // those are the program's
			return err
		}
		text, err := fs.ReadFile(schemas.Files(), path)
		got[path] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("published schemas (-generated +published), rewrite with go generate ./schemas:\n%s", diff)
	}
}

// generated returns the text of each schema by its file name.
func generated(t *testing.T) map[string]string {
	t.Helper()
	r, err := generate.Reflector("..", "domain", "schemas")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	add := func(file, title string, s *jsonschema.Schema) {
		text, err := generate.Text(file, title, s)
		if err != nil {
			t.Fatal(err)
		}
		files[file] = text
	}
	envelope := r.ReflectFromType(reflect.TypeFor[EnvelopeV1]())
	envelope.Description = "One event of a log, as exported: one line of JSON Lines."
	add("envelope.v1.json", "envelope", envelope)
	for _, info := range domain.Kinds() {
		s := r.ReflectFromType(reflect.TypeOf(info.New()).Elem())
		s.Extras = extras(info)
		add(schemas.EventFile(string(info.Kind), info.Version), string(info.Kind), s)
	}
	return files
}

// extras is what the table of kinds contains beside the members.
func extras(info domain.KindInfo) map[string]any {
	x := map[string]any{"x-stream": info.Family.Prefix(), "x-decision": info.Decision, "x-erasable": info.Erasable}
	if info.Material != nil {
		x["x-material"] = info.Material
	}
	return x
}

func write(t *testing.T, files map[string]string) {
	t.Helper()
	old, err := filepath.Glob("events/*.json")
	for _, path := range old {
		if files[filepath.ToSlash(path)] == "" && err == nil {
			err = os.Remove(path)
		}
	}
	for path, text := range files {
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}
