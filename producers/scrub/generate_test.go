package scrub_test

import (
	"flag"
	"os"
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
