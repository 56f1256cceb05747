package release_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/release"
)

// audited is the document of the tests, in canonical form.
func audited(t testing.TB) reports.Sealed {
	t.Helper()
	text, err := os.ReadFile("testdata/release.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := reports.SealText(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestADocumentIsHeldToItsHashAndItsTotals verifies a document, and ones that were changed.
func TestADocumentIsHeldToItsHashAndItsTotals(t *testing.T) {
	s := audited(t)
	d, again, err := release.Verify(s.Text, s.Hash)
	if err != nil || again.Hash != s.Hash || len(d.Commits) != 2 || d.Holds() {
		t.Fatalf("%+v, %v", d, err)
	}
	for _, c := range []struct {
		name, from, to string
		kind           domain.ErrorKind
	}{
		{"a role", `"role":"rider"`, `"role":"unknown"`, domain.ErrCorrupt},
		{"a total", `"approved":2`, `"approved":1`, domain.ErrCorrupt},
		{"a later schema", `"schema_version":"1.0"`, `"schema_version":"9.0"`, domain.ErrUnavailable},
		{"a member that there is not", `"dropped":[]`, `"dropped":[],"mood":1`, domain.ErrParse},
		{"no JSON", `{`, `[`, domain.ErrParse},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := bytes.Replace(s.Text, []byte(c.from), []byte(c.to), 1)
			if bytes.Equal(text, s.Text) {
				t.Fatalf("%s is not in the document", c.from)
			}
			if _, _, err := release.Verify(text, s.Hash); err == nil {
				t.Error("the hash of another document is taken")
			}
			hash := s.Hash
			if changed, err := reports.SealText(text); err == nil {
				hash = changed.Hash
			}
			_, _, err := release.Verify(text, hash)
			if domain.KindOf(err) != c.kind {
				t.Errorf("with its own hash: %v, want %s", err, c.kind)
			}
		})
	}
}

// FuzzParse reads anything: what is read is written again, and reads the same.
func FuzzParse(f *testing.F) {
	f.Add(audited(f).Text)
	for _, text := range []string{"", "{}", `{"schema_version":"1.0"}`, `{"schema_version":"2.0"}`, `{"schema_version":"1.0","commits":[{"unknown":{"lane":"not_yet"}}]}`,
		`{"schema_version":"1.0","ships":{"ship-00000000000426SC74E4RVYAZD":{"pushed_at":{"unknown":"not_recorded"}}}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		d, err := release.Parse(text)
		if err != nil {
			if domain.KindOf(err) != domain.ErrParse && domain.KindOf(err) != domain.ErrUnavailable {
				t.Fatalf("%v", err)
			}
			return
		}
		d.Count()
		one, err := release.Seal(d)
		if err != nil {
			t.Skip("a text in it is not UTF-8")
		}
		again, sealed, err := release.Verify(one.Text, one.Hash)
		if err != nil || sealed.Hash != one.Hash || again.Holds() != d.Holds() {
			t.Fatalf("%s\nis written as\n%s\nand does not verify: %v", text, one.Text, err)
		}
	})
}
