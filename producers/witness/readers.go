package witness

import (
	"encoding/json"
	"slices"
	"strings"
)

var (
	goOK   = &pattern{expr: `^ok\s+\S+\s+(\(cached\)|[\d.]+s)(.*)$`}
	goFail = &pattern{expr: `^FAIL\s+(\S+)(\s+\(cached\)|\s+[\d.]+s|\s+\[.*\]|)$`}
	// goImport is how go reports an import in a file that it cannot resolve.
	goImport = &pattern{expr: `^\S+\.go:\d+:\d+: `}
	goTest   = &pattern{expr: `^\s*--- (FAIL|PASS|SKIP): (\S+)`}
	goPanic  = &pattern{expr: `^panic: test timed out after`}
)

// readGo reads the lines that go test prints for each package, or its JSON.
func readGo(lines []string) summary {
	s := summary{fails: "FAIL"}
	if len(lines) > 0 && strings.HasPrefix(lines[0], `{"`) {
		return readGoJSON(lines)
	}
	packages, empty, failed := 0, 0, false
	goOK.each(lines, func(m []string) {
		if packages++; strings.Contains(m[2], "[no tests to run]") {
			empty++
		}
	})
	goFail.each(lines, func([]string) { failed = true })
	goTest.each(lines, func(m []string) {
		switch m[1] {
		case "FAIL":
			s.failed++
			s.name(m[2])
		case "PASS":
			s.passed++
		case "SKIP":
			s.skipped++
		}
	})
	for _, l := range lines {
		failed = failed || l == "FAIL"
	}
	switch {
	case goPanic.find(lines) != nil:
		s.result = Hung
	case failed:
		s.result = Failed
	case packages > empty:
		s.result = Passed
	case packages > 0:
		s.nothing = true
	case s.passed == 0 && s.failed == 0 && mentionsNoTestFiles(lines):
		s.nothing = true
	}
	if s.result == Failed && s.failed == 0 && packages == 0 && !slices.ContainsFunc(lines, isGoFailure) {
		return summary{nothing: true} // of packages that are not there
	}
	return s
}

// isGoFailure reports whether a line reports the failure of a package that exists: for a pattern that
// matches no package, go test reports a failed setup.
func isGoFailure(l string) bool {
	return strings.HasPrefix(l, "FAIL\t") && !strings.HasSuffix(l, "[setup failed]") || strings.HasPrefix(l, "FAIL ") && !strings.HasSuffix(l, "[setup failed]") || goImport.re().MatchString(l)
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
func readGoJSON(lines []string) summary {
	s := summary{parts: true}
	packages := 0
	for _, l := range lines {
		var e struct{ Action, Package, Test, Output string }
		if !strings.HasPrefix(l, "{") || json.Unmarshal([]byte(l), &e) != nil {
			continue
		}
		switch {
		case e.Test == "" && e.Action == "pass":
			packages++
		case e.Action == "output" && goPanic.re().MatchString(e.Output):
			s.result = Hung
		case e.Test == "" && (e.Action == "fail" || e.Action == "build-fail"):
			if s.result == "" {
				s.result = Failed
			}
		case e.Test == "" && e.Action == "skip":
			s.nothing = true
		case e.Action == "pass":
			s.passed++
		case e.Action == "skip" && e.Test != "":
			s.skipped++
		case e.Action == "fail":
			s.failed++
			s.name(e.Package + "." + e.Test)
		}
	}
	if s.nothing = s.nothing && s.result == "" && packages == 0; s.result == "" && packages > 0 {
		return s.judge()
	}
	return s
}

var (
	gotestsumDone = &pattern{expr: `^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s`}
	ginkgoRan     = &pattern{expr: `^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed \| (\d+) Pending \| (\d+) Skipped`}
	ginkgoEnd     = &pattern{expr: `^Test Suite (Passed|Failed)$`}
	ginkgoNone    = &pattern{expr: `^\s*Found no test suites`}
	nextestEnd    = &pattern{expr: `^\s*Summary \[.*\] +(\d+)(?:/(\d+))? tests? run: (.*)$`}
	nextestName   = &pattern{expr: `^\s*(?:TRY \d+ )?(?:FAIL|TIMEOUT|XFAIL|LEAK-FAIL|SIG[A-Z]+|ABORT)\s+\[ *[\d.]+s\] (?:\( *\d+/\d+\) )?(\S+ \S+)$`}
	cargoResult   = &pattern{expr: `^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored`}
	cargoFailed   = &pattern{expr: `^test (\S+) \.\.\. FAILED`}
	cargoError    = &pattern{expr: `^error: (test failed|could not compile|\d+ targets? failed)`}
)

func readGotestsum(lines []string) summary {
	return oneLine(gotestsumDone, lines, func(s *summary, m []string) {
		s.skipped, s.failed = number(m[2]), number(m[3])+number(m[4])
		s.passed = max(0, number(m[1])-s.skipped-number(m[3]))
	})
}

func readGinkgo(lines []string) summary {
	var s summary
	ginkgoRan.each(lines, func(m []string) {
		s.passed, s.failed, s.skipped = s.passed+number(m[1]), s.failed+number(m[2]), s.skipped+number(m[3])+number(m[4])
		s.result = Passed
	})
	end := ginkgoEnd.find(lines)
	switch {
	case end != nil && end[1] == "Failed":
		s.result = Failed
	case s.result == "":
		return summary{nothing: ginkgoNone.find(lines) != nil}
	default:
		s.result = ""
	}
	return s.judge()
}

// readNextest reads the summary and the names below it, of tests that failed in their last try. A run that
// was cut short does not count as green.
func readNextest(lines []string) summary {
	at := slices.IndexFunc(lines, func(l string) bool { return nextestEnd.match(l) != nil })
	if at < 0 {
		return summary{}
	}
	m := nextestEnd.match(lines[at])
	c := counted(m[3])
	s := summary{total: true, passed: c["passed"], failed: c["failed"] + c["timed"] + c["exec"], skipped: c["skipped"]}
	nextestName.each(lines[at:], func(m []string) { s.name(m[1]) })
	if s.failed == 0 && m[2] != "" && m[1] != m[2] {
		return summary{}
	}
	return s.judge()
}

// readCargo adds up the results of the test programs that cargo test runs.
func readCargo(lines []string) summary {
	var s summary
	found := false
	cargoResult.each(lines, func(m []string) {
		found = true
		s.passed, s.failed, s.skipped = s.passed+number(m[2]), s.failed+number(m[3]), s.skipped+number(m[4])
		if m[1] == "FAILED" {
			s.result = Failed
		}
	})
	cargoFailed.each(lines, func(m []string) { s.name(m[1]) })
	if cargoError.find(lines) != nil {
		found, s.result = true, Failed
	}
	if !found {
		return summary{}
	}
	return s.judge()
}

var (
	pytestEnd  = &pattern{expr: `^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun)(?:, )?)+) in [\d.]+s\b`}
	pytestNone = &pattern{expr: `^(?:=+ )?(?:no tests ran|no tests collected|\d+ deselected)\b.* in [\d.]+s`}
	pytestName = &pattern{expr: `^(?:FAILED|ERROR) (\S+)`}
)

func readPytest(lines []string) summary {
	if pytestNone.find(lines) != nil {
		return summary{nothing: true}
	}
	s := oneLine(pytestEnd, lines, func(s *summary, m []string) {
		c := counted(m[1])
		s.passed, s.failed, s.skipped = c["passed"]+c["xpassed"]+c["xfailed"], c["failed"]+c["error"], c["skipped"]
	})
	pytestName.each(lines, func(m []string) { s.name(m[1]) })
	return s
}

var (
	unittestRan  = &pattern{expr: `^Ran (\d+) tests? in `}
	unittestOK   = &pattern{expr: `^OK(?: \((.*)\))?$`}
	unittestBad  = &pattern{expr: `^FAILED \((.*)\)$`}
	unittestName = &pattern{expr: `^(?:FAIL|ERROR): (\S+) \(`}
	unittestGone = &pattern{expr: `^(?:ModuleNotFoundError: No module named|AttributeError: module '\S+' has no attribute) '(\S+)'$`}
)

func readUnittest(lines []string) summary {
	ran := unittestRan.find(lines)
	if ran == nil {
		return summary{}
	}
	var s summary
	count := number(ran[1])
	if isOfMissingModules(lines, count) {
		return summary{nothing: true}
	}
	if m := unittestBad.find(lines); m != nil {
		for _, part := range strings.Split(m[1], ", ") {
			name, value, _ := strings.Cut(part, "=")
			switch name {
			case "failures", "errors", "unexpected successes":
				s.failed += number(value)
			case "skipped":
				s.skipped += number(value)
			}
		}
		unittestName.each(lines, func(m []string) { s.name(m[1]) })
		s.passed, s.result = max(0, count-s.failed-s.skipped), Failed
		return s
	}
	ok := unittestOK.find(lines)
	if ok == nil {
		return summary{}
	}
	if _, skipped, some := strings.Cut(ok[1], "skipped="); some {
		skipped, _, _ = strings.Cut(skipped, ",")
		s.skipped = number(skipped)
	}
	s.passed = max(0, count-s.skipped)
	return s.judge()
}

// isOfMissingModules reports whether all tests that ran are placeholders for modules that the command
// names and that do not exist.
func isOfMissingModules(lines []string, count int) bool {
	names := map[string]bool{}
	unittestName.each(lines, func(m []string) { names[m[1]] = true })
	gone := 0
	unittestGone.each(lines, func(m []string) {
		if names[m[1]] {
			gone++
		}
	})
	return count > 0 && gone == count && len(names) == count
}

var (
	toxEnd  = &pattern{expr: `^\s*(congratulations :\)|evaluation failed :\()`}
	toxNone = &pattern{expr: `^ERROR: tox config file .* not found|, assuming empty tox\.ini at |^ROOT: HandledError\| `}
	toxEnv  = &pattern{expr: `^(?:ERROR: |SKIPPED: )?\s*\S+: (OK|FAIL|SKIP|commands succeeded|commands failed|InterpreterNotFound)\b`}
	noxNone = &pattern{expr: `^nox > (?:Failed to load Noxfile |Sessions not found: )`}
	noxMiss = &pattern{expr: `^nox > Program \S+ not found`}
	noxEnd  = &pattern{expr: `^nox > Session (\S+) (was successful|failed|aborted|was skipped|skipped)`}
)

// readTox reads how all environments ended. Where each was skipped, as its interpreter is not there, no test
// ran.
func readTox(lines []string) summary {
	ran, skipped := 0, 0
	toxEnv.each(lines, func(m []string) {
		if m[1] == "SKIP" || m[1] == "InterpreterNotFound" {
			skipped++
		} else {
			ran++
		}
	})
	if toxNone.find(lines) != nil || skipped > 0 && ran == 0 {
		return summary{nothing: true}
	}
	inner := readAny(lines)
	if m := toxEnd.find(lines); m != nil {
		inner.result, inner.nothing = Passed, false
		if strings.HasPrefix(m[1], "evaluation") {
			inner.result = Failed
		}
	}
	return inner
}

// readNox reads how each session ended. A session that was skipped, or that lacks a program, ran no test.
func readNox(lines []string) summary {
	inner, passed, failed, skipped := readAny(lines), 0, 0, 0
	noxEnd.each(lines, func(m []string) {
		switch m[2] {
		case "was successful":
			passed++
		case "failed", "aborted":
			failed++
		default:
			skipped++
		}
	})
	isMissing := noxMiss.find(lines) != nil && failed == 1
	switch {
	case noxNone.find(lines) != nil, inner.result == "" && (skipped > 0 && passed+failed == 0 || isMissing && passed == 0):
		return summary{nothing: true}
	case failed > 0 || inner.result == Failed:
		inner.result = Failed
	case passed > 0:
		inner.result = Passed
	}
	return inner
}
