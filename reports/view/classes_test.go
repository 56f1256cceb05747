package view_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/reports/redact"
	"github.com/clawable/claw/reports/view"
)

// TestEachFieldHasTheClassThatWasReviewed holds the built-in policy to testdata/classes.txt, a line for
// each field of a report: a field that is added has to be looked at.
func TestEachFieldHasTheClassThatWasReviewed(t *testing.T) {
	var b strings.Builder
	for _, e := range policy(t).Explain(view.Schema(), redact.Reader{Audience: view.OpsAudit}) {
		b.WriteString(string(e.Class) + " " + e.Field + " (" + e.Type + ", " + e.Rule + ")\n")
	}
	if *update {
		if err := os.WriteFile("testdata/classes.txt", []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/classes.txt")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestTheBuiltInPolicyHasNoFlaw lints it.
func TestTheBuiltInPolicyHasNoFlaw(t *testing.T) {
	for _, f := range policy(t).Lint(view.Schema()) {
		t.Errorf("%+v", f)
	}
}

// tomlOfTheDocs is the block of TOML of a page that begins a line so.
func tomlOfTheDocs(t *testing.T, page, begins string) string {
	t.Helper()
	for _, block := range strings.Split(page, "```toml\n")[1:] {
		if text, _, _ := strings.Cut(block, "```"); strings.HasPrefix(text, begins) || strings.Contains(text, "\n"+begins) {
			return text
		}
	}
	t.Fatalf("no block of TOML has %s", begins)
	return ""
}

// TestTheDeclarationOfTheDocsDeclares reads the audience that docs/reports.md shows.
func TestTheDeclarationOfTheDocsDeclares(t *testing.T) {
	page, err := os.ReadFile("../../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	all := declared(t, tomlOfTheDocs(t, string(page), "[[view]]"))
	if len(all) != 1 || all[0].Audience != "release_notes" || all[0].MaxBytes != 4000 || len(all[0].Fields["lanes"]) != 5 {
		t.Errorf("%+v", all)
	}
}

// TestThePolicyOfTheDocsSaysWhatItDoes reads the policy that docs/reports.md shows.
func TestThePolicyOfTheDocsSaysWhatItDoes(t *testing.T) {
	page, err := os.ReadFile("../../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	text := tomlOfTheDocs(t, string(page), "id = ")
	p, err := redact.Parse("docs/reports.md", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Lint(view.Schema()) {
		if f.Flaw != redact.FlawUnnamed {
			t.Errorf("%+v", f)
		}
	}
	for audience, want := range map[string]redact.Effect{"human_readable": redact.Shown, "clawhip": redact.Effect(redact.Drop)} {
		for _, e := range p.Explain(view.Schema(), redact.Reader{Audience: audience, Ceiling: p.Ceiling(audience, ""), Key: key(t)}) {
			if e.Field == "/lanes/items/*/owner" && e.Effect != want {
				t.Errorf("%s: %+v", audience, e)
			}
		}
	}
}
