package witness

var (
	mavenTests  = &pattern{expr: `Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$`}
	mavenEnd    = &pattern{expr: `BUILD (SUCCESS|FAILURE)$`}
	mavenNone   = &pattern{expr: `No tests (?:were executed!|matching pattern)`}
	gradleEnd   = &pattern{expr: `^BUILD (SUCCESSFUL|FAILED) in `}
	gradleTests = &pattern{expr: `^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?`}
	gradleAny   = &pattern{expr: `^(?:> Task )?:\S+(?: [A-Z-]+)?$`}
	gradleTask  = &pattern{expr: `^(?:> Task )?:(?:\S+:)?\w*[tT]est( NO-SOURCE| SKIPPED)?(?: [A-Z-]+)?(?:WARNING: .*)?$`}
	rspecEnd    = &pattern{expr: `^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?`}
	rspecName   = &pattern{expr: `^rspec (\S+)`}
	minitestEnd = &pattern{expr: `^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (?:\d+ pendings, \d+ omissions, )?(?:(\d+) skips)?`}
	phpunitOK   = &pattern{expr: `^OK \((\d+) tests?, `}
	phpunitBad  = &pattern{expr: `^Tests: (\d+), Assertions: \d+(.*)\.$`}
	phpunitNone = &pattern{expr: `^No tests executed!`}
	pestEnd     = &pattern{expr: `^\s*Tests:\s+(.*)\(\d+ assertions?\)`}
	mixEnd      = &pattern{expr: `^(?:(\d+) doctests?, )?(?:\d+ propert(?:y|ies), )?(\d+) tests?, (\d+) failures?(?:, (\d+) (?:excluded|skipped))?`}
	mixNone     = &pattern{expr: `^There are no tests to run$`}
	ctestSkip   = &pattern{expr: `^\s+\d+ - \S+ \(Skipped\)$`}
	ctestEnd    = &pattern{expr: `^\d+% tests passed, (\d+) tests failed out of (\d+)`}
	ctestNone   = &pattern{expr: `^No tests were found!!!`}
	ctestName   = &pattern{expr: `^\s+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess aborted)`}
)

// readMaven adds up the totals of modules: only those lines end behind the counts.
func readMaven(lines []string) summary {
	var s summary
	end := mavenEnd.find(lines)
	if end == nil {
		return s
	}
	found := false
	mavenTests.each(lines, func(m []string) {
		found = true
		bad := number(m[2]) + number(m[3])
		s.failed, s.skipped = s.failed+bad, s.skipped+number(m[4])
		s.passed += number(m[1]) - bad - number(m[4])
	})
	switch {
	case found && (end[1] == "SUCCESS" || s.failed > 0):
	case mavenNone.find(lines) != nil:
		return summary{nothing: true}
	default:
		return summary{nothing: end[1] == "SUCCESS"}
	}
	return s.judge()
}

func readGradle(lines []string) summary {
	end := gradleEnd.find(lines)
	if end == nil {
		return summary{}
	}
	s, ran := summary{total: true}, false
	gradleTask.each(lines, func(m []string) { ran = ran || m[1] == "" })
	if m := gradleTests.find(lines); m != nil {
		s.failed, s.skipped = number(m[2]), number(m[3])
		s.passed = number(m[1]) - s.failed - s.skipped
	}
	switch {
	case end[1] == "SUCCESSFUL" && !ran && gradleAny.find(lines) != nil:
		return summary{nothing: true}
	case end[1] == "SUCCESSFUL":
		s.result = Passed
	case s.failed > 0:
		s.result = Failed
	}
	return s
}

func readRSpec(lines []string) summary {
	s := oneLine(rspecEnd, lines, func(s *summary, m []string) {
		s.failed, s.skipped = number(m[2])+number(m[4]), number(m[3])
		s.passed = max(0, number(m[1])-number(m[2])-s.skipped)
	})
	rspecName.each(lines, func(m []string) { s.name(m[1]) })
	return s
}

func readMinitest(lines []string) summary {
	return oneLine(minitestEnd, lines, func(s *summary, m []string) {
		s.failed, s.skipped = number(m[2])+number(m[3]), number(m[4])
		s.passed = max(0, number(m[1])-s.failed-s.skipped)
	})
}

// readPHPUnit reads the summaries of PHPUnit and of Pest.
func readPHPUnit(lines []string) summary {
	if phpunitNone.find(lines) != nil {
		return summary{nothing: true}
	}
	if s := oneLine(pestEnd, lines, func(s *summary, m []string) {
		c := counted(m[1])
		s.passed, s.failed, s.skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	}); s.result != "" {
		return s
	}
	if s := oneLine(phpunitOK, lines, func(s *summary, m []string) { s.passed = number(m[1]) }); s.result != "" {
		return s
	}
	return oneLine(phpunitBad, lines, func(s *summary, m []string) {
		c := namedCounts(m[2])
		s.failed, s.skipped = c["Errors"]+c["Failures"], c["Skipped"]+c["Incomplete"]
		s.passed = max(0, number(m[1])-s.failed-s.skipped)
	})
}

// namedCounts reads a line such as ", Errors: 1, Failures: 2".
func namedCounts(text string) map[string]int {
	counts := map[string]int{}
	for _, m := range nameCounts.re().FindAllStringSubmatch(text, -1) {
		counts[m[1]] = number(m[2])
	}
	return counts
}

var nameCounts = &pattern{expr: `([A-Za-z]+): (\d+)`}

func readMix(lines []string) summary {
	if mixNone.find(lines) != nil {
		return summary{nothing: true}
	}
	return oneLine(mixEnd, lines, func(s *summary, m []string) {
		s.failed, s.skipped = number(m[3]), number(m[4])
		s.passed = max(0, number(m[1])+number(m[2])-s.failed-s.skipped)
	})
}

func readCTest(lines []string) summary {
	if ctestNone.find(lines) != nil {
		return summary{nothing: true}
	}
	s := oneLine(ctestEnd, lines, func(s *summary, m []string) {
		ctestSkip.each(lines, func([]string) { s.skipped++ })
		s.failed, s.passed = number(m[1]), max(0, number(m[2])-number(m[1])-s.skipped)
	})
	ctestName.each(lines, func(m []string) { s.name(m[1]) })
	return s
}

var (
	tapPlan = &pattern{expr: `^1\.\.(\d+)`}
	tapSkip = &pattern{expr: `(?i)# (skip|todo)\b`}
	tapOK   = &pattern{expr: `^(not )?ok \d+\b(?: -)? *(.*?)(?: +(?:#.*|\{))? *$`}
)

// readTAP reads the Test Anything Protocol: a plan, and a line for each test.
func readTAP(lines []string) summary {
	plan := tapPlan.find(lines)
	if plan == nil {
		return summary{}
	}
	var s summary
	seen := 0
	tapOK.each(lines, func(m []string) {
		switch seen++; {
		case tapSkip.re().MatchString(m[0]):
			s.skipped++
		case m[1] == "":
			s.passed++
		default:
			s.failed++
			s.name(m[2])
		}
	})
	if seen != number(plan[1]) {
		return summary{}
	}
	return s.judge()
}
