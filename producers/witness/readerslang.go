package witness

import "strings"

// The patterns of the runners that come with a language or its build tool.
var (
	dotnetEnd     = &pattern{expr: `^\s*(Passed|Failed|Skipped)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+)`}
	dotnetTotal   = &pattern{expr: `^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+)`}
	dotnetRun     = &pattern{expr: `^\s*Test run summary: (Passed|Failed|Aborted|Zero tests ran)`}
	dotnetOld     = &pattern{expr: `^\s*Test Run (Successful|Failed)\.$`}
	dotnetCount   = &pattern{expr: `^\s*(total|failed|succeeded|skipped|Passed|Failed|Skipped): (\d+)$`}
	dotnetAborted = &pattern{expr: `(?i)^\s*(?:Test Run Aborted\.|The active test run was aborted\.)`}
	dotnetNone    = &pattern{expr: `No test is available in|^No test matches the given testcase filter|^No test projects were found\.`}
	swiftEnd      = &pattern{expr: `^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?`}
	swiftWhole    = &pattern{expr: `^Test Suite '(?:All|Selected) tests' (started|passed|failed)`}
	swiftRun      = &pattern{expr: `Test run with (\d+) tests?.* (passed|failed) after`}
	swiftCrash    = &pattern{expr: `^error: (?:Process '.*' exited|Exited) with (?:unexpected )?signal code \d+`}
	bazelTarget   = &pattern{expr: `^@{0,2}[^/\s]*//\S+\s+(?:\(cached\) )?(PASSED|FAILED|TIMEOUT|FLAKY|NO STATUS|REMOTE FAILURE|INCOMPLETE)`}
	bazelEnd      = &pattern{expr: `^Executed \d+ out of (\d+) tests?: (.*)`}
	bazelCount    = &pattern{expr: `(\d+) (?:tests? )?(pass|fail|was skipped|were skipped)`}
	dartEnd       = &pattern{expr: `^\s*(?:\d\d+:\d\d )?\+(\d+)(?: ~(\d+))?(?: -(\d+))?: (All tests passed!|All tests skipped\.|Some tests failed\.)$`}
	dartNone      = &pattern{expr: `^(?:No tests ran\.|No tests match )`}
	zigEnd        = &pattern{expr: `^(?:All (\d+) tests passed\.|(\d+) passed; (\d+) skipped; (\d+) failed\.)$`}
	zigBad        = &pattern{expr: `^\d+ (?:errors were logged|tests leaked memory)\.$`}
	zigBuildEnd   = &pattern{expr: `^Build Summary: .*; (\d+)/(\d+) tests passed(?:;? ?\(?(.*))?`}
	sbtEnd        = &pattern{expr: `\] (Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)`}
	scalaEnd      = &pattern{expr: `Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)$`}
	sbtDone       = &pattern{expr: `^\[success\] Total time: `}
	sbtBad        = &pattern{expr: `TestsFailedException: Tests unsuccessful|\) Compilation failed$`}
)

// readDotnet reads the summaries of VSTest, of one project each, and of the Microsoft Testing Platform.
// A project whose host crashed prints none, or one of the tests that it reached.
func readDotnet(lines []string) summary {
	s := dotnetCounts(lines)
	switch {
	case dotnetAborted.find(lines) != nil:
		s.result, s.nothing = Failed, false
	case s.result == "" && s.passed+s.failed == 0:
		return summary{nothing: s.nothing || dotnetNone.find(lines) != nil}
	}
	return s.judge()
}

// dotnetCounts adds up what the summaries count.
func dotnetCounts(lines []string) summary {
	if m := dotnetTotal.find(lines); m != nil {
		return summary{failed: number(m[1]), passed: number(m[2]), skipped: number(m[3]), total: true}
	}
	if m := dotnetRun.find(lines); m != nil {
		s := summary{total: true, nothing: m[1] == "Zero tests ran"}
		if m[1] == "Failed" || m[1] == "Aborted" {
			s.result = Failed
		}
		return s.counts(lines)
	}
	s := summary{parts: true}
	dotnetEnd.each(lines, func(m []string) {
		s.failed, s.passed, s.skipped = s.failed+number(m[2]), s.passed+number(m[3]), s.skipped+number(m[4])
	})
	if dotnetOld.find(lines) == nil {
		return s
	}
	dotnetOld.each(lines, func(m []string) {
		if m[1] == "Failed" {
			s.result = Failed
		}
	})
	return s.counts(lines)
}

// counts adds the counts that are on separate lines.
func (s summary) counts(lines []string) summary {
	dotnetCount.each(lines, func(m []string) {
		switch strings.ToLower(m[1]) {
		case "passed", "succeeded":
			s.passed += number(m[2])
		case "failed":
			s.failed += number(m[2])
		case "skipped":
			s.skipped += number(m[2])
		}
	})
	return s
}

// readSwift reads the summaries of XCTest and of Swift Testing, which run one after the other. XCTest
// prints one for each suite: only that of all tests, or of those that were selected, describes the run.
func readSwift(lines []string) summary {
	var s summary
	if m := swiftEnd.find(lines); m != nil {
		s = summary{failed: number(m[3]), skipped: number(m[2]), total: true}
		s.passed = max(0, number(m[1])-s.failed-s.skipped)
	}
	if m := swiftRun.find(lines); m != nil {
		s.total = true
		if m[2] == "failed" {
			s.result = Failed
		} else {
			s.passed += number(m[1])
		}
	}
	whole := swiftWhole.find(lines)
	switch {
	case swiftCrash.find(lines) != nil:
		return summary{result: Failed, failed: s.failed, skipped: s.skipped, total: true}
	case whole != nil && whole[1] == "started":
		return summary{} // it never reached the end
	case !s.total:
		return s
	}
	return s.judge()
}

func readBazel(lines []string) summary {
	end := bazelEnd.find(lines)
	if end == nil {
		return summary{}
	}
	s, left := summary{total: true}, 0
	for _, m := range bazelCount.re().FindAllStringSubmatch(end[2], -1) {
		switch n := number(m[1]); m[2] {
		case "pass":
			s.passed += n
		case "fail":
			s.failed += n
		default:
			left += n
		}
	}
	bazelTarget.each(lines, func(m []string) {
		if m[1] != "PASSED" && m[1] != "FLAKY" {
			s.name(strings.Fields(m[0])[0])
		}
	})
	if s.failed == 0 && left > 0 {
		return summary{} // it ended before it ran all
	}
	return s.judge()
}

func readDart(lines []string) summary {
	if dartNone.find(lines) != nil {
		return summary{nothing: true}
	}
	return oneLine(dartEnd, lines, func(s *summary, m []string) {
		s.passed, s.skipped, s.failed = number(m[1]), number(m[2]), number(m[3])
		if m[4] == "Some tests failed." {
			s.result = Failed
		}
	})
}

// readZig reads the summary of zig build, which counts what was skipped apart, else that of zig test.
func readZig(lines []string) summary {
	if m := zigBuildEnd.find(lines); m != nil {
		s := summary{passed: number(m[1]), skipped: counted(m[3])["skipped"], total: true}
		s.failed = number(m[2]) - s.passed - s.skipped
		return s.judge()
	}
	return oneLine(zigEnd, lines, func(s *summary, m []string) {
		s.passed, s.skipped, s.failed = number(m[1])+number(m[2]), number(m[3]), number(m[4])
		if zigBad.find(lines) != nil {
			s.result = Failed
		}
	})
}

// readSbt adds up the summaries of sbt for each project, or those of ScalaTest where there are none of
// sbt. Only the last lines report a project whose tests did not compile, or broke off.
func readSbt(lines []string) summary {
	s := summary{total: sbtDone.find(lines) != nil}
	sbtEnd.each(lines, func(m []string) {
		s.passed, s.failed = s.passed+number(m[5]), s.failed+number(m[3])+number(m[4])
		if m[1] != "Passed" {
			s.result = Failed
		}
	})
	if s.passed+s.failed == 0 {
		scalaEnd.each(lines, func(m []string) {
			s.passed, s.failed = s.passed+number(m[1]), s.failed+number(m[2])
			s.skipped += number(m[3]) + number(m[4]) + number(m[5])
		})
	}
	switch {
	case sbtBad.find(lines) != nil:
		s.result, s.total = Failed, true
	case s.result == "" && s.passed+s.failed == 0 && sbtEnd.find(lines) == nil && scalaEnd.find(lines) == nil:
		return summary{}
	}
	return s.judge()
}
