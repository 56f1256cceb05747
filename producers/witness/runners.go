package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/producers/witness/summary"
)

// runner is a row of the table of test runners.
type runner struct {
	name     string
	programs []string
	// verbs are the words of which one must be the first operand, or all in order where they are
	// joined by spaces; none for a program that only tests.
	verbs []string
	// valued are options that take the next word. filters are options that choose tests by name,
	// widens options that choose everything, narrows those that choose a package.
	valued, filters, widens, narrows []string
	// lists are options and verbs with which the program runs no test; needs are options of which
	// it takes one to test.
	lists, needs []string
	// script: the program runs a script of the project, which may hide the exit status of its runner.
	script bool
	// shown: only a summary shows that tests ran, as the program does other work too; so it is
	// behind the verbs of builds. masks are options with which the exit status hides what failed, or
	// that no test ran.
	shown         bool
	builds, masks []string
	// excludes are options whose value names a target that is left out.
	excludes []string
	// talks: -V makes the output verbose, and does not print the version.
	talks bool
	// anywhere: the verbs are targets, which may be at any place among others.
	anywhere bool
	// chooses are options whose value names what runs; where all names are of checks, it tests nothing.
	chooses []string
	// plain is the level without operands.
	plain domain.GreenLevel
	// operand is the level with an operand behind the verb; nil for targeted tests.
	operand func(string) domain.GreenLevel
	// notRun are exit codes with which no test ran.
	notRun []int
	read   func(lines []string) summary.Summary
	// revision is that of [Revision] since which its output is read otherwise than before; 0 where that never
	// changed.
	revision int
}

const (
	targeted = domain.GreenTargeted
	pkg      = domain.GreenPackage
	all      = domain.GreenWorkspace
)

// help are options with which no runner tests.
var help = []string{"-h", "--help", "--version", "-V"}

// testRun is a command that runs tests.
type testRun struct {
	runner   *runner
	level    domain.GreenLevel
	scope    string // see [domain.TestRun]
	computed bool   // a word of it is computed
	shown    bool   // only a summary shows how it came out
	chosen   bool   // options choose tests by name, and the runner ends with 0 where none has such a name
}

// testOf recognises a command that runs tests. args[0] is the name of the program.
func testOf(args []string) (testRun, bool) {
	args = module(args)
	all := runners.Get()
	for i := range all {
		r := &all[i]
		if !slices.Contains(r.programs, args[0]) {
			continue
		}
		if level, ok := r.run(args[1:]); ok {
			return testRun{r, level, r.scope(level, args[1:]), slices.Contains(args, unknownWord), r.isShown(args[1:]), r.isChosen(args[1:])}, true
		}
	}
	return testRun{}, false
}

// isShown reports whether only a summary shows that the words behind the program ran tests, and how.
func (r *runner) isShown(args []string) bool {
	tests, checks := false, false // beside a target that builds or checks
	for _, a := range args {
		name, _, _ := strings.Cut(a, "=")
		if slices.Contains(r.masks, name) {
			return true
		}
		tests = tests || slices.Contains(r.verbs, a) && !slices.Contains(r.builds, a)
		checks = checks || r.script && strings.HasPrefix(a, "test") && namesCheck(a)
	}
	return r.shown || len(r.builds) > 0 && !tests || checks && !tests
}

// isChosen reports whether options choose tests by name, of a runner that ends with 0 where none has such
// a name.
func (r *runner) isChosen(args []string) bool {
	return len(r.notRun) == 0 && slices.ContainsFunc(args, func(a string) bool {
		name, _, _ := strings.Cut(a, "=")
		return slices.Contains(r.filters, name)
	})
}

// module turns python -m NAME into NAME, and python manage.py into manage.py.
func module(args []string) []string {
	name := strings.TrimRight(args[0], "0123456789.")
	if name != "python" && name != "py" && name != "pypy" {
		return args
	}
	for i := 1; i < len(args); i++ {
		switch {
		case args[i] == "-m" && i+1 < len(args):
			return args[i+1:]
		case path.Base(args[i]) == "manage.py":
			return append([]string{"manage.py"}, args[i+1:]...)
		case strings.HasPrefix(args[i], "-W") || strings.HasPrefix(args[i], "-X"):
			if len(args[i]) == 2 {
				i++
			}
		case !strings.HasPrefix(args[i], "-"):
			return args
		}
	}
	return args
}

// run returns the level at which the words after the program test; false when they run no test.
func (r *runner) run(args []string) (domain.GreenLevel, bool) {
	operands, options, ok := r.split(args)
	if !ok {
		return "", false
	}
	verb, operands, ok := r.verb(operands)
	if !ok {
		return "", false
	}
	if len(r.needs) > 0 && !slices.ContainsFunc(options, isOneOf(r.needs)) || r.choosesChecks(args) {
		return "", false
	}
	level := r.levelOf(verb, operands)
	switch {
	case slices.ContainsFunc(options, isOneOf(r.filters)):
		return targeted, true
	case slices.ContainsFunc(options, isOneOf(r.widens)):
		return all, true
	case slices.ContainsFunc(options, isOneOf(r.narrows)) && level == all:
		return pkg, true
	}
	return level, true
}

// choosesChecks reports whether the words behind the program choose environments, and only those whose names
// are of checks.
func (r *runner) choosesChecks(args []string) bool {
	chosen := false
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		if !slices.Contains(r.chooses, args[i]) {
			continue
		}
		for i++; i < len(args) && !strings.HasPrefix(args[i], "-"); i++ {
			for name := range strings.SplitSeq(args[i], ",") {
				if chosen = true; !namesCheck(name) {
					return false
				}
			}
		}
		i--
	}
	return chosen
}

// checkNames are parts of the names of scripts and environments that build, check types or lint.
var checkNames = []string{"lint", "linter", "linting", "format", "fmt", "style", "type", "types", "typing", "typecheck", "typechecks", "tsc", "mypy", "pyright", "flake8", "ruff", "pylint", "black", "isort", "eslint", "prettier", "clippy", "docs", "build", "audit"}

// namesCheck reports whether a name, such as test:types, is that of a build, a type check or a linter.
func namesCheck(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(":-_", r) }), isOneOf(checkNames))
}

// scope names the selection of tests of a run: its words without options that select none.
func (r *runner) scope(level domain.GreenLevel, args []string) string {
	if level == all {
		return ""
	}
	h, selects := sha256.New(), false
	for i := 0; i < len(args); i++ {
		name, _, attached := strings.Cut(args[i], "=")
		switch {
		case !strings.HasPrefix(args[i], "-"):
		case isOneOf(r.filters)(name) || isOneOf(r.narrows)(name):
			if !attached && slices.Contains(r.valued, name) && i+1 < len(args) {
				i++
				_, _ = io.WriteString(h, name+"="+args[i]+"\n")
				selects = true
				continue
			}
		default:
			if !attached && slices.Contains(r.valued, name) {
				i++
			}
			continue
		}
		_, _ = io.WriteString(h, args[i]+"\n")
		selects = true
	}
	if !selects {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// levelOf is the level of a verb with the operands behind it: the widest of theirs.
func (r *runner) levelOf(verb string, operands []string) domain.GreenLevel {
	level := r.plain
	if strings.ContainsAny(verb, ":-_") && level == all {
		level = pkg // test:unit, test-integration: a part that its name chooses
	}
	if r.anywhere {
		return level
	}
	for n, o := range operands {
		at := targeted
		if r.operand != nil {
			at = r.operand(o)
		}
		if n == 0 || at.Rank() > level.Rank() {
			level = at
		}
	}
	return level
}

// split parts operands from options; false for options with which no test runs.
func (r *runner) split(args []string) (operands, options []string, ok bool) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" { // the arguments that a script passes to its runner follow
			continue
		}
		if word == "-args" || word == "--args" {
			break
		}
		if !strings.HasPrefix(word, "-") || word == "-" {
			if slices.Contains(r.lists, word) {
				return nil, nil, false
			}
			operands = append(operands, word)
			continue
		}
		name, _, attached := strings.Cut(word, "=")
		if isOneOf(r.lists)(name) || isOneOf(help)(name) && !(r.talks && name == "-V") {
			return nil, nil, false
		}
		options = append(options, name)
		if !attached && slices.Contains(r.valued, name) {
			if i++; i < len(args) && slices.Contains(r.excludes, name) && slices.Contains(targets, args[i][strings.LastIndexByte(args[i], ':')+1:]) {
				return nil, nil, false
			}
		}
	}
	return operands, options, true
}

// verb finds the runner's verb among the operands, and returns those behind it.
func (r *runner) verb(operands []string) (string, []string, bool) {
	if len(r.verbs) == 0 {
		return "", operands, true
	}
	for from := range operands {
		for _, verb := range r.verbs {
			if words := strings.Fields(verb); begins(operands[from:], words) {
				last := from + len(words)
				return operands[last-1], operands[last:], true
			}
		}
		if !r.anywhere {
			break
		}
	}
	return "", nil, false
}

// begins reports whether operands begin with words; a word that ends with * matches any operand
// with that prefix.
func begins(operands, words []string) bool {
	if len(operands) < len(words) {
		return false
	}
	for i, w := range words {
		if prefix, open := strings.CutSuffix(w, "*"); operands[i] != w && !(open && strings.HasPrefix(operands[i], prefix)) {
			return false
		}
	}
	return true
}

// isOneOf returns a test whether an option is one of a list.
func isOneOf(list []string) func(string) bool {
	return func(option string) bool { return slices.Contains(list, option) }
}

// goLevel is the level of a package pattern of go test.
func goLevel(pattern string) domain.GreenLevel {
	switch {
	case pattern == "./..." || pattern == "..." || pattern == "all":
		return all
	case strings.HasSuffix(pattern, ".go"):
		return targeted
	}
	return pkg
}

// fileLevel is the level of a path: a file, or a test in it, is targeted, a folder a package.
func fileLevel(name string) domain.GreenLevel {
	switch {
	case name == "." || name == "./":
		return all
	case strings.Contains(name, "::") || path.Ext(name) != "" || strings.ContainsAny(name, "*#"):
		return targeted
	}
	return pkg
}

// unittestLevel is the level of a module, a class or a test of unittest.
func unittestLevel(name string) domain.GreenLevel {
	if name == "discover" {
		return all
	}
	return targeted
}

// vitestLevel is the level of an operand of vitest: its verb, a folder or a part of a file's name.
func vitestLevel(name string) domain.GreenLevel {
	if name == "run" || name == "watch" || name == "dev" {
		return all
	}
	return targeted
}

// dotnetLevel is the level of a project or solution file.
func dotnetLevel(name string) domain.GreenLevel {
	if ext := path.Ext(name); ext == ".sln" || ext == ".slnx" {
		return all
	}
	return pkg
}

// targetLevel is the level of a further target of a build program: it names no test.
func targetLevel(string) domain.GreenLevel { return all }

// labelLevel is the level of a label of Bazel.
func labelLevel(label string) domain.GreenLevel {
	switch {
	case label == "//..." || label == "...":
		return all
	case strings.HasSuffix(label, "/...") || strings.HasSuffix(label, ":all"):
		return pkg
	}
	return targeted
}

// revisionOf is the revision of the rule that reads the output of a runner, by its name.
func revisionOf(name string) int {
	all := runners.Get()
	at := slices.IndexFunc(all, func(r runner) bool { return r.name == name })
	if at < 0 {
		return 0
	}
	return all[at].revision
}

// Runners lists the names of the test runners that are recognised.
func Runners() (names []string) {
	for _, r := range runners.Get() {
		names = append(names, r.name)
	}
	return names
}
