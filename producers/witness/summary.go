package witness

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// summary is what a runner printed of its tests at its end.
type summary struct {
	result                  Result // "" where no summary was found
	passed, failed, skipped int
	names                   []string
	// total: one line contains the result of all tests, so that a filter which shows it drops nothing.
	total bool
	// parts: each line reports only its own tests, so that the last lines do not cover all tests.
	parts bool
	// nothing: the runner reports that no test ran.
	nothing bool
	// fails is a word in a line about each failure, "" where the runner prints no such lines: a filter
	// that keeps those lines drops no failure.
	fails string
	// since is the [Revision] whose rules read it, 0 for the first ones.
	since int
}

// maxNames bounds the names of failed tests that are kept of one call.
const maxNames = 50

// name adds the name of a failed test.
func (s *summary) name(name string) {
	if len(s.names) < maxNames {
		s.names = append(s.names, name)
	}
}

// judge sets the result by the counts, where the runner did not say that it failed.
func (s *summary) judge() summary {
	switch {
	case s.failed > 0 || s.result == Failed:
		s.result = Failed
	case s.passed > 0:
		s.result = Passed
	case s.result == "":
		s.nothing = true
	}
	return *s
}

// pattern is a regular expression that is compiled at its first use: a hook reads few outputs. A line
// that lacks its literal does not match it, and is not worth the compilation.
type pattern struct {
	expr             string
	literal          string
	compiled         *regexp.Regexp
	reading, looking sync.Once
}

func (p *pattern) re() *regexp.Regexp {
	p.reading.Do(func() { p.compiled = regexp.MustCompile(p.expr) })
	return p.compiled
}

// match returns the groups of a line, nil where it does not match.
func (p *pattern) match(line string) []string {
	p.looking.Do(func() { p.literal = literalOf(p.expr) })
	if !strings.Contains(line, p.literal) {
		return nil
	}
	return p.re().FindStringSubmatch(line)
}

// literalOf returns a text that every match of an expression contains, "" where the beginning of the
// expression shows none.
func literalOf(expr string) string {
	rest, anchored := strings.CutPrefix(expr, "^")
	rest = strings.TrimPrefix(rest, `\s*`)
	end := strings.IndexFunc(rest, func(r rune) bool { return strings.ContainsRune(`\.+*?()|[]{}^$`, r) })
	switch {
	case !anchored || isChoice(expr):
		return ""
	case end < 0:
		return rest
	case end > 0 && strings.ContainsRune("*?{", rune(rest[end])):
		end--
	}
	return rest[:end]
}

// isChoice reports whether an expression is a choice between several.
func isChoice(expr string) bool {
	depth := 0
	for i := 0; i < len(expr); i++ {
		switch expr[i] {
		case '\\':
			i++
		case '[':
			i += max(0, strings.IndexByte(expr[i:], ']'))
		case '(':
			depth++
		case ')':
			depth--
		case '|':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// find returns the groups of the last line that matches.
func (p *pattern) find(lines []string) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if m := p.match(lines[i]); m != nil {
			return m
		}
	}
	return nil
}

// each calls use with the groups of every line that matches.
func (p *pattern) each(lines []string, use func(groups []string)) {
	for _, l := range lines {
		if m := p.match(l); m != nil {
			use(m)
		}
	}
}

// number reads a count; a text that is none is 0.
func number(text string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		return 0
	}
	return n
}

// counted reads a line such as "2 failed, 3 passed, 1 skipped": each number with its word.
func counted(text string) map[string]int {
	counts := map[string]int{}
	for _, m := range countWords.re().FindAllStringSubmatch(text, -1) {
		counts[strings.TrimSuffix(m[2], "s")] += number(m[1])
	}
	return counts
}

var countWords = &pattern{expr: `(\d+) ([A-Za-z]+)`}

// read-of-one-line runners: where a line says it all.
func oneLine(p *pattern, lines []string, use func(s *summary, groups []string)) summary {
	groups := p.find(lines)
	if groups == nil {
		return summary{}
	}
	s := summary{total: true}
	use(&s, groups)
	return s.judge()
}

// readAny reads the summary of whichever runner printed one: that of a script of the project.
// Several must agree that all passed.
func readAny(lines []string) summary {
	var out summary
	if !slices.ContainsFunc(lines, mayBeSummary) {
		return out
	}
	for _, read := range readers {
		s := read(lines)
		switch {
		case s.result == "":
			out.nothing = out.nothing || s.nothing
		case out.result == "" || out.result == Passed && s.result != Passed, out.result == s.result && !out.total && s.total:
			out = s
		}
	}
	out.nothing = out.nothing && out.result == ""
	return out
}

// mayBeSummary reports whether a line has a word of which each summary has one.
func mayBeSummary(l string) bool {
	for _, word := range []string{"pass", "PASS", "Pass", "fail", "FAIL", "Fail", "ok ", "OK", "Tests", "example", "BUILD", "Executed", "Ran ", "No test", "no test"} {
		if strings.Contains(l, word) {
			return true
		}
	}
	return false
}

// readers read the summaries of the runners that print their own.
var readers = []func([]string) summary{
	readGo, readNextest, readCargo, readPytest, readUnittest, readJest, readVitest, readMocha, readAva, readPlaywright, readNode, readBun, readDeno, readMaven, readGradle,
	readDotnet, readRSpec, readMinitest, readPHPUnit, readMix, readCTest, readSwift, readBazel,
}
