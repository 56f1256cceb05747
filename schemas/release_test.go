package schemas_test

import (
	"archive/zip"
	"bytes"
	"flag"
	"io/fs"
	"os"
	"testing"

	"github.com/clawable/claw/schemas"
	"github.com/clawable/claw/schemas/registry"
)

var release = flag.String("release", "", "keep the published schemas as those of this release")

// TestNoReleasedSchemaBreaks compares the schemas of each release with those of this program. With
// -release it keeps these as a new release first.
func TestNoReleasedSchemaBreaks(t *testing.T) {
	if *release != "" {
		keep(t, "released/"+*release+".zip")
		t.Skip("kept; run the test again without -release")
	}
	now, err := registry.Read(registry.Current)
	if err != nil {
		t.Fatal(err)
	}
	if len(schemas.Releases()) == 0 {
		t.Fatal("no release is kept")
	}
	for _, name := range schemas.Releases() {
		was, err := registry.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		changes, err := registry.Compare(was, now)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			if c.Breaks {
				t.Errorf("release %s: %s %s of %s breaks its readers: it was %s and is %s", name, c.Change, c.Path, c.Schema, c.Was, c.Is)
			}
		}
	}
}

// keep writes the published schemas to an archive that does not exist: a release is never written again.
func keep(t *testing.T, file string) {
	t.Helper()
	if _, err := os.Stat(file); err == nil {
		t.Fatalf("%s exists: a release does not change", file)
	}
	var text bytes.Buffer
	w := zip.NewWriter(&text)
	err := fs.WalkDir(schemas.Files(), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		schema, err := fs.ReadFile(schemas.Files(), path)
		if err != nil {
			return err
		}
		entry, err := w.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate})
		if err == nil {
			_, err = entry.Write(schema)
		}
		return err
	})
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = os.WriteFile(file, text.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
