package importing_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/producers"
)

// TestWhatIsHeldInAnyModeIsKnown imports a file in each mode into a log that was filled in
// each mode: nothing is added, nothing counts as changed, and what is there stays; but what
// really says something else is changed, in every mode.
func TestWhatIsHeldInAnyModeIsKnown(t *testing.T) {
	text := "a " + strings.Repeat("one ", 100) + "\nb two\n"
	other := "a " + strings.Repeat("two ", 300) + "\nb two\n"
	for _, first := range producers.Contents() {
		log := commandtest.NewLog(t)
		stored(t, log, first, false, file("f", text))
		before := commandtest.Events(t, log, eventlog.Query{})
		for _, then := range producers.Contents() {
			for _, dryRun := range []bool{true, false} {
				if r := stored(t, log, then, dryRun, file("f", text)); r.AlreadyKnown != 2 || r.Any() {
					t.Errorf("%s over %s, dry run %v: %+v", then, first, dryRun, r)
				}
				if r := stored(t, log, then, dryRun, file("f", other)); r.AlreadyKnown != 1 || r.Count(importing.LineChanged) != 1 {
					t.Errorf("%s over %s, other content, dry run %v: %+v", then, first, dryRun, r)
				}
			}
		}
		if diff := cmp.Diff(before, commandtest.Events(t, log, eventlog.Query{}), cmp.AllowUnexported(domain.Instant{}, domain.Position{})); diff != "" {
			t.Errorf("filled by %s (-before +after)\n%s", first, diff)
		}
	}
}

// TestConflictsAreTheSameInEveryMode records what another emitter holds with other content.
func TestConflictsAreTheSameInEveryMode(t *testing.T) {
	log := commandtest.NewLog(t)
	held := commandtest.By("someone/else", commandtest.Said("a", "theirs"))
	if _, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium).Record(context.Background(), []domain.Draft{held}); err != nil {
		t.Fatal(err)
	}
	for i, mode := range []producers.Content{producers.ContentNone, producers.ContentFull, producers.ContentPreview} {
		r := stored(t, log, mode, false, file("f", "a "+strings.Repeat("ours ", 100)+"\n"))
		if want := [...]int{1, 0, 0}[i]; r.Imported != want || r.AlreadyKnown != 1-want || r.Any() {
			t.Errorf("%s: %+v", mode, r)
		}
	}
}

func stored(t *testing.T, log eventlog.Log, mode producers.Content, dryRun bool, files ...importing.ImportFile) *importing.ImportReport {
	t.Helper()
	report, err := importing.Import(record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium).Storing(mode), context.Background(), files, dryRun, nil)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestAKeeperStoresWhatTheModeSays keeps a message in a log and, when there is none, in the spool.
func TestAKeeperStoresWhatTheModeSays(t *testing.T) {
	log := commandtest.NewLog(t)
	k := record.Intake{Open: func(context.Context) (eventlog.Log, error) { return log, nil }, Close: func(eventlog.Log) error { return nil },
		Spool: spool.In(t.TempDir()), Scrub: commandtest.Scrubber, Trust: domain.TrustMedium, Content: producers.ContentNone}
	if _, err := k.Take(context.Background(), time.Unix(0, 0), []domain.Draft{commandtest.Said("a", "secret plans")}); err != nil {
		t.Fatal(err)
	}
	all := commandtest.Events(t, log, eventlog.Query{})
	if data := string(all[len(all)-1].Data); data != `{"role":"user","text":{"cut":{"bytes":12,"head":"","tail":""}}}` {
		t.Errorf("stored is %s", data)
	}
}
