package summary

import (
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	pytestEnd  = &pattern.Line{Expr: `^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun)(?:, )?)+) in [\d.]+s\b`}
	pytestNone = &pattern.Line{Expr: `^(?:=+ )?(?:no tests ran|no tests collected|\d+ deselected)\b.* in [\d.]+s`}
	pytestName = &pattern.Line{Expr: `^(?:FAILED|ERROR) (\S+)`}
)

// ReadPytest reads the last line of pytest, and the names in its short summary.
func ReadPytest(lines []string) Summary {
	if pytestNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	s := oneLine(pytestEnd, lines, func(s *Summary, m []string) {
		c := counted(m[1])
		s.Passed, s.Failed, s.Skipped = c["passed"]+c["xpassed"]+c["xfailed"], c["failed"]+c["error"], c["skipped"]
	})
	pytestName.Each(lines, func(m []string) { s.name(m[1]) })
	return s
}

var (
	unittestRan  = &pattern.Line{Expr: `^Ran (\d+) tests? in `}
	unittestOK   = &pattern.Line{Expr: `^OK(?: \((.*)\))?$`}
	unittestBad  = &pattern.Line{Expr: `^FAILED \((.*)\)$`}
	unittestName = &pattern.Line{Expr: `^(?:FAIL|ERROR): (\S+) \(`}
	unittestGone = &pattern.Line{Expr: `^(?:ModuleNotFoundError: No module named|AttributeError: module '\S+' has no attribute) '(\S+)'$`}
)

// ReadUnittest reads the summary of unittest, and of the runners that print the same.
func ReadUnittest(lines []string) Summary {
	ran := unittestRan.Find(lines)
	if ran == nil {
		return Summary{}
	}
	var s Summary
	count := pattern.Number(ran[1])
	if isOfMissingModules(lines, count) {
		return Summary{NoTests: true}
	}
	if m := unittestBad.Find(lines); m != nil {
		for _, part := range strings.Split(m[1], ", ") {
			name, value, _ := strings.Cut(part, "=")
			switch name {
			case "failures", "errors", "unexpected successes":
				s.Failed += pattern.Number(value)
			case "skipped":
				s.Skipped += pattern.Number(value)
			}
		}
		unittestName.Each(lines, func(m []string) { s.name(m[1]) })
		s.Passed, s.Result = max(0, count-s.Failed-s.Skipped), Failed
		return s
	}
	ok := unittestOK.Find(lines)
	if ok == nil {
		return Summary{}
	}
	if _, skipped, some := strings.Cut(ok[1], "skipped="); some {
		skipped, _, _ = strings.Cut(skipped, ",")
		s.Skipped = pattern.Number(skipped)
	}
	s.Passed = max(0, count-s.Skipped)
	return s.judge()
}

// isOfMissingModules reports whether all tests that ran are placeholders for modules that the command
// names and that do not exist.
func isOfMissingModules(lines []string, count int) bool {
	names := map[string]bool{}
	unittestName.Each(lines, func(m []string) { names[m[1]] = true })
	gone := 0
	unittestGone.Each(lines, func(m []string) {
		if names[m[1]] {
			gone++
		}
	})
	return count > 0 && gone == count && len(names) == count
}

var (
	toxEnd  = &pattern.Line{Expr: `^\s*(congratulations :\)|evaluation failed :\()`}
	toxStop = &pattern.Line{Expr: `^ERROR: got KeyboardInterrupt signal`}
	toxNone = &pattern.Line{Expr: `^ERROR: tox config file .* not found|, assuming empty tox\.ini at |^ROOT: HandledError\| `}
	toxEnv  = &pattern.Line{Expr: `^(?:ERROR: |SKIPPED: )?\s*\S+: (OK|FAIL|SKIP|commands succeeded|commands failed|InterpreterNotFound)\b`}
	noxNone = &pattern.Line{Expr: `^nox > (?:Failed to load Noxfile |Sessions not found: )`}
	noxMiss = &pattern.Line{Expr: `^nox > Program \S+ not found`}
	noxEnd  = &pattern.Line{Expr: `^nox > Session (\S+) (was successful|failed|aborted|was skipped|skipped)`}
)

// ReadTox reads how all environments ended. Where each was skipped, as its interpreter is not there, no test
// ran. A tox that is ended from outside says of what it had not finished that it succeeded.
func ReadTox(lines []string) Summary {
	ran, skipped := 0, 0
	toxEnv.Each(lines, func(m []string) {
		if m[1] == "SKIP" || m[1] == "InterpreterNotFound" {
			skipped++
		} else {
			ran++
		}
	})
	if toxNone.Find(lines) != nil || skipped > 0 && ran == 0 {
		return Summary{NoTests: true}
	}
	inner := ReadAny(lines)
	if toxStop.Find(lines) != nil && inner.Result != Failed {
		return Summary{}
	}
	if m := toxEnd.Find(lines); m != nil {
		inner.Result, inner.NoTests = Passed, false
		if strings.HasPrefix(m[1], "evaluation") {
			inner.Result = Failed
		}
	}
	return inner
}

// ReadNox reads how each session ended. A session that was skipped, or that lacks a program, ran no test.
func ReadNox(lines []string) Summary {
	inner, passed, failed, skipped := ReadAny(lines), 0, 0, 0
	noxEnd.Each(lines, func(m []string) {
		switch m[2] {
		case "was successful":
			passed++
		case "failed", "aborted":
			failed++
		default:
			skipped++
		}
	})
	isMissing := noxMiss.Find(lines) != nil && failed == 1
	switch {
	case noxNone.Find(lines) != nil, inner.Result == "" && (skipped > 0 && passed+failed == 0 || isMissing && passed == 0):
		return Summary{NoTests: true}
	case failed > 0 || inner.Result == Failed:
		inner.Result = Failed
	case passed > 0:
		inner.Result = Passed
	}
	return inner
}
