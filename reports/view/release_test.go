package view_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/view"
)

// TestViewsOfAReleaseAreWhatTheyWere holds the audit of a release to its golden file in every format;
// -update writes them anew. Those that carry the document verify by themselves.
func TestViewsOfAReleaseAreWhatTheyWere(t *testing.T) {
	text, err := os.ReadFile("../release/testdata/release.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.SealText(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range view.Format("").Enum() {
		v, err := view.Release(s, view.Format(format), asOf)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", "release", "ops_audit."+format)
		if *update {
			if err := os.WriteFile(file, v.Bytes, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(v.Bytes), "\n")); diff != "" {
			t.Errorf("%s: -want +got\n%s", format, diff)
		}
		for range 100 {
			if again, err := view.Release(s, view.Format(format), asOf); err != nil || !bytes.Equal(again.Bytes, v.Bytes) {
				t.Fatalf("%s: another rendering has other bytes: %v", format, err)
			}
		}
		_, d, err := view.ReadRelease(v.Bytes)
		switch carries := format == string(view.HTML) || format == string(view.JSON); {
		case carries && (err != nil || len(d.Commits) != 2):
			t.Errorf("%s does not verify: %v", format, err)
		case !carries && domain.KindOf(err) != domain.ErrParse:
			t.Errorf("%s: %v, want that it carries no document", format, err)
		}
	}
	page, err := os.ReadFile("testdata/release/ops_audit.html")
	if err != nil || bytes.Contains(page, []byte(`<b>"Lovelace"`)) || !bytes.Contains(page, []byte("Lovelace")) {
		t.Errorf("a name of others is an element of the page, or is not there: %v", err)
	}
}
