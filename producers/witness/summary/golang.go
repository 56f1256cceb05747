package summary

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	goOK   = &pattern.Line{Expr: `^ok\s+\S+\s+(\(cached\)|[\d.]+s)(.*)$`}
	goFail = &pattern.Line{Expr: `^FAIL\s+(\S+)(\s+\(cached\)|\s+[\d.]+s|\s+\[.*\]|)$`}
	// goImport is how go reports an import in a file that it cannot resolve.
	goImport = &pattern.Line{Expr: `^\S+\.go:\d+:\d+: `}
	goTest   = &pattern.Line{Expr: `^\s*--- (FAIL|PASS|SKIP): (\S+)`}
	goPanic  = &pattern.Line{Expr: `^panic: test timed out after`}
)

// ReadGo reads the lines that go test prints for each package, or its JSON.
func ReadGo(lines []string) Summary {
	s := Summary{FailureWord: "FAIL"}
	if len(lines) > 0 && strings.HasPrefix(lines[0], `{"`) {
		return readGoJSON(lines)
	}
	packages, empty, failed := 0, 0, false
	goOK.Each(lines, func(m []string) {
		if packages++; strings.Contains(m[2], "[no tests to run]") {
			empty++
		}
	})
	goFail.Each(lines, func([]string) { failed = true })
	goTest.Each(lines, func(m []string) {
		switch m[1] {
		case "FAIL":
			s.Failed++
			s.name(m[2])
		case "PASS":
			s.Passed++
		case "SKIP":
			s.Skipped++
		}
	})
	for _, l := range lines {
		failed = failed || l == "FAIL"
	}
	switch {
	case goPanic.Find(lines) != nil:
		s.Result = Hung
	case failed:
		s.Result = Failed
	case packages > empty:
		s.Result = Passed
	case packages > 0:
		s.NoTests = true
	case s.Passed == 0 && s.Failed == 0 && mentionsNoTestFiles(lines):
		s.NoTests = true
	}
	if s.Result == Failed && s.Failed == 0 && packages == 0 && !slices.ContainsFunc(lines, isGoFailure) {
		return Summary{NoTests: true} // of packages that are not there
	}
	return s
}

// isGoFailure reports whether a line reports the failure of a package that exists: for a pattern that
// matches no package, go test reports a failed setup.
func isGoFailure(l string) bool {
	return strings.HasPrefix(l, "FAIL\t") && !strings.HasSuffix(l, "[setup failed]") || strings.HasPrefix(l, "FAIL ") && !strings.HasSuffix(l, "[setup failed]") || goImport.Regexp().MatchString(l)
}

// mentionsNoTestFiles reports whether every line of go test is about a package without tests.
func mentionsNoTestFiles(lines []string) bool {
	some := false
	for _, l := range lines {
		if l == "" {
			continue
		}
		if !strings.HasSuffix(l, "[no test files]") {
			return false
		}
		some = true
	}
	return some
}

// readGoJSON reads the events of go test -json (documented at cmd/test2json).
func readGoJSON(lines []string) Summary {
	s := Summary{InParts: true}
	packages := 0
	for _, l := range lines {
		var e struct{ Action, Package, Test, Output string }
		if !strings.HasPrefix(l, "{") || json.Unmarshal([]byte(l), &e) != nil {
			continue
		}
		switch {
		case e.Test == "" && e.Action == "pass":
			packages++
		case e.Action == "output" && goPanic.Regexp().MatchString(e.Output):
			s.Result = Hung
		case e.Test == "" && (e.Action == "fail" || e.Action == "build-fail"):
			if s.Result == "" {
				s.Result = Failed
			}
		case e.Test == "" && e.Action == "skip":
			s.NoTests = true
		case e.Action == "pass":
			s.Passed++
		case e.Action == "skip" && e.Test != "":
			s.Skipped++
		case e.Action == "fail":
			s.Failed++
			s.name(e.Package + "." + e.Test)
		}
	}
	if s.NoTests = s.NoTests && s.Result == "" && packages == 0; s.Result == "" && packages > 0 {
		return s.judge()
	}
	return s
}

var (
	gotestsumDone = &pattern.Line{Expr: `^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s`}
	ginkgoRan     = &pattern.Line{Expr: `^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed \| (\d+) Pending \| (\d+) Skipped`}
	ginkgoEnd     = &pattern.Line{Expr: `^Test Suite (Passed|Failed)$`}
	ginkgoNone    = &pattern.Line{Expr: `^\s*Found no test suites`}
)

// ReadGotestsum reads the last line of gotestsum.
func ReadGotestsum(lines []string) Summary {
	return oneLine(gotestsumDone, lines, func(s *Summary, m []string) {
		s.Skipped, s.Failed = pattern.Number(m[2]), pattern.Number(m[3])+pattern.Number(m[4])
		s.Passed = max(0, pattern.Number(m[1])-s.Skipped-pattern.Number(m[3]))
	})
}

// ReadGinkgo adds up the results of the suites that ginkgo runs.
func ReadGinkgo(lines []string) Summary {
	var s Summary
	ginkgoRan.Each(lines, func(m []string) {
		s.Passed, s.Failed, s.Skipped = s.Passed+pattern.Number(m[1]), s.Failed+pattern.Number(m[2]), s.Skipped+pattern.Number(m[3])+pattern.Number(m[4])
		s.Result = Passed
	})
	end := ginkgoEnd.Find(lines)
	switch {
	case end != nil && end[1] == "Failed":
		s.Result = Failed
	case s.Result == "":
		return Summary{NoTests: ginkgoNone.Find(lines) != nil}
	default:
		s.Result = ""
	}
	return s.judge()
}
