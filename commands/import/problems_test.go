package importing_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
)

// TestAReportNamesTheFirstProblemsOfAFileAndCountsTheRest imports files of garbage,
// of lines that say something else by now, and of lines skipped for ever new reasons.
func TestAReportNamesTheFirstProblemsOfAFileAndCountsTheRest(t *testing.T) {
	const lines = 3000
	var changed, reasons strings.Builder
	for i := range lines {
		fmt.Fprintf(&changed, "k %d\n", i)
		fmt.Fprintf(&reasons, "skip for-%d\n", i)
	}
	log := commandtest.NewLog(t)
	importInto(t, log, false, file("before", "k before\n"))
	got := importInto(t, log, false, file("garbage", strings.Repeat("garbage\n", lines)), file("changed", changed.String()), file("skipped", reasons.String()+"k before\n"))
	if u, c, s := len(got.Unreadable), len(got.Changed), len(got.Skipped); u != 100 || c != 100 || s != 101 {
		t.Errorf("%d unreadable, %d changed and %d skipped entries, want 100, 100 and 101", u, c, s)
	}
	want := []importing.LeftOutLines{
		{File: "garbage", Fate: importing.LineUnreadable, Lines: lines - 100},
		{File: "changed", Fate: importing.LineChanged, Lines: lines - 100}}
	if diff := cmp.Diff(want, got.LeftOut); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	if got.Unreadable[99].Line != 100 || got.Count(importing.LineUnreadable) != lines || got.SkippedLines() != lines {
		t.Errorf("the last named line is %d; %d unreadable, %d skipped", got.Unreadable[99].Line, got.Count(importing.LineUnreadable), got.SkippedLines())
	}
}

// TestAReportOfManyBadFilesNamesEachOfThem imports more garbage than a report names,
// in many files.
func TestAReportOfManyBadFilesNamesEachOfThem(t *testing.T) {
	files := make([]importing.ImportFile, 300)
	for i := range files {
		files[i] = file(fmt.Sprint(i), strings.Repeat("garbage\n", 200))
	}
	got := importInto(t, commandtest.NewLog(t), true, files...)
	named := map[string]bool{}
	for _, u := range got.Unreadable {
		named[u.File] = true
	}
	if len(named) != len(files) || len(got.Unreadable) != 100*100+200 || len(got.LeftOut) != len(files) {
		t.Errorf("%d files are named in %d lines, %d files have more", len(named), len(got.Unreadable), len(got.LeftOut))
	}
}
