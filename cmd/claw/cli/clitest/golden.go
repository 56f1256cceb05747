package clitest

import (
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/schemas/schematest"
)

// Update reports whether golden files are to be rewritten: the flag -update.
var Update = flag.Bool("update", false, "rewrite golden files")

// Read is the content of a file.
func Read(t *testing.T, file string) string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// repository is the folder of the module whose tests run.
var repository = func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for parent := ""; ; dir = parent {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if parent = filepath.Dir(dir); parent == dir {
			panic("no go.mod above the folder of the tests")
		}
	}
}()

// InRepository is the path of a file or folder of the repository, whose name below it is
// slash-separated.
func InRepository(name string) string { return filepath.Join(repository, filepath.FromSlash(name)) }

// Golden compares got with the content of a file, or rewrites the file under -update.
func Golden(t *testing.T, file, got string) {
	t.Helper()
	if *Update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(Read(t, file), got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", file, diff)
	}
}

// Documents parses JSON objects that follow each other.
func Documents(t *testing.T, text string) []map[string]any {
	t.Helper()
	var all []map[string]any
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		var one map[string]any
		switch err := d.Decode(&one); err {
		case nil:
			all = append(all, one)
		case io.EOF:
			return all
		default:
			t.Fatalf("%v in\n%s", err, text)
		}
	}
}

// Members is the member name of each object of a list.
func Members(list any, name string) (all []any) {
	for _, e := range list.([]any) {
		all = append(all, e.(map[string]any)[name])
	}
	return all
}

// checkDocuments holds all that the program printed under --json to the published schemas.
func checkDocuments(t *testing.T, out string) {
	t.Helper()
	for d := jsontext.NewDecoder(strings.NewReader(out)); ; {
		value, err := d.ReadValue()
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = schematest.Check(value)
		}
		if err != nil {
			t.Errorf("%v in\n%.2000s", err, out)
			return
		}
	}
}
