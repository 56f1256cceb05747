package summary

import (
	"slices"
	"strings"
)

// ReadAny reads the summary of whichever runner printed one: that of a script of the project.
// Several must agree that all passed.
func ReadAny(lines []string) Summary {
	var out Summary
	if !slices.ContainsFunc(lines, mayBeSummary) {
		return out
	}
	for _, read := range readers {
		s := read(lines)
		switch {
		case s.Result == "":
			out.NoTests = out.NoTests || s.NoTests
		case out.Result == "" || out.Result == Passed && s.Result != Passed, out.Result == s.Result && !out.HasTotal && s.HasTotal:
			out = s
		}
	}
	out.NoTests = out.NoTests && out.Result == ""
	return out
}

// mayBeSummary reports whether a line has a word of which each summary has one.
func mayBeSummary(l string) bool {
	for _, word := range []string{"pass", "PASS", "Pass", "fail", "FAIL", "Fail", "ok ", "OK", "Tests", "example", "BUILD", "Executed", "Ran ", "No test", "no test"} {
		if strings.Contains(l, word) {
			return true
		}
	}
	return false
}

// readers read the summaries of the runners that print their own.
var readers = []func([]string) Summary{
	ReadGo, ReadNextest, ReadCargo, ReadPytest, ReadUnittest, ReadJest, ReadVitest, ReadMocha, ReadAva, ReadPlaywright, ReadNode, ReadBun, ReadDeno, ReadMaven, ReadGradle,
	ReadDotnet, ReadRSpec, ReadMinitest, ReadPHPUnit, ReadMix, ReadCTest, ReadSwift, ReadBazel,
}
