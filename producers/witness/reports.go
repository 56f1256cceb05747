package witness

import "strings"

var (
	junitSuites = &pattern{expr: `^\s*<testsuites\b.*\btests="(\d+)"`}
	junitSuite  = &pattern{expr: `^(\s*)<testsuite\b.*\btests="(\d+)"`}
	junitEnd    = &pattern{expr: `^\s*</testsuites?>`}
	junitCount  = &pattern{expr: `\b(failures|errors|skipped|disabled|ignored)="(\d+)"`}
	proveEnd    = &pattern{expr: `^Result: (PASS|FAIL|NOTESTS)$`}
	proveFiles  = &pattern{expr: `^Files=\d+, Tests=(\d+),`}
	proveFailed = &pattern{expr: `^\S+ +\(Wstat: .* Tests: \d+ Failed: (\d+)\)`}
	mesonCount  = &pattern{expr: `^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout):\s+(\d+)\s*$`}
	mesonNone   = &pattern{expr: `^No tests defined\.$`}
)

// readReport reads a report in a format that several runners can print instead of their own: TAP, or
// the XML of JUnit.
func readReport(lines []string) summary {
	if s := readTAP(lines); s.result != "" || s.nothing {
		return s
	}
	return readJUnit(lines)
}

// readJUnit reads the counts of the element that holds all, else those of each suite.
func readJUnit(lines []string) summary {
	if junitEnd.find(lines) == nil {
		return summary{}
	}
	var s summary
	add := func(l, tests string) {
		bad, skipped := 0, 0
		for _, m := range junitCount.re().FindAllStringSubmatch(l, -1) {
			switch m[1] {
			case "failures", "errors":
				bad += number(m[2])
			default:
				skipped += number(m[2])
			}
		}
		s.failed, s.skipped = s.failed+bad, s.skipped+skipped
		s.passed += max(0, number(tests)-bad-skipped)
	}
	indent, found := "", false
	for _, l := range lines {
		if m := junitSuites.re().FindStringSubmatch(l); m != nil {
			add(l, m[1])
			return s.judge()
		}
		if m := junitSuite.re().FindStringSubmatch(l); m != nil && (!found || m[1] == indent) {
			indent, found = m[1], true
			add(l, m[2])
		}
	}
	if !found {
		return summary{}
	}
	s.parts = true
	return s.judge()
}

// readProve reads the summary of prove, which runs programs that print TAP.
func readProve(lines []string) summary {
	return oneLine(proveEnd, lines, func(s *summary, m []string) {
		if m[1] == "NOTESTS" {
			return
		}
		proveFailed.each(lines, func(f []string) { s.failed += number(f[1]) })
		if files := proveFiles.find(lines); files != nil {
			s.passed = max(0, number(files[1])-s.failed)
		}
		if m[1] == "FAIL" {
			s.result = Failed
		}
	})
}

// readMeson reads the table of counts that meson test prints.
func readMeson(lines []string) summary {
	if mesonNone.find(lines) != nil {
		return summary{nothing: true}
	}
	s, found := summary{}, false
	mesonCount.each(lines, func(m []string) {
		switch n := number(m[2]); {
		case m[1] == "Skipped":
			s.skipped = n
		case m[1] == "Ok" || strings.HasPrefix(m[1], "Expected"):
			found, s.passed = true, s.passed+n
		default:
			s.failed += n
		}
	})
	if !found {
		return summary{}
	}
	return s.judge()
}
