package summary

import (
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	jestTests    = &pattern.Line{Expr: `^Tests:\s+(.*\d+ total)`}
	jestSuites   = &pattern.Line{Expr: `^Test Suites:\s+(.*\d+ total)`}
	jestName     = &pattern.Line{Expr: `^\s*● (.+ › .+|[^›]+)$`}
	jestNone     = &pattern.Line{Expr: `^No tests found`}
	vitestTests  = &pattern.Line{Expr: `^\s*Tests\s+(.*)\(\d+\)`}
	vitestFiles  = &pattern.Line{Expr: `^\s*Test Files\s+(.*)\(\d+\)`}
	vitestNone   = &pattern.Line{Expr: `^\s*No test files found`}
	vitestName   = &pattern.Line{Expr: `^\s*FAIL\s+(.+)$`}
	vitestErrors = &pattern.Line{Expr: `^\s*Errors\s+\d+ errors?$`}
	mochaNone    = &pattern.Line{Expr: `^Error: No test files found`}
	mochaPassing = &pattern.Line{Expr: `^\s*(\d+) passing \(`}
	mochaFailing = &pattern.Line{Expr: `^\s*(\d+) failing$`}
	mochaPending = &pattern.Line{Expr: `^\s*(\d+) pending$`}
	avaEnd       = &pattern.Line{Expr: `^\s*(\d+) tests? (passed|failed|skipped|todo)$`}
	avaNone      = &pattern.Line{Expr: `find any files to test$`}
)

// ReadJest reads the two lines of totals: a suite that does not load has no test that failed.
func ReadJest(lines []string) Summary {
	tests, suites := jestTests.Find(lines), jestSuites.Find(lines)
	if tests == nil || suites == nil {
		return Summary{NoTests: jestNone.Find(lines) != nil}
	}
	s, c := Summary{HasTotal: true}, counted(tests[1])
	s.Passed, s.Failed, s.Skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	if counted(suites[1])["failed"] > 0 {
		s.Result = Failed
	}
	jestName.Each(lines, func(m []string) { s.name(strings.TrimSpace(m[1])) })
	return s.judge()
}

// ReadVitest reads the two lines of totals. A file that does not load, or an error outside of tests, is a failure.
func ReadVitest(lines []string) Summary {
	files, tests := vitestFiles.Find(lines), vitestTests.Find(lines)
	if files == nil {
		return Summary{NoTests: vitestNone.Find(lines) != nil}
	}
	s := Summary{HasTotal: true}
	if tests != nil {
		c := counted(tests[1])
		s.Passed, s.Failed, s.Skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	}
	if counted(files[1])["failed"] > 0 || vitestErrors.Find(lines) != nil {
		s.Result = Failed
	}
	vitestName.Each(lines, func(m []string) { s.name(strings.TrimSpace(m[1])) })
	return s.judge()
}

// ReadMocha reads the counts of mocha.
func ReadMocha(lines []string) Summary {
	passing, failing := mochaPassing.Find(lines), mochaFailing.Find(lines)
	if passing == nil {
		return Summary{NoTests: mochaNone.Find(lines) != nil}
	}
	s := Summary{Passed: pattern.Number(passing[1])}
	if failing != nil {
		s.Failed = pattern.Number(failing[1])
	}
	if m := mochaPending.Find(lines); m != nil {
		s.Skipped = pattern.Number(m[1])
	}
	return s.judge()
}

// ReadAva reads the counts of ava, each on a line of its own.
func ReadAva(lines []string) Summary {
	var s Summary
	avaEnd.Each(lines, func(m []string) {
		switch m[2] {
		case "failed":
			s.Failed = pattern.Number(m[1])
		case "passed":
			s.Passed = pattern.Number(m[1])
		default:
			s.Skipped += pattern.Number(m[1])
		}
	})
	if s.Passed+s.Failed+s.Skipped == 0 {
		return Summary{NoTests: avaNone.Find(lines) != nil}
	}
	return s.judge()
}

var (
	playwrightPassed = &pattern.Line{Expr: `^\s*(\d+) passed \(`}
	playwrightFailed = &pattern.Line{Expr: `^\s*(\d+) (failed|interrupted|did not run)$`}
	playwrightOther  = &pattern.Line{Expr: `^\s*(\d+) (skipped|flaky)$`}
	playwrightError  = &pattern.Line{Expr: `^(?:\w*Error): `}
	playwrightNone   = &pattern.Line{Expr: `^Error: No tests found`}
	cypressEnd       = &pattern.Line{Expr: `^\s*[│|]?\s*(?:✔|✖|√|×)\s+(All specs passed!|\d+ of \d+ failed(?: \(\d+%\))?)(.*)`}
	cypressNone      = &pattern.Line{Expr: `^Can't run because no spec files were found\.`}
	nodePass         = &pattern.Line{Expr: `^(?:ℹ|#) pass (\d+)$`}
	nodeFail         = &pattern.Line{Expr: `^(?:ℹ|#) (?:fail|cancelled) (\d+)$`}
	nodeSkip         = &pattern.Line{Expr: `^(?:ℹ|#) (?:skipped|todo) (\d+)$`}
	bunPass          = &pattern.Line{Expr: `^\s*(\d+) pass$`}
	bunFail          = &pattern.Line{Expr: `^\s*(\d+) fail$`}
	bunSkip          = &pattern.Line{Expr: `^\s*(\d+) (?:skip|todo)$`}
	bunNone          = &pattern.Line{Expr: `^No tests found!|^error: regex .* matched 0 tests|^The following filters did not match any test files`}
	denoNone         = &pattern.Line{Expr: `^error: No test modules found`}
	bunRan           = &pattern.Line{Expr: `^Ran (\d+) tests? across`}
	denoEnd          = &pattern.Line{Expr: `^(ok|FAILED) \| (\d+) passed.* \| (\d+) failed(?: \| (\d+) ignored)?`}
)

// ReadPlaywright reads the counts of playwright, where the list of failures above them is complete. A test
// that passed in a later try has passed.
func ReadPlaywright(lines []string) Summary {
	if playwrightNone.Find(lines) != nil {
		broken := 0 // a file that cannot be loaded has no tests either
		playwrightError.Each(lines, func([]string) { broken++ })
		return Summary{NoTests: broken == 1}
	}
	s, found := Summary{}, false
	if !isBlockWhole(lines, playwrightPassed) {
		return Summary{}
	}
	playwrightPassed.Each(lines, func(m []string) { found, s.Passed = true, pattern.Number(m[1]) })
	playwrightFailed.Each(lines, func(m []string) {
		if found = true; m[2] != "did not run" {
			s.Failed += pattern.Number(m[1])
		}
	})
	playwrightOther.Each(lines, func(m []string) {
		if found = true; m[2] == "skipped" {
			s.Skipped = pattern.Number(m[1])
		} else {
			s.Passed += pattern.Number(m[1])
		}
	})
	if !found {
		return Summary{}
	}
	return s.judge()
}

// isBlockWhole reports whether the output contains the lines above the last one that matches, which
// list the failures, up to the empty line before them.
func isBlockWhole(lines []string, last *pattern.Line) bool {
	for i := len(lines) - 1; i >= 0; i-- {
		if last.Regexp().MatchString(lines[i]) {
			for ; i >= 0 && lines[i] != ""; i-- {
			}
			return i >= 0
		}
	}
	return true
}

// ReadCypress reads the last row of the table of specs: its columns are the time, the tests, and those that
// pass, fail, are pending and are skipped.
func ReadCypress(lines []string) Summary {
	if cypressNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	return oneLine(cypressEnd, lines, func(s *Summary, m []string) {
		s.Result = Failed
		if m[1] == "All specs passed!" {
			s.Result = Passed
		}
		if columns := strings.Fields(m[2]); len(columns) == 6 {
			s.Passed, s.Failed, s.Skipped = pattern.Number(columns[2]), pattern.Number(columns[3]), pattern.Number(columns[4])+pattern.Number(columns[5])
		}
	})
}

// ReadNode reads the counts of node --test, in its own form or as TAP.
func ReadNode(lines []string) Summary {
	pass := nodePass.Find(lines)
	if pass == nil {
		return Summary{}
	}
	s := Summary{Passed: pattern.Number(pass[1])}
	nodeFail.Each(lines, func(m []string) { s.Failed += pattern.Number(m[1]) })
	nodeSkip.Each(lines, func(m []string) { s.Skipped += pattern.Number(m[1]) })
	return s.judge()
}

// ReadBun reads the counts of bun test.
func ReadBun(lines []string) Summary {
	if bunRan.Find(lines) == nil {
		return Summary{NoTests: bunNone.Find(lines) != nil}
	}
	var s Summary
	bunSkip.Each(lines, func(m []string) { s.Skipped += pattern.Number(m[1]) })
	bunPass.Each(lines, func(m []string) { s.Passed = pattern.Number(m[1]) })
	bunFail.Each(lines, func(m []string) { s.Failed = pattern.Number(m[1]) })
	return s.judge()
}

// ReadDeno reads the last line of deno test.
func ReadDeno(lines []string) Summary {
	if denoNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	return oneLine(denoEnd, lines, func(s *Summary, m []string) {
		if s.Passed, s.Failed, s.Skipped = pattern.Number(m[2]), pattern.Number(m[3]), pattern.Number(m[4]); m[1] == "FAILED" {
			s.Result = Failed
		}
	})
}
