package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/pattern"
)

// idle are programs that test nothing, whatever a script is called.
var idle = []string{"echo", "printf", "true", ":", "exit", "cd", "pwd", "sleep", "date", "ls", "cat"}

var (
	// announced matches how npm, pnpm, composer, yarn, bun, mise and task print a command of a script before
	// they run it.
	announced = &pattern.Line{Expr: `^(?:> |(?:\[[^\]]+\] )?\$ |task: \[[^\]]+\] )(.+)$`}
	// scriptName matches the line above, by which npm and pnpm name the package and the script.
	scriptName = &pattern.Line{Expr: `^(\S+@\S+ )?(pre|post)?(tst|t|tests?|unit|e2e)([:-]\S*)?( /\S*)?$`}
)

// isIdle reports whether a program that runs a script of the project printed which commands that
// has, and all of them test nothing.
func (r *reading) isIdle() bool {
	found := false
	for _, line := range r.lines {
		m := announced.Regexp().FindStringSubmatch(line)
		if m == nil || scriptName.Regexp().MatchString(m[1]) {
			continue
		}
		steps, ok := shell.Steps(m[1], shell.Standing{Open: true})
		if found = true; !ok || slices.ContainsFunc(steps, func(s shell.Step) bool {
			return len(s.Words) > 0 && !(s.Words[0].Known && slices.Contains(idle, strings.ToLower(s.Words[0].Program())))
		}) {
			return false
		}
	}
	return found
}
