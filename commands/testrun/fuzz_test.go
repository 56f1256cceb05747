package testrun_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/testrun"
)

// TestJUnitIsRead reads a report with a test of each sort.
func TestJUnitIsRead(t *testing.T) {
	var got testrun.JUnit
	err := got.Read(strings.NewReader(`<testsuites><testsuite><testcase classname="a" name="ok"/><testcase name="bad"><failure/></testcase>` +
		`<testcase name="left"><skipped/></testcase><testcase name="flake"><flakyFailure/></testcase></testsuite></testsuites>`))
	want := testrun.JUnit{Passed: 2, Failed: 1, Skipped: 1, FailedTests: []string{"bad"}, FlakyTests: []string{"flake"}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, -want +got\n%s", err, diff)
	}
}

// FuzzJUnit holds that any text can be read, and that names and counts agree.
func FuzzJUnit(f *testing.F) {
	f.Add(`<testsuite><testcase name="bad"><error/></testcase></testsuite>`)
	f.Fuzz(func(t *testing.T, text string) {
		var j testrun.JUnit
		_ = j.Read(strings.NewReader(text)) // what was read before an error counts here
		if len(j.FailedTests) != j.Failed || len(j.FlakyTests) > j.Passed {
			t.Errorf("%+v", j)
		}
	})
}
