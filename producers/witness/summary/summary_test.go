package summary_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/producers/witness/summary"
)

// TestASummaryTellsWhatItCovers: output → what the runner printed, and which part of its output reports it.
func TestASummaryTellsWhatItCovers(t *testing.T) {
	for name, row := range map[string]struct {
		read   func([]string) summary.Summary
		output string
		want   summary.Summary
	}{
		"a total on one line":                 {summary.ReadPytest, "FAILED a.py::b - x\n1 failed, 3 passed in 0.12s", summary.Summary{Result: summary.Failed, Failed: 1, Passed: 3, Names: []string{"a.py::b"}, HasTotal: true}},
		"a line for each part":                {summary.ReadGo, `{"Action":"pass","Package":"x","Test":"TestA"}` + "\n" + `{"Action":"pass","Package":"x"}`, summary.Summary{Result: summary.Passed, Passed: 1, InParts: true}},
		"a word in each line about a failure": {summary.ReadGo, "ok  \tx\t0.1s", summary.Summary{Result: summary.Passed, FailureWord: "FAIL"}},
		"out of time":                         {summary.ReadGo, "panic: test timed out after 1s\nFAIL\tx\t1s", summary.Summary{Result: summary.Hung, FailureWord: "FAIL"}},
		"no test ran":                         {summary.ReadPytest, "no tests ran in 0.01s", summary.Summary{NoTests: true}},
		"no summary":                          {summary.ReadPytest, "collected 3 items", summary.Summary{}},
		"an incomplete report":                {summary.ReadTAP, "1..2\nok 1 - a", summary.Summary{}},
		"a report of another format":          {summary.ReadReport, `<testsuites tests="2" failures="1">` + "\n</testsuites>", summary.Summary{Result: summary.Failed, Failed: 1, Passed: 1}},
		"of any runner":                       {summary.ReadAny, "ok 3 files\n4 passed in 0.12s", summary.Summary{Result: summary.Passed, Passed: 4, HasTotal: true}},
		"of two runners that disagree":        {summary.ReadAny, "4 passed in 0.12s\nFAIL\tx/a\t0.1s", summary.Summary{Result: summary.Failed, FailureWord: "FAIL"}},
	} {
		if diff := cmp.Diff(row.want, row.read(strings.Split(row.output, "\n"))); diff != "" {
			t.Errorf("%s: -want +got\n%s", name, diff)
		}
	}
}

// TestTheNamesOfFailuresAreBounded: of a hundred failures fifty are named, and all are counted.
func TestTheNamesOfFailuresAreBounded(t *testing.T) {
	got := summary.ReadTAP(strings.Split("1..100\n"+strings.TrimSuffix(strings.Repeat("not ok 1 - a\n", 100), "\n"), "\n"))
	if got.Failed != 100 || len(got.Names) != 50 {
		t.Errorf("%d failures, %d names", got.Failed, len(got.Names))
	}
}
