// Package pattern matches single lines of output with regular expressions. It compiles an expression
// only when a line may match it: a process that reads one call needs few of them.
package pattern

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Line is a regular expression for one line of output. It is compiled at its first use, and a line that
// lacks the literal text at the beginning of the expression is refused without it. It is safe for
// concurrent use, and is not copied after its first use.
type Line struct {
	Expr string // in the syntax of package regexp

	literal            string
	compiled           *regexp.Regexp
	compiling, looking sync.Once
}

// Regexp returns the compiled expression. It panics where Expr is not a regular expression.
func (l *Line) Regexp() *regexp.Regexp {
	l.compiling.Do(func() { l.compiled = regexp.MustCompile(l.Expr) })
	return l.compiled
}

// Match returns the groups of a line, nil where it does not match.
func (l *Line) Match(line string) []string {
	l.looking.Do(func() { l.literal = literalOf(l.Expr) })
	if !strings.Contains(line, l.literal) {
		return nil
	}
	return l.Regexp().FindStringSubmatch(line)
}

// Find returns the groups of the last line that matches, nil where none does.
func (l *Line) Find(lines []string) []string {
	for i := len(lines) - 1; i >= 0; i-- {
		if m := l.Match(lines[i]); m != nil {
			return m
		}
	}
	return nil
}

// Each calls use with the groups of every line that matches, in the order of the lines.
func (l *Line) Each(lines []string, use func(groups []string)) {
	for _, line := range lines {
		if m := l.Match(line); m != nil {
			use(m)
		}
	}
}

// Number reads a group that matched a count, with or without commas between thousands. A text that is
// not a number counts as 0.
func Number(group string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(group, ",", ""))
	if err != nil {
		return 0
	}
	return n
}
