package cli_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// requests are what a line of a page may begin with, if with a dot.
var requests = regexp.MustCompile(`(?m)^\.(TH|SH|TP|PP|br)\b`)

// TestEachVerbHasAManPage goes through the table of verbs: the page names the verb, each
// of its flags and each error kind, and holds no line that a formatter would take for
// something else.
func TestEachVerbHasAManPage(t *testing.T) {
	w := clitest.Empty(t)
	pages := clitest.Documents(t, w.Must("man", "--json", "man1").Out)[0]["pages"].([]any)
	kept, err := os.ReadDir(w.Path("man1"))
	if err != nil || len(kept) != len(pages) {
		t.Errorf("%d pages, %d files, %v", len(pages), len(kept), err)
	}
	for verb := range good {
		page := clitest.Read(t, filepath.Join(w.Path("man1"), strings.ReplaceAll(verb, " ", "-")+".1"))
		help := clitest.Documents(t, w.Must(append([]string{"help", "--json"}, strings.Fields(verb)[1:]...)...).Out)[0]
		for _, f := range help["flags"].([]any) {
			if flag := f.(map[string]any)["flag"].(string); !strings.Contains(page, "\n\\fB"+strings.ReplaceAll(flag, "-", `\-`)+"\\fR\n") {
				t.Errorf("the page of %s is without %s", verb, flag)
			}
		}
		for _, kind := range help["errors"].([]any) {
			if !strings.Contains(page, kind.(string)) {
				t.Errorf("the page of %s is without the error kind %s", verb, kind)
			}
		}
		if rest := requests.ReplaceAllString(page, ""); regexp.MustCompile(`(?m)^[.']`).MatchString(rest) {
			t.Errorf("the page of %s has a line that is no request:\n%s", verb, page)
		}
	}
}
