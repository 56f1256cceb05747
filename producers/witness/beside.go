package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
)

// checksOnly reports whether step n succeeded and prints no summary of tests: it is a linter, a type
// check, a formatter or a build of few words, or a task that printed that it runs nothing else.
func checksOnly(r *reading, n int) bool {
	s := &r.steps[n]
	if succeeded, _ := r.decides(n); !succeeded || s.Shadowed || len(s.Words) == 0 || !s.Words[0].Known || r.isStranger(n) {
		return false
	}
	args := arguments(s)
	return isPlainCheck(args) || args[0] == "mise" && len(args) == 3 && isOneOf([]string{"run", "r"})(args[1]) && taskChecksOnly(r.lines, args[2])
}

// taskChecksOnly reports whether mise printed the commands of a task, and each is such a check.
func taskChecksOnly(lines []string, task string) (is bool) {
	for _, line := range lines {
		command, ok := strings.CutPrefix(line, "["+task+"] $ ")
		if !ok {
			continue
		}
		steps, ok := shell.Steps(command, shell.Standing{Open: true})
		if !ok || slices.ContainsFunc(steps, func(s shell.Step) bool {
			return len(s.Words) == 0 || !s.Words[0].Known || !isPlainCheck(arguments(&s))
		}) {
			return false
		}
		is = true
	}
	return is
}

// formatters are programs, with the words behind them, that print at most which files they changed.
var formatters = [][]string{
	{"gofmt"}, {"goimports"}, {"go", "fmt"}, {"rustfmt"}, {"cargo", "fmt"}, {"prettier"}, {"black"}, {"isort"}, {"ruff", "format"}, {"clang-format"}, {"shfmt"},
}

// scripted are programs whose checks are scripts of the project: they may run anything.
var scripted = []string{"npm", "pnpm", "yarn", "bun", "make", "just", "task", "tox"}

// isPlainCheck reports whether a command runs a check that prints no text of a test runner.
func isPlainCheck(args []string) bool {
	if slices.ContainsFunc(formatters, func(f []string) bool { return begins(args, f) }) {
		return true
	}
	check, ok := checkOf(args)
	if !ok || slices.Contains(scripted, args[0]) {
		return false
	}
	return check.Check != domain.ObservedBuild || isOneOf([]string{"go", "cargo"})(args[0])
}

// keeps reports whether each filter behind step i keeps every line with a word.
func keeps(steps []shell.Step, i int, word string) bool {
	filtered := false
	for n := i + 1; n < len(steps); n++ {
		if !showsOnly(steps, n, i) {
			continue
		}
		if filtered = true; !keepsLines(steps[n].Words, word) {
			return false
		}
	}
	return filtered && word != ""
}

// keepsLines reports whether a command is a grep for one of several texts, of which one is the word.
func keepsLines(words []shell.Word, word string) bool {
	program, pattern := words[0].Program(), ""
	extended := program == "egrep" || program == "rg"
	if program != "grep" && !extended {
		return false
	}
	for _, w := range words[1:] {
		switch {
		case !w.Known:
			return false
		case w.Text == "-E" || w.Text == "--extended-regexp":
			extended = true
		case strings.HasPrefix(w.Text, "-") || pattern != "":
			return false
		default:
			pattern = w.Text
		}
	}
	or := `\|`
	if extended {
		or = "|"
		if inner, ok := strings.CutPrefix(pattern, "("); ok {
			pattern = strings.TrimSuffix(inner, ")")
		}
	}
	texts := strings.Split(pattern, or)
	return (slices.Contains(texts, word) || slices.Contains(texts, "^"+word)) && !strings.ContainsAny(pattern, "()")
}
