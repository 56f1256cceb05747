package setupcmd_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
)

// TestStatusMakesALogForWhatWaits: events of hooks that came before there was a log wait in the
// spool of the place that it will have. Status says so, makes the log and appends them.
func TestStatusMakesALogForWhatWaits(t *testing.T) {
	w := clitest.Patient(t)
	for _, command := range []string{"one", "two", "three"} {
		w.Hook(clitest.Bash("PreToolUse", command), "claude-code")
	}
	if _, err := os.Stat(w.Log()); err == nil {
		t.Fatal("a hook made the log")
	}
	a := w.Must("status")
	spool := strings.TrimSuffix(w.Path(spoolFolder(w)), "/")
	for _, says := range []string{
		"made      there was no log; events of hooks waited for one",
		"spool     appended 3 events of hooks that waited in " + spool,
	} {
		if !strings.Contains(a.Out, says) {
			t.Errorf("status does not say %q:\n%s", says, a.Out)
		}
	}
	if diff := cmp.Diff([]string{"tool.requested", "tool.requested", "tool.requested"}, w.Kinds()); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if again := w.Must("status").Out; strings.Contains(again, "spool") || strings.Contains(again, "made") {
		t.Errorf("a second status says:\n%s", again)
	}
}

// TestStatusMakesNoLogForNothing: where nothing waits there is no log after it either.
func TestStatusMakesNoLogForNothing(t *testing.T) {
	w := clitest.Patient(t)
	if a := w.Must("status"); !strings.Contains(a.Err, "there is no log yet") {
		t.Errorf("status says:\n%s%s", a.Out, a.Err)
	}
	if _, err := os.Stat(w.Log()); err == nil {
		t.Error("status made a log")
	}
}

// TestStatusNamesWhatGoesOnWaiting: what another process drains, and what no log takes.
func TestStatusNamesWhatGoesOnWaiting(t *testing.T) {
	w := clitest.Patient(t)
	w.Must("init", "--user")
	spooled(w, "1780315200000000000-1-1.jsonl")
	spooled(w, "1-1-1.refused")
	drained(w)
	d := clitest.Documents(t, w.Must("status", "--json").Out)[0]
	want := map[string]any{"spool": strings.TrimSuffix(w.Path(spoolFolder(w)), "/"), "files": 1.0, "events": 1.0, "since": "2026-06-01T12:00:00Z", "refused": 1.0}
	if diff := cmp.Diff(map[string]any{"spooled_before": want, "spooled": want}, map[string]any{"spooled_before": d["spooled_before"], "spooled": d["spooled"]}); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	a := w.Must("status")
	for _, says := range []string{"spool     1 event of hooks waits in ", "spool     the log would not take 1 file in "} {
		if !strings.Contains(a.Out, says) {
			t.Errorf("status does not say %q:\n%s", says, a.Out)
		}
	}
}

// TestStatusTellsOfEventsThatHaveNoPlace: no log can be made, and what waits is named all the same.
func TestStatusTellsOfEventsThatHaveNoPlace(t *testing.T) {
	w := clitest.Patient(t)
	w.Folder("home/.local/share/claw")
	w.Symlink("nowhere.db", "home/.local/share/claw/log.db")
	w.Hook(clitest.Bash("PreToolUse", "one"), "claude-code")
	if a := w.Must("status"); !strings.Contains(a.Out, "spool     1 event of hooks waits in ") || !strings.Contains(a.Err, "a symbolic link to a file that is not there") {
		t.Errorf("status says:\n%s%s", a.Out, a.Err)
	}
}
