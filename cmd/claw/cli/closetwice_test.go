package cli_test

import (
	"strings"
	"testing"
)

func TestALaneIsClosedOnce(t *testing.T) {
	w := newWorld(t)
	before := strings.Count(w.must("log", "export").Out, "\n")
	w.must("lane", "close", settledLane, "--reason", "done")
	again := w.must("lane", "close", settledLane, "--reason", "done").Out
	if !strings.Contains(again, "lane.closed already recorded") {
		t.Errorf("closed again:\n%s", again)
	}
	if grown := strings.Count(w.must("log", "export").Out, "\n") - before; grown != 1 {
		t.Errorf("%d events were appended, want 1", grown)
	}
}

func TestAnUnknownShellIsAUsageError(t *testing.T) {
	w := emptyWorld(t)
	if a := w.run("completion", "foo"); a.Code != 2 || !strings.Contains(a.Err, "foo") {
		t.Errorf("exit %d, %s", a.Code, a.Err)
	}
	if a := w.must("completion", "bash"); !strings.Contains(a.Out, "complete") {
		t.Errorf("no script: %.200s", a.Out)
	}
}

func TestAHintNamesTheLogThatThisRunNamed(t *testing.T) {
	w := newWorld(t)
	named := w.run("lane", "show", "01ZZZZZZZZZZZZZZZZZZZZZZZZ", "--log", w.log()).Err
	if !strings.Contains(named, "hint: ") || !strings.Contains(named, "--log "+w.log()) {
		t.Errorf("%s", named)
	}
}
