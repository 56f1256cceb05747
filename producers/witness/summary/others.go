package summary

import "github.com/clawable/claw/producers/witness/pattern"

var (
	mavenTests  = &pattern.Line{Expr: `Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$`}
	mavenEnd    = &pattern.Line{Expr: `BUILD (SUCCESS|FAILURE)$`}
	mavenHung   = &pattern.Line{Expr: `There was a timeout or other error in the fork`}
	mavenNone   = &pattern.Line{Expr: `No tests (?:were executed!|matching pattern)`}
	gradleEnd   = &pattern.Line{Expr: `^BUILD (SUCCESSFUL|FAILED) in `}
	gradleTests = &pattern.Line{Expr: `^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?`}
	gradleAny   = &pattern.Line{Expr: `^(?:> Task )?:\S+(?: [A-Z-]+)?$`}
	gradleTask  = &pattern.Line{Expr: `^(?:> Task )?:(?:\S+:)?\w*[tT]est( NO-SOURCE| SKIPPED)?(?: [A-Z-]+)?(?:WARNING: .*)?$`}
	rspecEnd    = &pattern.Line{Expr: `^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?`}
	rspecName   = &pattern.Line{Expr: `^rspec (\S+)`}
	minitestEnd = &pattern.Line{Expr: `^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (?:\d+ pendings, \d+ omissions, )?(?:(\d+) skips)?`}
	phpunitOK   = &pattern.Line{Expr: `^OK \((\d+) tests?, `}
	phpunitBad  = &pattern.Line{Expr: `^Tests: (\d+), Assertions: \d+(.*)\.$`}
	phpunitNone = &pattern.Line{Expr: `^No tests executed!`}
	pestEnd     = &pattern.Line{Expr: `^\s*Tests:\s+(.*)\(\d+ assertions?\)`}
	mixEnd      = &pattern.Line{Expr: `^(?:(\d+) doctests?, )?(?:\d+ propert(?:y|ies), )?(\d+) tests?, (\d+) failures?(?:, (\d+) (?:excluded|skipped))?`}
	mixNone     = &pattern.Line{Expr: `^There are no tests to run$`}
	ctestSkip   = &pattern.Line{Expr: `^\s+\d+ - \S+ \(Skipped\)$`}
	ctestEnd    = &pattern.Line{Expr: `^\d+% tests passed, (\d+) tests failed out of (\d+)`}
	ctestNone   = &pattern.Line{Expr: `^No tests were found!!!`}
	ctestName   = &pattern.Line{Expr: `^\s+\d+ - (\S+) \((?:Failed|Timeout|SEGFAULT|Subprocess aborted)`}
)

// ReadMaven adds up the totals of modules: only those lines end behind the counts. Surefire ends tests that run
// longer than it was told.
func ReadMaven(lines []string) Summary {
	var s Summary
	end := mavenEnd.Find(lines)
	if end == nil {
		return s
	}
	found := false
	mavenTests.Each(lines, func(m []string) {
		found = true
		bad := pattern.Number(m[2]) + pattern.Number(m[3])
		s.Failed, s.Skipped = s.Failed+bad, s.Skipped+pattern.Number(m[4])
		s.Passed += pattern.Number(m[1]) - bad - pattern.Number(m[4])
	})
	switch {
	case mavenHung.Find(lines) != nil && end[1] != "SUCCESS" && s.Failed == 0:
		s.Result = Hung
		return s
	case found && (end[1] == "SUCCESS" || s.Failed > 0):
	case mavenNone.Find(lines) != nil:
		return Summary{NoTests: true}
	default:
		return Summary{NoTests: end[1] == "SUCCESS"}
	}
	return s.judge()
}

// ReadGradle reads the end of a build, and the counts, which Gradle prints only where a test failed. A build
// that lists its tasks, and no test task that ran, ran no test.
func ReadGradle(lines []string) Summary {
	end := gradleEnd.Find(lines)
	if end == nil {
		return Summary{}
	}
	s, ran := Summary{HasTotal: true}, false
	gradleTask.Each(lines, func(m []string) { ran = ran || m[1] == "" })
	if m := gradleTests.Find(lines); m != nil {
		s.Failed, s.Skipped = pattern.Number(m[2]), pattern.Number(m[3])
		s.Passed = pattern.Number(m[1]) - s.Failed - s.Skipped
	}
	switch {
	case end[1] == "SUCCESSFUL" && !ran && gradleAny.Find(lines) != nil:
		return Summary{NoTests: true}
	case end[1] == "SUCCESSFUL":
		s.Result = Passed
	case s.Failed > 0:
		s.Result = Failed
	}
	return s
}

// ReadRSpec reads the totals of RSpec, and the places of the examples that failed.
func ReadRSpec(lines []string) Summary {
	s := oneLine(rspecEnd, lines, func(s *Summary, m []string) {
		s.Failed, s.Skipped = pattern.Number(m[2])+pattern.Number(m[4]), pattern.Number(m[3])
		s.Passed = max(0, pattern.Number(m[1])-pattern.Number(m[2])-s.Skipped)
	})
	rspecName.Each(lines, func(m []string) { s.name(m[1]) })
	return s
}

// ReadMinitest reads the totals of minitest and of test-unit.
func ReadMinitest(lines []string) Summary {
	return oneLine(minitestEnd, lines, func(s *Summary, m []string) {
		s.Failed, s.Skipped = pattern.Number(m[2])+pattern.Number(m[3]), pattern.Number(m[4])
		s.Passed = max(0, pattern.Number(m[1])-s.Failed-s.Skipped)
	})
}

// ReadPHPUnit reads the summaries of PHPUnit and of Pest.
func ReadPHPUnit(lines []string) Summary {
	if phpunitNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	if s := oneLine(pestEnd, lines, func(s *Summary, m []string) {
		c := counted(m[1])
		s.Passed, s.Failed, s.Skipped = c["passed"], c["failed"], c["skipped"]+c["todo"]
	}); s.Result != "" {
		return s
	}
	if s := oneLine(phpunitOK, lines, func(s *Summary, m []string) { s.Passed = pattern.Number(m[1]) }); s.Result != "" {
		return s
	}
	return oneLine(phpunitBad, lines, func(s *Summary, m []string) {
		c := namedCounts(m[2])
		s.Failed, s.Skipped = c["Errors"]+c["Failures"], c["Skipped"]+c["Incomplete"]
		s.Passed = max(0, pattern.Number(m[1])-s.Failed-s.Skipped)
	})
}

// namedCounts reads a line such as ", Errors: 1, Failures: 2".
func namedCounts(text string) map[string]int {
	counts := map[string]int{}
	for _, m := range nameCounts.Regexp().FindAllStringSubmatch(text, -1) {
		counts[m[1]] = pattern.Number(m[2])
	}
	return counts
}

var nameCounts = &pattern.Line{Expr: `([A-Za-z]+): (\d+)`}

// ReadMix reads the totals of mix test.
func ReadMix(lines []string) Summary {
	if mixNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	return oneLine(mixEnd, lines, func(s *Summary, m []string) {
		s.Failed, s.Skipped = pattern.Number(m[3]), pattern.Number(m[4])
		s.Passed = max(0, pattern.Number(m[1])+pattern.Number(m[2])-s.Failed-s.Skipped)
	})
}

// ReadCTest reads the totals of ctest, and the names of the tests that failed.
func ReadCTest(lines []string) Summary {
	if ctestNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	s := oneLine(ctestEnd, lines, func(s *Summary, m []string) {
		ctestSkip.Each(lines, func([]string) { s.Skipped++ })
		s.Failed, s.Passed = pattern.Number(m[1]), max(0, pattern.Number(m[2])-pattern.Number(m[1])-s.Skipped)
	})
	ctestName.Each(lines, func(m []string) { s.name(m[1]) })
	return s
}
