// Package summary reads what test runners print about the tests that they ran: how many passed, failed
// and were skipped, and the names of those that failed. Each runner, or report format, has a function
// that takes the lines of an output, without escape sequences.
//
//	ok      x/a  0.1s               Result:  failed
//	--- FAIL: TestB (0.00s)   ──▶   Failed:  1
//	FAIL    x/b  0.2s               Names:   TestB
//
// It does not know which command was run and how that command ended, or whether another program
// printed the text: those are the questions of package witness. All functions are pure.
package summary

import (
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

// Result is how a run of tests came out.
type Result string

// The results.
const (
	Passed Result = "passed"
	Failed Result = "failed"
	Hung   Result = "hung" // out of time
)

// Summary is what a runner printed about the tests of a run.
type Summary struct {
	Result Result // "" where the output does not show one
	// Passed, Failed and Skipped count tests; 0 where the runner printed no count.
	Passed, Failed, Skipped int
	// Names are the tests that failed, as the runner names them: the first fifty. The caller owns them.
	Names []string
	// NoTests reports that the runner said that it ran no test.
	NoTests bool
	// HasTotal reports that one line contains the result of all tests: a filter that shows the line
	// drops no failure.
	HasTotal bool
	// InParts reports that each line is about some tests only: the last lines do not cover all tests.
	InParts bool
	// FailureWord is in a line about each failure, so that a filter that keeps those lines drops no
	// failure; "" where the runner prints no such lines.
	FailureWord string
	// Since is the revision of the rules of package witness (its constant Revision) that first
	// accepted this summary, 0 for those before revisions. The functions of this package leave it 0.
	Since int
}

// maxNames bounds the names of failed tests that are kept of one output.
const maxNames = 50

// name adds the name of a failed test.
func (s *Summary) name(name string) {
	if len(s.Names) < maxNames {
		s.Names = append(s.Names, name)
	}
}

// judge sets the result by the counts, where the runner did not say that it failed.
func (s *Summary) judge() Summary {
	switch {
	case s.Failed > 0 || s.Result == Failed:
		s.Result = Failed
	case s.Passed > 0:
		s.Result = Passed
	case s.Result == "":
		s.NoTests = true
	}
	return *s
}

// counted reads a line such as "2 failed, 3 passed, 1 skipped": each number with its word.
func counted(text string) map[string]int {
	counts := map[string]int{}
	for _, m := range countWords.Regexp().FindAllStringSubmatch(text, -1) {
		counts[strings.TrimSuffix(m[2], "s")] += pattern.Number(m[1])
	}
	return counts
}

var countWords = &pattern.Line{Expr: `(\d+) ([A-Za-z]+)`}

// oneLine reads the summary of a runner that prints everything on one line: the last that matches.
func oneLine(p *pattern.Line, lines []string, use func(s *Summary, groups []string)) Summary {
	groups := p.Find(lines)
	if groups == nil {
		return Summary{}
	}
	s := Summary{HasTotal: true}
	use(&s, groups)
	return s.judge()
}
