package cli_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// runByPrograms are the verbs that people do not type, with the program that does.
var runByPrograms = map[string]string{"ship hook": "git", "help": "listed by claw itself"}

// TestTheReadmeListsEachVerb expects every verb of claw in the first column of the README's table.
func TestTheReadmeListsEachVerb(t *testing.T) {
	var listed []string
	for line := range strings.Lines(clitest.Read(t, "../../../README.md")) {
		first, _, _ := strings.Cut(line, " | ")
		for at, code := range strings.Split(strings.ReplaceAll(first, `\|`, "|"), "`") {
			if at%2 == 1 && strings.HasPrefix(first, "| `") {
				listed = append(listed, verbsIn(code)...)
			}
		}
	}
	for _, verb := range leaves(t, clitest.Empty(t), "claw") {
		name := strings.TrimPrefix(verb, "claw ")
		family, _, _ := strings.Cut(name, " ")
		if runByPrograms[name] == "" && !slices.Contains(listed, name) && !slices.Contains(listed, family+" …") && family != "completion" {
			t.Errorf("the README does not list claw %s", name)
		}
	}
}

// verbsIn are the verbs that a text such as "lane show|explain LANE" names.
func verbsIn(code string) []string {
	said, typed := "", strings.Fields(code)
	var all []string
	for i, word := range typed {
		if word != "…" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-|") != "" || strings.HasPrefix(word, "-") {
			break
		}
		if strings.Contains(word, "|") || i == len(typed)-1 || word == "…" {
			for _, one := range strings.Split(word, "|") {
				all = append(all, strings.TrimSpace(said+" "+one))
			}
			return all
		}
		said = strings.TrimSpace(said + " " + word)
	}
	return []string{said}
}
