package tables_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain/lane"
)

var update = flag.Bool("update", false, "print the rule's tables into docs/outcome.md")

// TestTheTablesInTheDocsAreTheRuleInTheCode holds the tables of docs/outcome.md to the rule;
// -update prints them anew.
func TestTheTablesInTheDocsAreTheRuleInTheCode(t *testing.T) {
	const file = "../../../docs/outcome.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := printed(t, printed(t, string(doc), "outcomes", outcomesAsMarkdown()), "sentences", sentencesAsMarkdown())
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, string(doc)); diff != "" {
		t.Errorf("docs/outcome.md (-code +docs):\n%s", diff)
	}
}

// printed returns doc with a table in the place that is kept for it.
func printed(t *testing.T, doc, name, table string) string {
	t.Helper()
	begin, end := "<!-- "+name+": written by go generate ./domain/lane -->\n", "<!-- end of "+name+" -->"
	before, rest, ok := strings.Cut(doc, begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("docs/outcome.md has no place for the table of %s", name)
	}
	return before + begin + "\n" + table + "\n" + end + after
}

func outcomesAsMarkdown() string {
	var b strings.Builder
	b.WriteString("| rule | where all of this is true | outcome |\n|---|---|---|\n")
	for _, r := range lane.Outcomes() {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", r.Rule, strings.Join(r.Conditions(), "; "), r.Outcome)
	}
	return b.String()
}

func sentencesAsMarkdown() string {
	var b strings.Builder
	b.WriteString("| rule | from | sentence |\n|---|---|---|\n")
	for _, s := range lane.Rules() {
		from := "design"
		if s.Added {
			from = "added"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", s.Rule, from, s.Text)
	}
	return b.String()
}
