package summary

import (
	"strings"

	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	junitSuites = &pattern.Line{Expr: `^\s*<testsuites\b.*\btests="(\d+)"`}
	junitSuite  = &pattern.Line{Expr: `^(\s*)<testsuite\b.*\btests="(\d+)"`}
	junitEnd    = &pattern.Line{Expr: `^\s*</testsuites?>`}
	junitCount  = &pattern.Line{Expr: `\b(failures|errors|skipped|disabled|ignored)="(\d+)"`}
	proveEnd    = &pattern.Line{Expr: `^Result: (PASS|FAIL|NOTESTS)$`}
	proveFiles  = &pattern.Line{Expr: `^Files=\d+, Tests=(\d+),`}
	proveFailed = &pattern.Line{Expr: `^\S+ +\(Wstat: .* Tests: \d+ Failed: (\d+)\)`}
	mesonCount  = &pattern.Line{Expr: `^(Ok|Expected Fail|Fail|Unexpected Pass|Skipped|Timeout):\s+(\d+)\s*$`}
	mesonNone   = &pattern.Line{Expr: `^No tests defined\.$`}
)

// ReadReport reads a report in a format that several runners can print instead of their own: TAP, or
// the XML of JUnit.
func ReadReport(lines []string) Summary {
	if s := ReadTAP(lines); s.Result != "" || s.NoTests {
		return s
	}
	return readJUnit(lines)
}

// readJUnit reads the counts of the element that holds all, else those of each suite.
func readJUnit(lines []string) Summary {
	if junitEnd.Find(lines) == nil {
		return Summary{}
	}
	var s Summary
	add := func(l, tests string) {
		bad, skipped := 0, 0
		for _, m := range junitCount.Regexp().FindAllStringSubmatch(l, -1) {
			switch m[1] {
			case "failures", "errors":
				bad += pattern.Number(m[2])
			default:
				skipped += pattern.Number(m[2])
			}
		}
		s.Failed, s.Skipped = s.Failed+bad, s.Skipped+skipped
		s.Passed += max(0, pattern.Number(tests)-bad-skipped)
	}
	indent, found := "", false
	for _, l := range lines {
		if m := junitSuites.Regexp().FindStringSubmatch(l); m != nil {
			add(l, m[1])
			return s.judge()
		}
		if m := junitSuite.Regexp().FindStringSubmatch(l); m != nil && (!found || m[1] == indent) {
			indent, found = m[1], true
			add(l, m[2])
		}
	}
	if !found {
		return Summary{}
	}
	s.InParts = true
	return s.judge()
}

// ReadProve reads the summary of prove, which runs programs that print TAP.
func ReadProve(lines []string) Summary {
	return oneLine(proveEnd, lines, func(s *Summary, m []string) {
		if m[1] == "NOTESTS" {
			return
		}
		proveFailed.Each(lines, func(f []string) { s.Failed += pattern.Number(f[1]) })
		if files := proveFiles.Find(lines); files != nil {
			s.Passed = max(0, pattern.Number(files[1])-s.Failed)
		}
		if m[1] == "FAIL" {
			s.Result = Failed
		}
	})
}

// ReadMeson reads the table of counts that meson test prints.
func ReadMeson(lines []string) Summary {
	if mesonNone.Find(lines) != nil {
		return Summary{NoTests: true}
	}
	s, found := Summary{}, false
	mesonCount.Each(lines, func(m []string) {
		switch n := pattern.Number(m[2]); {
		case m[1] == "Skipped":
			s.Skipped = n
		case m[1] == "Ok" || strings.HasPrefix(m[1], "Expected"):
			found, s.Passed = true, s.Passed+n
		default:
			s.Failed += n
		}
	})
	if !found {
		return Summary{}
	}
	return s.judge()
}

var (
	tapPlan = &pattern.Line{Expr: `^1\.\.(\d+)`}
	tapSkip = &pattern.Line{Expr: `(?i)# (skip|todo)\b`}
	tapOK   = &pattern.Line{Expr: `^(not )?ok \d+\b(?: -)? *(.*?)(?: +(?:#.*|\{))? *$`}
)

// ReadTAP reads the Test Anything Protocol: a plan, and a line for each test.
func ReadTAP(lines []string) Summary {
	plan := tapPlan.Find(lines)
	if plan == nil {
		return Summary{}
	}
	var s Summary
	seen := 0
	tapOK.Each(lines, func(m []string) {
		switch seen++; {
		case tapSkip.Regexp().MatchString(m[0]):
			s.Skipped++
		case m[1] == "":
			s.Passed++
		default:
			s.Failed++
			s.name(m[2])
		}
	})
	if seen != pattern.Number(plan[1]) {
		return Summary{}
	}
	return s.judge()
}
