package witness

import (
	"encoding/json"
	"strings"
)

var (
	goOK    = line(`^ok\s+\S+\s+(\(cached\)|[\d.]+s)(.*)$`)
	goFail  = line(`^FAIL\s+(\S+)(\s|$)`)
	goTest  = line(`^\s*--- (FAIL|PASS|SKIP): (\S+)`)
	goPanic = line(`^panic: test timed out after`)
)

// readGo reads the lines that go test prints for each package, or its JSON.
func readGo(lines []string) summary {
	var s summary
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
	return s
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
	var s summary
	packages := 0
	for _, l := range lines {
		var e struct{ Action, Package, Test string }
		if !strings.HasPrefix(l, "{") || json.Unmarshal([]byte(l), &e) != nil {
			continue
		}
		switch {
		case e.Test == "" && e.Action == "pass":
			packages++
		case e.Test == "" && (e.Action == "fail" || e.Action == "build-fail"):
			s.result = Failed
		case e.Action == "pass":
			s.passed++
		case e.Action == "skip" && e.Test != "":
			s.skipped++
		case e.Action == "fail":
			s.failed++
			s.name(e.Package + "." + e.Test)
		}
	}
	if s.result == "" && packages > 0 {
		return s.judge()
	}
	return s
}

var (
	gotestsumDone = line(`^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, (\d+) errors?)? in [\d.]+s`)
	ginkgoRan     = line(`^(?:SUCCESS|FAIL)! -- (\d+) Passed \| (\d+) Failed \| (\d+) Pending \| (\d+) Skipped`)
	nextestEnd    = line(`^\s*Summary \[.*\] +\d+(?:/\d+)? tests? run: (.*)$`)
	cargoResult   = line(`^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored`)
	cargoFailed   = line(`^test (\S+) \.\.\. FAILED`)
)

func readGotestsum(lines []string) summary {
	return oneLine(gotestsumDone, lines, func(s *summary, m []string) {
		s.skipped, s.failed = number(m[2]), number(m[3])+number(m[4])
		s.passed = number(m[1]) - s.skipped - number(m[3])
	})
}

func readGinkgo(lines []string) summary {
	var s summary
	ginkgoRan.each(lines, func(m []string) {
		s.passed, s.failed, s.skipped = s.passed+number(m[1]), s.failed+number(m[2]), s.skipped+number(m[3])+number(m[4])
		s.result = Passed
	})
	if s.result == "" {
		return s
	}
	s.result = ""
	return s.judge()
}

func readNextest(lines []string) summary {
	return oneLine(nextestEnd, lines, func(s *summary, m []string) {
		c := counted(m[1])
		s.passed, s.failed, s.skipped = c["passed"], c["failed"]+c["timed"], c["skipped"]
	})
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
	if !found {
		return summary{}
	}
	return s.judge()
}

var (
	pytestEnd  = line(`^(?:=+ )?((?:\d+ (?:failed|passed|skipped|deselected|xfailed|xpassed|warnings?|errors?|rerun)(?:, )?)+) in [\d.]+s\b`)
	pytestNone = line(`^(?:=+ )?(?:no tests ran|no tests collected|\d+ deselected)\b.* in [\d.]+s`)
	pytestName = line(`^(?:FAILED|ERROR) (\S+)`)
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
	unittestRan  = line(`^Ran (\d+) tests? in `)
	unittestOK   = line(`^OK(?: \((.*)\))?$`)
	unittestBad  = line(`^FAILED \((.*)\)$`)
	unittestName = line(`^(?:FAIL|ERROR): (\S+)`)
)

func readUnittest(lines []string) summary {
	ran := unittestRan.find(lines)
	if ran == nil {
		return summary{}
	}
	var s summary
	count := number(ran[1])
	if m := unittestBad.find(lines); m != nil {
		for _, part := range strings.Split(m[1], ", ") {
			name, value, _ := strings.Cut(part, "=")
			if name == "failures" || name == "errors" || name == "unexpected successes" {
				s.failed += number(value)
			}
		}
		unittestName.each(lines, func(m []string) { s.name(m[1]) })
		s.passed, s.result = max(0, count-s.failed), Failed
		return s
	}
	if unittestOK.find(lines) == nil {
		return summary{}
	}
	s.passed = count
	return s.judge()
}

var (
	toxEnd = line(`^\s*(congratulations :\)|evaluation failed :\()`)
	noxEnd = line(`^nox > Session (\S+) (was successful|failed)`)
)

func readTox(lines []string) summary {
	inner := readAny(lines)
	if m := toxEnd.find(lines); m != nil {
		inner.result, inner.nothing = Passed, false
		if strings.HasPrefix(m[1], "evaluation") {
			inner.result = Failed
		}
	}
	return inner
}

func readNox(lines []string) summary {
	inner, found := readAny(lines), false
	failed := inner.result == Failed
	noxEnd.each(lines, func(m []string) { found, failed = true, failed || m[2] == "failed" })
	switch {
	case found && failed:
		inner.result = Failed
	case found:
		inner.result = Passed
	}
	return inner
}
