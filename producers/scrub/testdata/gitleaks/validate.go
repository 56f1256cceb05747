// Package utils takes the place of gitleaks' package of this name, in a copy of its module: it
// prints the samples that a rule is checked with instead of checking them.
package utils

import (
	"encoding/json"
	"os"
	"slices"

	"github.com/zricethezav/gitleaks/v8/config"
)

// sample is a line of the output: a text in which a rule of gitleaks finds a secret, or does not.
type sample struct {
	Rule   string `json:"rule"`
	Text   string `json:"text"`
	Secret string `json:"secret,omitempty"`
}

var out = json.NewEncoder(os.Stdout)

func Validate(rule config.Rule, positives, negatives []string) *config.Rule {
	for _, text := range positives {
		show(sample{rule.RuleID, text, secretIn(rule, text)})
	}
	for _, text := range negatives {
		show(sample{Rule: rule.RuleID, Text: text})
	}
	return &rule
}

func ValidateWithPaths(rule config.Rule, positives, negatives map[string]string) *config.Rule {
	values := func(m map[string]string) (all []string) {
		for _, text := range m {
			all = append(all, text)
		}
		slices.Sort(all)
		return all
	}
	return Validate(rule, values(positives), values(negatives))
}

func show(s sample) {
	if err := out.Encode(s); err != nil {
		panic(err)
	}
}

// secretIn is what the rule takes for the secret: the group that it names, else the first that
// took part, else the whole match. A rule without an expression takes a whole file.
func secretIn(rule config.Rule, text string) string {
	if rule.Regex == nil {
		return text
	}
	groups := rule.Regex.FindStringSubmatch(text)
	if groups == nil {
		return ""
	}
	if rule.SecretGroup > 0 {
		return groups[rule.SecretGroup]
	}
	for _, g := range groups[1:] {
		if g != "" {
			return g
		}
	}
	return groups[0]
}
