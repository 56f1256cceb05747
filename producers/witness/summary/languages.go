package summary

import (
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

// The patterns of the runners that come with a language or its build tool.
var (
	dotnetEnd     = &pattern.Line{Expr: `^\s*(Passed|Failed|Skipped)!\s+- Failed:\s+(\d+), Passed:\s+(\d+), Skipped:\s+(\d+)`}
	dotnetTotal   = &pattern.Line{Expr: `^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+)`}
	dotnetRun     = &pattern.Line{Expr: `^\s*Test run summary: (Passed|Failed|Aborted|Zero tests ran)`}
	dotnetOld     = &pattern.Line{Expr: `^\s*Test Run (Successful|Failed)\.$`}
	dotnetCount   = &pattern.Line{Expr: `^\s*(total|failed|succeeded|skipped|Passed|Failed|Skipped): (\d+)$`}
	dotnetAborted = &pattern.Line{Expr: `(?i)^\s*(?:Test Run Aborted\.|The active test run was aborted\.)`}
	dotnetNone    = &pattern.Line{Expr: `No test is available in|^No test matches the given testcase filter|^No test projects were found\.`}
	swiftEnd      = &pattern.Line{Expr: `^\s*Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?`}
	swiftWhole    = &pattern.Line{Expr: `^Test Suite '(?:All|Selected) tests' (started|passed|failed)`}
	swiftRun      = &pattern.Line{Expr: `Test run with (\d+) tests?.* (passed|failed) after`}
	swiftCrash    = &pattern.Line{Expr: `^error: (?:Process '.*' exited|Exited) with (?:unexpected )?signal code \d+`}
	bazelTarget   = &pattern.Line{Expr: `^@{0,2}[^/\s]*//\S+\s+(?:\(cached\) )?(PASSED|FAILED|TIMEOUT|FLAKY|NO STATUS|REMOTE FAILURE|INCOMPLETE)`}
	bazelEnd      = &pattern.Line{Expr: `^Executed \d+ out of (\d+) tests?: (.*)`}
	bazelCount    = &pattern.Line{Expr: `(\d+) (?:tests? )?(pass|fail|was skipped|were skipped)`}
	dartEnd       = &pattern.Line{Expr: `^\s*(?:\d\d+:\d\d )?\+(\d+)(?: ~(\d+))?(?: -(\d+))?: (All tests passed!|All tests skipped\.|Some tests failed\.)$`}
	dartNone      = &pattern.Line{Expr: `^(?:No tests ran\.|No tests match )`}
	zigEnd        = &pattern.Line{Expr: `^(?:All (\d+) tests passed\.|(\d+) passed; (\d+) skipped; (\d+) failed\.)$`}
	zigBad        = &pattern.Line{Expr: `^\d+ (?:errors were logged|tests leaked memory)\.$`}
	zigBuildEnd   = &pattern.Line{Expr: `^Build Summary: .*; (\d+)/(\d+) tests passed(?:;? ?\(?(.*))?`}
	sbtEnd        = &pattern.Line{Expr: `\] (Passed|Failed|Error): Total (\d+), Failed (\d+), Errors (\d+), Passed (\d+)`}
	scalaEnd      = &pattern.Line{Expr: `Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)$`}
	sbtDone       = &pattern.Line{Expr: `^\[success\] Total time: `}
	sbtBad        = &pattern.Line{Expr: `TestsFailedException: Tests unsuccessful|\) Compilation failed$`}
)

// ReadDotnet reads the summaries of VSTest, of one project each, and of the Microsoft Testing Platform.
// A project whose host crashed prints none, or one of the tests that it reached.
func ReadDotnet(lines []string) Summary {
	s := dotnetCounts(lines)
	switch {
	case dotnetAborted.Find(lines) != nil:
		s.Result, s.NoTests = Failed, false
	case s.Result == "" && s.Passed+s.Failed == 0:
		return Summary{NoTests: s.NoTests || dotnetNone.Find(lines) != nil}
	}
	return s.judge()
}

// dotnetCounts adds up what the summaries count.
func dotnetCounts(lines []string) Summary {
	if m := dotnetTotal.Find(lines); m != nil {
		return Summary{Failed: pattern.Number(m[1]), Passed: pattern.Number(m[2]), Skipped: pattern.Number(m[3]), HasTotal: true}
	}
	if m := dotnetRun.Find(lines); m != nil {
		s := Summary{HasTotal: true, NoTests: m[1] == "Zero tests ran"}
		if m[1] == "Failed" || m[1] == "Aborted" {
			s.Result = Failed
		}
		return s.counts(lines)
	}
	s := Summary{InParts: true}
	dotnetEnd.Each(lines, func(m []string) {
		s.Failed, s.Passed, s.Skipped = s.Failed+pattern.Number(m[2]), s.Passed+pattern.Number(m[3]), s.Skipped+pattern.Number(m[4])
	})
	if dotnetOld.Find(lines) == nil {
		return s
	}
	dotnetOld.Each(lines, func(m []string) {
		if m[1] == "Failed" {
			s.Result = Failed
		}
	})
	return s.counts(lines)
}

// counts adds the counts that are on separate lines.
func (s Summary) counts(lines []string) Summary {
	dotnetCount.Each(lines, func(m []string) {
		switch strings.ToLower(m[1]) {
		case "passed", "succeeded":
			s.Passed += pattern.Number(m[2])
		case "failed":
			s.Failed += pattern.Number(m[2])
		case "skipped":
			s.Skipped += pattern.Number(m[2])
		}
	})
	return s
}

// ReadSwift reads the summaries of XCTest and of Swift Testing, which run one after the other. XCTest
// prints one for each suite: only that of all tests, or of those that were selected, describes the run.
func ReadSwift(lines []string) Summary {
	var s Summary
	if m := swiftEnd.Find(lines); m != nil {
		s = Summary{Failed: pattern.Number(m[3]), Skipped: pattern.Number(m[2]), HasTotal: true}
		s.Passed = max(0, pattern.Number(m[1])-s.Failed-s.Skipped)
	}
	if m := swiftRun.Find(lines); m != nil {
		s.HasTotal = true
		if m[2] == "failed" {
			s.Result = Failed
		} else {
			s.Passed += pattern.Number(m[1])
		}
	}
	whole := swiftWhole.Find(lines)
	switch {
	case swiftCrash.Find(lines) != nil:
		return Summary{Result: Failed, Failed: s.Failed, Skipped: s.Skipped, HasTotal: true}
	case whole != nil && whole[1] == "started":
		return Summary{} // it never reached the end
	case !s.HasTotal:
		return s
	}
	return s.judge()
}

// ReadBazel reads the last line of bazel, which counts targets, and the names of those that
// did not pass. A run that ended before it ran all has no result.
func ReadBazel(lines []string) Summary {
	end := bazelEnd.Find(lines)
	if end == nil {
		return Summary{}
	}
	s, left := Summary{HasTotal: true}, 0
	for _, m := range bazelCount.Regexp().FindAllStringSubmatch(end[2], -1) {
		switch n := pattern.Number(m[1]); m[2] {
		case "pass":
			s.Passed += n
		case "fail":
			s.Failed += n
		default:
			left += n
		}
	}
	bazelTarget.Each(lines, func(m []string) {
		if m[1] != "PASSED" && m[1] != "FLAKY" {
			s.name(strings.Fields(m[0])[0])
		}
	})
	if s.Failed == 0 && left > 0 {
		return Summary{} // it ended before it ran all
	}
	return s.judge()
}

// ReadDart reads the last line of dart test and of flutter test.
func ReadDart(lines []string) Summary {
	if dartNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	return oneLine(dartEnd, lines, func(s *Summary, m []string) {
		s.Passed, s.Skipped, s.Failed = pattern.Number(m[1]), pattern.Number(m[2]), pattern.Number(m[3])
		if m[4] == "Some tests failed." {
			s.Result = Failed
		}
	})
}

// ReadZig reads the summary of zig build, which counts what was skipped apart, else that of zig test.
func ReadZig(lines []string) Summary {
	if m := zigBuildEnd.Find(lines); m != nil {
		s := Summary{Passed: pattern.Number(m[1]), Skipped: counted(m[3])["skipped"], HasTotal: true}
		s.Failed = pattern.Number(m[2]) - s.Passed - s.Skipped
		return s.judge()
	}
	return oneLine(zigEnd, lines, func(s *Summary, m []string) {
		s.Passed, s.Skipped, s.Failed = pattern.Number(m[1])+pattern.Number(m[2]), pattern.Number(m[3]), pattern.Number(m[4])
		if zigBad.Find(lines) != nil {
			s.Result = Failed
		}
	})
}

// ReadSbt adds up the summaries of sbt for each project, or those of ScalaTest where there are none of
// sbt. Only the last lines report a project whose tests did not compile, or broke off.
func ReadSbt(lines []string) Summary {
	s := Summary{HasTotal: sbtDone.Find(lines) != nil}
	sbtEnd.Each(lines, func(m []string) {
		s.Passed, s.Failed = s.Passed+pattern.Number(m[5]), s.Failed+pattern.Number(m[3])+pattern.Number(m[4])
		if m[1] != "Passed" {
			s.Result = Failed
		}
	})
	if s.Passed+s.Failed == 0 {
		scalaEnd.Each(lines, func(m []string) {
			s.Passed, s.Failed = s.Passed+pattern.Number(m[1]), s.Failed+pattern.Number(m[2])
			s.Skipped += pattern.Number(m[3]) + pattern.Number(m[4]) + pattern.Number(m[5])
		})
	}
	switch {
	case sbtBad.Find(lines) != nil:
		s.Result, s.HasTotal = Failed, true
	case s.Result == "" && s.Passed+s.Failed == 0 && sbtEnd.Find(lines) == nil && scalaEnd.Find(lines) == nil:
		return Summary{}
	}
	return s.judge()
}
