package claw_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// glossaryTerms are the words of claw's own that the README's glossary has to define
// wherever the README uses them. A plural counts as its singular.
var glossaryTerms = []string{"approval", "board", "claw", "draft", "event", "evidence", "grant", "lane", "log", "outcome", "producer",
	"projection", "receipt", "seal", "session", "ship", "spool", "turn"}

func TestTheGlossaryDefinesWhatTheReadmeUses(t *testing.T) {
	text := readText(t, "README.md")
	before, rest, found := strings.Cut(text, "\n## Glossary\n")
	glossary, after, ended := strings.Cut(rest, "\n## ")
	if !found || !ended {
		t.Fatal("README.md has no glossary")
	}
	defined := map[string]bool{}
	for _, m := range boldWord.FindAllStringSubmatch(glossary, -1) {
		defined[m[1]] = true
	}
	used := prose(before) + prose(glossary) + prose(after)
	for _, term := range glossaryTerms {
		if !defined[term] && regexp.MustCompile(`(?i)\b`+term+`s?\b`).MatchString(used) {
			t.Errorf("README.md uses %q, which its glossary does not define", term)
		}
	}
	for term := range defined {
		if !slices.Contains(glossaryTerms, term) {
			t.Errorf("the glossary defines %q, which the list of this test lacks", term)
		}
	}
	for _, term := range []string{"lane", "turn", "session", "outcome", "ship", "receipt", "seal", "spool", "draft", "grant", "approval"} {
		if !defined[term] {
			t.Errorf("the glossary lacks %q", term)
		}
	}
}

var (
	boldWord   = regexp.MustCompile(`\*\*([a-z]+)\*\*`)
	fenced     = regexp.MustCompile("(?s)```.*?```")
	inlineCode = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\(([^)\s]+)\)`)
)

// prose is a text without its code and the targets of its links.
func prose(text string) string {
	return linkTarget.ReplaceAllString(inlineCode.ReplaceAllString(fenced.ReplaceAllString(text, ""), ""), "]")
}

// wrapColumns is the width at which the text of README.md and docs is wrapped.
const wrapColumns = 100

// unwrapped are pages that are printed from Go.
var unwrapped = []string{"docs/outcome.md"}

// TestDocsWrap holds the lines of README.md and docs to [wrapColumns]. Tables, code, what
// is generated, and a line that is one word, such as a link, may be longer.
func TestDocsWrap(t *testing.T) {
	for _, page := range docPages(t) {
		if slices.Contains(unwrapped, page) {
			continue
		}
		var inFence, generated bool
		for i, line := range strings.Split(readText(t, page), "\n") {
			switch {
			case strings.HasPrefix(line, "```"):
				inFence = !inFence
			case strings.HasPrefix(line, "<!-- verbs:"), strings.HasPrefix(line, "<!-- end of verbs"):
				generated = strings.HasPrefix(line, "<!-- verbs:")
			case inFence, generated, strings.HasPrefix(line, "|"), strings.HasPrefix(line, "    "):
			case utf8.RuneCountInString(line) > wrapColumns && strings.Contains(strings.TrimLeft(strings.TrimSpace(line), "-*0123456789. "), " "):
				t.Errorf("%s:%d has %d columns", page, i+1, utf8.RuneCountInString(line))
			}
		}
	}
}

// TestTheIndexListsEveryPage holds docs/README.md to the pages that there are.
func TestTheIndexListsEveryPage(t *testing.T) {
	index := readText(t, "docs/README.md")
	for _, page := range docPages(t) {
		name := strings.TrimPrefix(page, "docs/")
		if strings.HasPrefix(page, "docs/") && name != "README.md" && !strings.Contains(index, "\n- ["+name+"]("+name+"): ") {
			t.Errorf("docs/README.md does not list %s", name)
		}
	}
}

// TestLinksOfTheDocsLeadSomewhere follows each link of README.md and docs within the
// repository, to a file and to a heading in it.
func TestLinksOfTheDocsLeadSomewhere(t *testing.T) {
	links := 0
	for _, page := range docPages(t) {
		for _, m := range linkTarget.FindAllStringSubmatch(readText(t, page), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			links++
			name, heading, _ := strings.Cut(m[1], "#")
			target := page
			if name != "" {
				target = path.Join(path.Dir(page), name)
			}
			if _, err := os.Stat(filepath.FromSlash(target)); err != nil {
				t.Errorf("%s links to %s: %v", page, m[1], err)
			} else if heading != "" && !slices.Contains(headings(readText(t, target)), heading) {
				t.Errorf("%s links to %s: %s has no such heading", page, m[1], target)
			}
		}
	}
	if links < 50 {
		t.Errorf("the docs have %d links", links)
	}
}

// TestTheTestsThatDocsNameExist looks for each test that a page says holds something.
func TestTheTestsThatDocsNameExist(t *testing.T) {
	exist, named := testsThatExist(t), 0
	for _, page := range docPages(t) {
		for _, m := range namedTest.FindAllStringSubmatch(readText(t, page), -1) {
			if named++; !slices.Contains(exist, m[1]) {
				t.Errorf("%s names %s, which is no test", page, m[1])
			}
		}
	}
	if named == 0 {
		t.Error("no page names a test")
	}
}

var namedTest = regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w+)`")

// headings returns the anchors of a text's headings, as GitHub makes them.
func headings(text string) (anchors []string) {
	for line := range strings.Lines(fenced.ReplaceAllString(text, "")) {
		if title := strings.TrimLeft(line, "#"); len(title) < len(line) && strings.HasPrefix(title, " ") {
			anchor := notInAnchor.ReplaceAllString(strings.ToLower(strings.TrimSpace(title)), "")
			anchors = append(anchors, strings.ReplaceAll(anchor, " ", "-"))
		}
	}
	return anchors
}

var notInAnchor = regexp.MustCompile(`[^\p{L}\p{N}_ -]`)

// docPages returns README.md and the pages of docs, as paths with slashes.
func docPages(t *testing.T) []string {
	t.Helper()
	found, err := filepath.Glob("docs/*.md")
	if err != nil || len(found) < 15 {
		t.Fatal(len(found), err)
	}
	pages := []string{"README.md"}
	for _, f := range found {
		pages = append(pages, filepath.ToSlash(f))
	}
	return pages
}

func readText(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
