package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/policy"
)

// TestLintWarnsOfSpellingsThatARuleMisses: a person means what a command does, and names one spelling of it.
func TestLintWarnsOfSpellingsThatARuleMisses(t *testing.T) {
	deny := func(patterns string) string { return "[[rule]]\nid=\"a\"\ndecision=\"deny\"\n" + patterns + "\n" }
	for name, row := range map[string]struct{ rules, says string }{
		"a removal in one spelling": {deny(`argv_shorthand = "rm -rf:*"`), "it does not hold for rm -r -f x, rm -Rf x, rm --recursive --force x, rm -fr x and 3 more spellings of the same"},
		"as a text":                 {deny(`command = "rm -rf *"`), "it does not hold for rm -r -f x, rm -Rf x, rm --recursive --force x, rm -fr x and 3 more spellings of the same"},
		"all spellings in one rule": {deny(`command = ["rm -rf*", "rm -fr*", "rm -r -f*", "rm -f -r*", "rm -Rf*", "rm -fR*", "rm --recursive --force*", "rm --force --recursive*"]`), ""},
		"all spellings in two":      {deny(`command = "rm -rf *"`) + "[[rule]]\nid=\"b\"\ndecision=\"deny\"\ncommand=\"rm -*\"\n", ""},
		"another that only asks":    {deny(`command = "rm -f x"`) + "[[rule]]\nid=\"b\"\ndecision=\"ask\"\ncommand=\"rm *\"\n", "it does not hold for rm --force x, which do the same"},
		"a push by its name":        {deny(`argv_shorthand = "git push --force:*"`), "it does not hold for git push -f x, which do the same"},
		"any push":                  {deny(`argv_shorthand = "git push:*"`), ""},
		"flags that nobody knows":   {deny(`argv_shorthand = "tar -xf:*"`), ""},
		"an allowance":              {"[[rule]]\nid=\"a\"\ndecision=\"allow\"\nargv_shorthand=\"rm -rf:*\"\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			text := "version = 1\n" + row.rules
			var says []string
			for _, f := range policy.Lint([]policy.Layer{layer(t, "adopted", text)}) {
				if f.Flaw == policy.FlawSiblings && f.Rule == "a" {
					says = append(says, f.Says)
				}
			}
			if diff := cmp.Diff(row.says, strings.Join(says, "\n")); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
			if _, err := policy.Adoptable("policy.toml", []byte(text)); err != nil && !strings.Contains(name, "two") && !strings.Contains(name, "asks") {
				t.Errorf("a warning keeps it from being adopted: %v", err)
			}
		})
	}
}
