package witness

import "strings"

var (
	jestTests    = line(`^Tests:\s+(.*\d+ total)`)
	jestSuites   = line(`^Test Suites:\s+(.*\d+ total)`)
	jestName     = line(`^\s*● (.+ › .+|[^›]+)$`)
	jestNone     = line(`^No tests found`)
	vitestTests  = line(`^\s*Tests\s+(.*)\(\d+\)`)
	vitestFiles  = line(`^\s*Test Files\s+(.*)\(\d+\)`)
	vitestNone   = line(`^\s*No test files found`)
	vitestName   = line(`^\s*FAIL\s+(.+)$`)
	vitestErrors = line(`^\s*Errors\s+\d+ errors?$`)
	mochaNone    = line(`^Error: No test files found`)
	mochaPassing = line(`^\s*(\d+) passing \(`)
	mochaFailing = line(`^\s*(\d+) failing$`)
	mochaPending = line(`^\s*(\d+) pending$`)
	avaEnd       = line(`^\s*(\d+) tests? (passed|failed|skipped|todo)$`)
	avaNone      = line(`find any files to test$`)
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
	playwrightPassed = line(`^\s*(\d+) passed \(`)
	playwrightFailed = line(`^\s*(\d+) (failed|interrupted|did not run)$`)
	playwrightOther  = line(`^\s*(\d+) (skipped|flaky)$`)
	playwrightError  = line(`^(?:\w*Error): `)
	playwrightNone   = line(`^Error: No tests found`)
	cypressEnd       = line(`^\s*[│|]?\s*(✔|✖)\s+(All specs passed!|\d+ of \d+ failed)`)
	nodePass         = line(`^(?:ℹ|#) pass (\d+)$`)
	nodeFail         = line(`^(?:ℹ|#) (?:fail|cancelled) (\d+)$`)
	nodeSkip         = line(`^(?:ℹ|#) (?:skipped|todo) (\d+)$`)
	bunPass          = line(`^\s*(\d+) pass$`)
	bunFail          = line(`^\s*(\d+) fail$`)
	bunSkip          = line(`^\s*(\d+) (?:skip|todo)$`)
	bunNone          = line(`^No tests found!|^error: regex .* matched 0 tests|^The following filters did not match any test files`)
	denoNone         = line(`^error: No test modules found`)
	bunRan           = line(`^Ran (\d+) tests? across`)
	denoEnd          = line(`^(ok|FAILED) \| (\d+) passed.* \| (\d+) failed(?: \| (\d+) ignored)?`)
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

// isBlockWhole reports whether the lines above the last that matches, which tell of what failed,
// stand in the output up to the empty line before them.
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

func readCypress(lines []string) summary {
	return oneLine(cypressEnd, lines, func(s *summary, m []string) {
		s.result = Passed
		if m[1] == "✖" {
			s.result = Failed
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
