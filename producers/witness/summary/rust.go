package summary

import (
	"slices"

	"github.com/clawable/claw/producers/witness/pattern"
)

var (
	nextestEnd  = &pattern.Line{Expr: `^\s*Summary \[.*\] +(\d+)(?:/(\d+))? tests? run: (.*)$`}
	nextestName = &pattern.Line{Expr: `^\s*(?:TRY \d+ )?(?:FAIL|TIMEOUT|XFAIL|LEAK-FAIL|SIG[A-Z]+|ABORT)\s+\[ *[\d.]+s\] (?:\( *\d+/\d+\) )?(\S+ \S+)$`}
	cargoResult = &pattern.Line{Expr: `^test result: (ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored`}
	cargoFailed = &pattern.Line{Expr: `^test (\S+) \.\.\. FAILED`}
	cargoError  = &pattern.Line{Expr: `^error: (test failed|could not compile|\d+ targets? failed)`}
)

// ReadNextest reads the summary and the names below it, of tests that failed in their last try. A run that
// was cut short does not count as green.
func ReadNextest(lines []string) Summary {
	at := slices.IndexFunc(lines, func(l string) bool { return nextestEnd.Match(l) != nil })
	if at < 0 {
		return Summary{}
	}
	m := nextestEnd.Match(lines[at])
	c := counted(m[3])
	s := Summary{HasTotal: true, Passed: c["passed"], Failed: c["failed"] + c["timed"] + c["exec"], Skipped: c["skipped"]}
	nextestName.Each(lines[at:], func(m []string) { s.name(m[1]) })
	if s.Failed == 0 && m[2] != "" && m[1] != m[2] {
		return Summary{}
	}
	return s.judge()
}

// ReadCargo adds up the results of the test programs that cargo test runs.
func ReadCargo(lines []string) Summary {
	var s Summary
	found := false
	cargoResult.Each(lines, func(m []string) {
		found = true
		s.Passed, s.Failed, s.Skipped = s.Passed+pattern.Number(m[2]), s.Failed+pattern.Number(m[3]), s.Skipped+pattern.Number(m[4])
		if m[1] == "FAILED" {
			s.Result = Failed
		}
	})
	cargoFailed.Each(lines, func(m []string) { s.name(m[1]) })
	if cargoError.Find(lines) != nil {
		found, s.Result = true, Failed
	}
	if !found {
		return Summary{}
	}
	return s.judge()
}
