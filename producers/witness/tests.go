package witness

import (
	"slices"
	"strings"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/policy/shell"
	"github.com/clawable/claw/producers/witness/pattern"
	"github.com/clawable/claw/producers/witness/summary"
)

// Test is one run of a test runner.
type Test struct {
	Runner string // its name in the table of runners
	Result summary.Result
	Level  domain.GreenLevel
	// Passed, Failed and Skipped count tests, where the runner printed them.
	Passed, Failed, Skipped int
	// Names are the tests that failed, as the runner names them.
	Names  []string
	Scope  string      // of its selection of tests, see [domain.TestRun]
	Folder domain.Path // in which the runner worked; "" if that cannot be determined
	// Computed reports that the text does not show which tests ran, or in which folder: the run is not
	// known to be of the same tests as any other.
	Computed bool
	// since is the [Revision] whose rules read the result, 0 for the first ones.
	since int
}

// test returns the result of the tests of step i; false when the end does not show it.
func (r *reading) test(i int, t testRun) (Test, bool) {
	s, out := &r.steps[i], r.namedRun(i, t)
	own := r.summary(i, t.runner)
	out.Passed, out.Failed, out.Skipped, out.Names, out.since = own.Passed, own.Failed, own.Skipped, own.Names, own.Since
	succeeded, failed := r.decides(i)
	if t.shown {
		succeeded, failed = false, false
	}
	if t.chosen && s.Output == shell.OutputNone && !r.isShownLater(i) {
		succeeded = false // nothing shows that a test of that name ran
	}
	ran := own.Result != "" || r.runs(t.runner)
	switch {
	case own.NoTests && own.Result != summary.Failed:
		return Test{}, false
	case r.call.Status == StatusTimedOut && own.Result == "" && r.isLastTest(i), r.call.Code == 124 && s.Limited && own.Result == "":
		out.Result = summary.Hung
	case own.Result == summary.Hung:
		out.Result = summary.Hung
	case succeeded && own.Result == summary.Failed && (own.HasTotal || t.runner.script):
		out.Result = summary.Failed // the script, or an option, hides the exit status of its runner
	case succeeded && ran && (own.Result != "" || !r.isStranger(i) && !(t.runner.script && r.isIdle())):
		out.Result = summary.Passed
	case failed && ran && !slices.Contains(t.runner.notRun, r.call.Code):
		out.Result = summary.Failed
	default:
		out.Result = own.Result
	}
	return out, out.Result != ""
}

// namedRun is the run of tests that step i names, without a result.
func (r *reading) namedRun(i int, t testRun) Test {
	out := Test{Runner: t.runner.name, Level: t.level, Scope: t.scope, Folder: domain.Path(r.folder(i)), Computed: t.computed || r.strays(i)}
	if selects.Regexp().MatchString(r.call.Command) {
		out.Level, out.Computed = targeted, true
	}
	return out
}

var (
	// selects matches variables by which runners take options that choose tests, or leave some out.
	selects = &pattern.Line{Expr: `\b(GOFLAGS|PYTEST_ADDOPTS|PYTEST_PLUGINS|JEST_[A-Z_]+|MOCHA_OPTS|NODE_OPTIONS|SPEC_OPTS|TESTOPTS|TEST|TESTS|MAVEN_ARGS|MAVEN_OPTS|GRADLE_OPTS|CTEST_[A-Z_]+|BATS_[A-Z_]+)=`}
	// finds matches variables that choose which program a name starts.
	finds = &pattern.Line{Expr: `\b(PATH|BASH_ENV|PYTHONPATH|LD_PRELOAD|NODE_PATH)=`}
)

// isStranger reports whether step i may run another program than the runner of its name: it is
// named by a path, or the text says where programs are found. Its exit status alone shows no test.
func (r *reading) isStranger(i int) bool {
	return strings.Contains(r.steps[i].Words[0].Text, "/") || finds.Regexp().MatchString(r.call.Command)
}

// containers are programs that run a command among the files of a container.
var (
	containers = []string{"docker", "podman", "docker-compose"}
	mounts     = &pattern.Line{Expr: `\s(-v|--volume|--mount)[\s=]`}
)

// isContained reports whether step i runs in a container.
func (r *reading) isContained(i int) bool {
	return slices.ContainsFunc(r.steps[i].Through, isOneOf(containers))
}

// isElsewhere reports whether step i works on the files of a container into which the text takes
// none from outside: it shows nothing of the worktree.
func (r *reading) isElsewhere(i int) bool {
	return r.isContained(i) && !mounts.Regexp().MatchString(r.call.Command)
}

// folder is the folder of the shell at step i, "" if that cannot be determined.
func (r *reading) folder(i int) string {
	if at := r.steps[i].At; len(at) == 1 && !at[0].Open && !r.isContained(i) {
		return at[0].CWD
	}
	return ""
}

// strays reports whether the text changes to an unknown folder before step i.
func (r *reading) strays(i int) bool {
	at := r.steps[i].At
	if r.isContained(i) || len(at) != 1 || at[0].Open && (r.call.CWD != "" || at[0].CWD != "") {
		return true
	}
	return slices.ContainsFunc(r.steps[:i], func(s shell.Step) bool {
		return len(s.Words) > 1 && !s.Words[1].Known && slices.Contains([]string{"cd", "pushd"}, s.Words[0].Text)
	})
}

// isLastTest reports whether no later step is a test: what a harness ended was running then.
func (r *reading) isLastTest(i int) bool {
	for n := i + 1; n < len(r.steps); n++ {
		if _, ok := testOf(arguments(&r.steps[n])); ok {
			return false
		}
	}
	return r.steps[i].Output != shell.OutputNone || r.steps[i].Failed
}

// summary reads the runner's own summary for step i, where what the runner printed reaches the
// output and nothing else can have printed it.
func (r *reading) summary(i int, runner *runner) summary.Summary {
	s := &r.steps[i]
	if s.Output == shell.OutputNone && !r.isShownLater(i) {
		return summary.Summary{}
	}
	sum := runner.read(r.lines)
	if sum.Result == "" && !sum.NoTests {
		sum = summary.ReadReport(r.lines)
	}
	some := s.Output == shell.OutputPart || r.call.Cut
	if s.Output == shell.OutputPart && sum.Result == summary.Passed && keeps(r.steps, i, sum.FailureWord) {
		some, sum.Since = r.call.Cut, besideChecks
	}
	if sum.Result == summary.Passed && (some && !sum.HasTotal || sum.InParts && (some || s.Output == shell.OutputEnd)) {
		sum.Result = "" // the failure may be in the missing part
	}
	if succeeded, failed := r.decides(i); succeeded || failed {
		return sum
	}
	switch foreign, checks := others(r, i); {
	case foreign:
		return summary.Summary{NoTests: sum.NoTests}
	case checks:
		sum.Since = besideChecks
	}
	return sum
}

// besideChecks is the [Revision] since which a summary counts that stands beside the output of checks, or
// behind a filter that keeps every failure.
const besideChecks = 6

// isForeign reports whether another step printed something that may look like what step i prints.
func (r *reading) isForeign(i int) bool {
	foreign, checks := others(r, i)
	return foreign || checks
}

// others reports whether another step may have printed a summary that looks like one of step i: a test of
// the same kind, or a program that prints texts of others behind it, or before it where the output does
// not end with a summary. checks reports that checks printed something there.
func others(r *reading, i int) (foreign, checks bool) {
	for n := range r.steps {
		o := &r.steps[n]
		if n == i || o.Output == shell.OutputNone || isQuiet(o) || showsOnly(r.steps, n, i) {
			continue
		}
		if !checksOnly(r, n) {
			return true, false
		}
		checks = true
	}
	return false, checks
}

// isShownLater reports whether a later step prints the file that step i writes its output to.
func (r *reading) isShownLater(i int) bool {
	for n := i + 1; n < len(r.steps); n++ {
		if showsOnly(r.steps, n, i) {
			return true
		}
	}
	return false
}

// showsOnly reports whether step n prints nothing but the output of step i: a filter behind it, or
// a program that prints the file which step i alone writes.
func showsOnly(steps []shell.Step, n, i int) bool {
	words := steps[n].Words
	if len(words) == 0 || !words[0].Known || !slices.Contains(filters, words[0].Program()) {
		return false
	}
	operands := plainOperands(words)
	if words[0].Program() != "cat" && words[0].Program() != "tail" && words[0].Program() != "head" {
		return n > i && len(operands) <= 1 // grep PATTERN, sed SCRIPT: they read their input
	}
	if len(operands) == 0 {
		return n > i
	}
	return n > i && len(operands) == 1 && slices.ContainsFunc(steps[i].Writes, func(w shell.Word) bool {
		return w.Known && w.Text == operands[0]
	})
}

// filters print what they read.
var filters = []string{"cat", "tail", "head", "tee", "grep", "egrep", "rg", "sed", "awk", "sort", "uniq", "cut", "wc", "tr"}

// plainOperands are the words that are neither options nor numbers, which options take.
func plainOperands(words []shell.Word) (out []string) {
	for _, w := range words[1:] {
		if !strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "+") && strings.Trim(w.Text, "0123456789") != "" {
			out = append(out, w.Text)
		}
	}
	return out
}

// isQuiet reports whether a step prints nothing that can look like a summary, and whether the output
// distinguishes its failure from that of a test.
func isQuiet(s *shell.Step) bool {
	if len(s.Words) == 0 || !s.Words[0].Known {
		return false
	}
	switch s.Words[0].Program() {
	case "echo", "printf":
		for _, w := range s.Words[1:] {
			if !w.Known && w.Text != `"$?"` && !strings.Contains(w.Text, "$?") && !strings.Contains(w.Text, "PIPESTATUS") || looksLikeSummary(w.Text) {
				return false
			}
		}
		return true
	}
	return slices.Contains(quiet, s.Words[0].Program())
}

// quiet are programs that print no texts of other programs, or nothing at all.
var quiet = []string{
	"cd", "pushd", "popd", "pwd", "set", "export", "unset", "true", ":", "false", "exit", "sleep", "date", "mkdir", "touch", "rm", "cp", "mv", "ln", "chmod",
	"source", ".", "test", "[", "which", "command", "type", "ulimit", "umask", "wait", "trap", "shopt", "alias", "hash", "nvm", "pyenv", "clear",
}

// looksLikeSummary reports whether a text that a command prints reads like a runner's summary.
func looksLikeSummary(text string) bool {
	lines := linesOf(strings.ReplaceAll(text, `\n`, "\n"))
	for _, r := range runners.Get() {
		if sum := r.read(lines); sum.Result != "" {
			return true
		}
	}
	return false
}
