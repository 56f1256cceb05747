package prose_test

import (
	"strings"
	"testing"

	"github.com/clawable/claw/reports/prose"
)

// TestATerminalHasEightyColumns wraps words, of one column a letter and of two, and indents what continues a line.
func TestATerminalHasEightyColumns(t *testing.T) {
	words := strings.Repeat("word 扉 ", 60)
	long := strings.Repeat("/path", 30)
	text := string(prose.Terminal(nil, prose.Page{Title: "Title", Summary: []string{words}, Left: []string{words, long + " " + words}, About: []prose.Said{{Label: "report", Text: []byte(words)}},
		Sections: []prose.Section{{Heading: "Heading", Items: prose.List([]prose.Item{{Head: []byte(words), Facts: []prose.Said{{Label: "what", Text: []byte(words)}}, Evidence: [][]byte{[]byte(words)}}}), Says: []string{words}}}}))
	most := 0
	for _, line := range strings.Split(text, "\n") {
		columns := len([]rune(line)) + strings.Count(line, "扉")
		if columns > 80 && !strings.Contains(line, long) {
			t.Errorf("%d columns: %s", columns, line)
		}
		if !strings.Contains(line, long) {
			most = max(most, columns)
		}
	}
	if most < 78 {
		t.Errorf("no line is as long as it may be: %d columns", most)
	}
	for _, want := range []string{"\nword 扉", "\n  word 扉", "\n      word 扉", "\n    what: word 扉", "\n  report: word", "\n    扉 word", "\n  " + long + "\n    word"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
