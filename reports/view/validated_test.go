package view_test

import (
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// fixtureSet names the fixtures of a schema: the report, and what every audience gets of it.
func fixtureSet(t *testing.T) view.Validated {
	t.Helper()
	files, err := filepath.Glob("testdata/" + reports.SchemaVersion + "/*")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	h := sha256.New()
	for _, file := range append([]string{"testdata/report.json"}, files...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		h.Write([]byte(filepath.ToSlash(file) + "\x00"))
		h.Write(sum[:])
	}
	v := view.Validated{FixtureSet: "reports/view/testdata/" + reports.SchemaVersion, Views: len(files), Rendering: view.Rendering, Schema: reports.SchemaVersion, Policy: policy(t).Ref()}
	h.Sum(v.Version[:0])
	return v
}

// TestTheProgramNamesTheFixturesThatValidatedIt holds what the program says to the fixtures that
// TestViewsAreWhatTheyWere compares; -update writes it anew.
func TestTheProgramNamesTheFixturesThatValidatedIt(t *testing.T) {
	want := fixtureSet(t)
	if *update {
		text, err := json.Marshal(want, jsontext.Multiline(true), jsontext.WithIndent("  "))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("validated.json", append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	got, err := view.ValidatedBy()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-update writes what validated this program anew; -want +got\n%s", diff)
	}
	n := 0
	golden(t, fixture(t), func(string, func() []byte) { n++ })
	if n != want.Views {
		t.Errorf("%d views are compared, %d fixtures are there", n, want.Views)
	}
}
