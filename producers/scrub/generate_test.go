package scrub_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/scrub"
)

var update = flag.Bool("update", false, "rewrite the tables of the rules")

func TestTheTablesAreWhatTheRulesSay(t *testing.T) {
	rules, err := os.ReadFile("rules.toml")
	if err != nil {
		t.Fatal(err)
	}
	source, table, err := scrub.Tables(string(rules))
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string][]byte{"tables.go": source, "keywords.table": table} {
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-generated +kept), rewrite with go generate ./producers/scrub:\n%s", file, diff)
		}
	}
}

func TestTheDocumentListsTheRules(t *testing.T) {
	document, err := os.ReadFile("../../docs/scrubber.md")
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, r := range scrub.New().Rules() {
		want = append(want, fmt.Sprintf("| `%s` | %s | %s |", r.ID, r.Family, r.Description))
	}
	for line := range strings.Lines(string(document)) {
		if strings.HasPrefix(line, "| `") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/scrubber.md -want +got:\n%s", diff)
	}
}
