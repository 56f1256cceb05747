package view_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
)

// quotedWord is a word of a page between backquotes.
var quotedWord = regexp.MustCompile("`([^`]+)`")

// wordsBetween are the quoted words of a page behind the first begins, up to the next ends.
func wordsBetween(t *testing.T, page, begins, ends string) (words []string) {
	t.Helper()
	_, rest, is := strings.Cut(page, begins)
	text, _, ended := strings.Cut(rest, ends)
	for _, m := range quotedWord.FindAllStringSubmatch(text, -1) {
		words = append(words, m[1])
	}
	if !is || !ended || len(words) == 0 {
		t.Fatalf("docs/reports.md has no words between %q and %q", begins, ends)
	}
	return words
}

// TestTheGoldensAreThoseThatTheDocsName makes the set of golden views from docs/reports.md: each audience of its table,
// with the class that it sees, × each format × each redaction × each schema version. There is a file for each, and no other.
func TestTheGoldensAreThoseThatTheDocsName(t *testing.T) {
	text, err := os.ReadFile("../../docs/reports.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	ceilings := map[string]domain.Sensitivity{}
	audiences := wordsBetween(t, page, "| audience | what it has | sees up to |", "\n\n")
	for i := 0; i+1 < len(audiences); i += 2 {
		ceilings[audiences[i]] = domain.Sensitivity(audiences[i+1])
	}
	if diff := cmp.Diff(policy(t).Ceilings, ceilings); diff != "" {
		t.Errorf("what audiences see, -policy +docs\n%s", diff)
	}
	_, row, _ := strings.Cut(page, "\n| F1 ")
	var want []string
	for _, schema := range wordsBetween(t, row, "× schema ", ";") {
		for audience := range ceilings {
			for _, redaction := range wordsBetween(t, row, "redaction (", ")") {
				for _, format := range wordsBetween(t, page, "Formats are ", ".") {
					want = append(want, filepath.Join("testdata", schema, audience+"."+redaction+"."+format))
				}
			}
		}
	}
	slices.Sort(want)
	got, err := filepath.Glob("testdata/[0-9]*/*")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the golden views, -docs +files\n%s", diff)
	}
}
