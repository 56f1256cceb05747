package witness

import "strings"

var (
	jestTests    = &pattern{expr: `^Tests:\s+(.*\d+ total)`}
	jestSuites   = &pattern{expr: `^Test Suites:\s+(.*\d+ total)`}
	jestName     = &pattern{expr: `^\s*● (.+ › .+|[^›]+)$`}
	jestNone     = &pattern{expr: `^No tests found`}
	vitestTests  = &pattern{expr: `^\s*Tests\s+(.*)\(\d+\)`}
	vitestFiles  = &pattern{expr: `^\s*Test Files\s+(.*)\(\d+\)`}
	vitestNone   = &pattern{expr: `^\s*No test files found`}
	vitestName   = &pattern{expr: `^\s*FAIL\s+(.+)$`}
	vitestErrors = &pattern{expr: `^\s*Errors\s+\d+ errors?$`}
	mochaNone    = &pattern{expr: `^Error: No test files found`}
	mochaPassing = &pattern{expr: `^\s*(\d+) passing \(`}
	mochaFailing = &pattern{expr: `^\s*(\d+) failing$`}
	mochaPending = &pattern{expr: `^\s*(\d+) pending$`}
	avaEnd       = &pattern{expr: `^\s*(\d+) tests? (passed|failed|skipped|todo)$`}
	avaNone      = &pattern{expr: `find any files to test$`}
)

// readJest reads the two lines of totals: a suite that does not load has no test that failed.
func readJest(lines []string) summary {
	tests, suites := jestTests.find(lines), jestSuites.find(lines)
	if tests == nil || suites == nil {
		return summary{nothing: jestNone.find(lines) != nil}
	}
	s, c := summary{total: true}, counted(tests[1])
	s.passed, s.failed, s.skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	if counted(suites[1])["failed"] > 0 {
		s.result = Failed
	}
	jestName.each(lines, func(m []string) { s.name(strings.TrimSpace(m[1])) })
	return s.judge()
}

func readVitest(lines []string) summary {
	files, tests := vitestFiles.find(lines), vitestTests.find(lines)
	if files == nil {
		return summary{nothing: vitestNone.find(lines) != nil}
	}
	s := summary{total: true}
	if tests != nil {
		c := counted(tests[1])
		s.passed, s.failed, s.skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	}
	if counted(files[1])["failed"] > 0 || vitestErrors.find(lines) != nil {
		s.result = Failed
	}
	vitestName.each(lines, func(m []string) { s.name(strings.TrimSpace(m[1])) })
	return s.judge()
}

func readMocha(lines []string) summary {
	passing, failing := mochaPassing.find(lines), mochaFailing.find(lines)
	if passing == nil {
		return summary{nothing: mochaNone.find(lines) != nil}
	}
	s := summary{passed: number(passing[1])}
	if failing != nil {
		s.failed = number(failing[1])
	}
	if m := mochaPending.find(lines); m != nil {
		s.skipped = number(m[1])
	}
	return s.judge()
}

func readAva(lines []string) summary {
	var s summary
	avaEnd.each(lines, func(m []string) {
		switch m[2] {
		case "failed":
			s.failed = number(m[1])
		case "passed":
			s.passed = number(m[1])
		default:
			s.skipped += number(m[1])
		}
	})
	if s.passed+s.failed+s.skipped == 0 {
		return summary{nothing: avaNone.find(lines) != nil}
	}
	return s.judge()
}

var (
	playwrightPassed = &pattern{expr: `^\s*(\d+) passed \(`}
	playwrightFailed = &pattern{expr: `^\s*(\d+) (failed|interrupted|did not run)$`}
	playwrightOther  = &pattern{expr: `^\s*(\d+) (skipped|flaky)$`}
	playwrightError  = &pattern{expr: `^(?:\w*Error): `}
	playwrightNone   = &pattern{expr: `^Error: No tests found`}
	cypressEnd       = &pattern{expr: `^\s*[│|]?\s*(?:✔|✖|√|×)\s+(All specs passed!|\d+ of \d+ failed(?: \(\d+%\))?)(.*)`}
	cypressNone      = &pattern{expr: `^Can't run because no spec files were found\.`}
	nodePass         = &pattern{expr: `^(?:ℹ|#) pass (\d+)$`}
	nodeFail         = &pattern{expr: `^(?:ℹ|#) (?:fail|cancelled) (\d+)$`}
	nodeSkip         = &pattern{expr: `^(?:ℹ|#) (?:skipped|todo) (\d+)$`}
	bunPass          = &pattern{expr: `^\s*(\d+) pass$`}
	bunFail          = &pattern{expr: `^\s*(\d+) fail$`}
	bunSkip          = &pattern{expr: `^\s*(\d+) (?:skip|todo)$`}
	bunNone          = &pattern{expr: `^No tests found!|^error: regex .* matched 0 tests|^The following filters did not match any test files`}
	denoNone         = &pattern{expr: `^error: No test modules found`}
	bunRan           = &pattern{expr: `^Ran (\d+) tests? across`}
	denoEnd          = &pattern{expr: `^(ok|FAILED) \| (\d+) passed.* \| (\d+) failed(?: \| (\d+) ignored)?`}
)

func readPlaywright(lines []string) summary {
	if playwrightNone.find(lines) != nil {
		broken := 0 // a file that cannot be loaded has no tests either
		playwrightError.each(lines, func([]string) { broken++ })
		return summary{nothing: broken == 1}
	}
	s, found := summary{}, false
	if !isBlockWhole(lines, playwrightPassed) {
		return summary{}
	}
	playwrightPassed.each(lines, func(m []string) { found, s.passed = true, number(m[1]) })
	playwrightFailed.each(lines, func(m []string) {
		if found = true; m[2] != "did not run" {
			s.failed += number(m[1])
		}
	})
	playwrightOther.each(lines, func(m []string) {
		if found = true; m[2] == "skipped" {
			s.skipped = number(m[1])
		} else {
			s.passed += number(m[1])
		}
	})
	if !found {
		return summary{}
	}
	return s.judge()
}

// isBlockWhole reports whether the output contains the lines above the last one that matches, which
// list the failures, up to the empty line before them.
func isBlockWhole(lines []string, last *pattern) bool {
	for i := len(lines) - 1; i >= 0; i-- {
		if last.re().MatchString(lines[i]) {
			for ; i >= 0 && lines[i] != ""; i-- {
			}
			return i >= 0
		}
	}
	return true
}

// readCypress reads the last row of the table of specs: its columns are the time, the tests, and those that
// pass, fail, are pending and are skipped.
func readCypress(lines []string) summary {
	if cypressNone.find(lines) != nil {
		return summary{nothing: true}
	}
	return oneLine(cypressEnd, lines, func(s *summary, m []string) {
		s.result = Failed
		if m[1] == "All specs passed!" {
			s.result = Passed
		}
		if columns := strings.Fields(m[2]); len(columns) == 6 {
			s.passed, s.failed, s.skipped = number(columns[2]), number(columns[3]), number(columns[4])+number(columns[5])
		}
	})
}

// readNode reads the counts of node --test, in its own form or as TAP.
func readNode(lines []string) summary {
	pass := nodePass.find(lines)
	if pass == nil {
		return summary{}
	}
	s := summary{passed: number(pass[1])}
	nodeFail.each(lines, func(m []string) { s.failed += number(m[1]) })
	nodeSkip.each(lines, func(m []string) { s.skipped += number(m[1]) })
	return s.judge()
}

func readBun(lines []string) summary {
	if bunRan.find(lines) == nil {
		return summary{nothing: bunNone.find(lines) != nil}
	}
	var s summary
	bunSkip.each(lines, func(m []string) { s.skipped += number(m[1]) })
	bunPass.each(lines, func(m []string) { s.passed = number(m[1]) })
	bunFail.each(lines, func(m []string) { s.failed = number(m[1]) })
	return s.judge()
}

func readDeno(lines []string) summary {
	if denoNone.find(lines) != nil {
		return summary{nothing: true}
	}
	return oneLine(denoEnd, lines, func(s *summary, m []string) {
		if s.passed, s.failed, s.skipped = number(m[2]), number(m[3]), number(m[4]); m[1] == "FAILED" {
			s.result = Failed
		}
	})
}
