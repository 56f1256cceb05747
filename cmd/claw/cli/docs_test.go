package cli_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestTheDocsHoldTheTableOfVerbs holds the part of docs/cli.md that lists the verbs
// to the program; -update writes it anew.
func TestTheDocsHoldTheTableOfVerbs(t *testing.T) {
	const begin, end = "<!-- verbs: written by go test ./cmd/claw/cli -update -->\n", "<!-- end of verbs -->"
	file := clitest.InRepository("docs/cli.md")
	text := clitest.Read(t, file)
	before, rest, ok := strings.Cut(text, begin)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended {
		t.Fatalf("%s has no place for the verbs", file)
	}
	clitest.Golden(t, file, before+begin+verbsAsMarkdown(t)+end+after)
}

func verbsAsMarkdown(t *testing.T) string {
	w := clitest.Empty(t)
	verbs := append(leaves(t, w, "claw"), "claw help")
	slices.Sort(verbs)
	var table, details strings.Builder
	table.WriteString("\n| verb | what it is for | errors |\n|---|---|---|\n")
	for _, verb := range slices.Compact(verbs) {
		help := clitest.Documents(t, w.Must(append([]string{"help", "--json"}, strings.Fields(verb)[1:]...)...).Out)[0]
		if slices.Contains(scripts, verb) {
			continue
		}
		var kinds []string
		for _, k := range help["errors"].([]any) {
			kinds = append(kinds, "`"+k.(string)+"`")
		}
		says, _, _ := strings.Cut(help["short"].(string), "\n")
		fmt.Fprintf(&table, "| `%s` | %s | %s |\n", strings.TrimSuffix(help["usage"].(string), " [flags]"), says, strings.Join(kinds, " "))
		var flags strings.Builder
		for _, f := range help["flags"].([]any) {
			f := f.(map[string]any)
			if slices.Contains([]any{"--help", "--json", "--log", "--output-format"}, f["flag"]) {
				continue
			}
			fmt.Fprintf(&flags, "- `%s` %s\n", f["flag"], f["says"])
		}
		if flags.Len() > 0 {
			fmt.Fprintf(&details, "\n`%s`\n\n%s", verb, flags.String())
		}
	}
	return table.String() + "\n### Flags\n\nEvery verb has `--log`, `--json`, `--output-format` and `--help`, before it or after it.\n" + details.String() + "\n"
}
