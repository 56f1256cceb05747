package record_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
)

// other is a session that is not forgotten.
var other = domain.MakeSessionID("agent", "other")

// told is a draft with a payload about a session.
func told(s domain.SessionID, key string, p domain.Payload, causes ...domain.EventID) domain.Draft {
	d := commandtest.Said(key, "")
	data, err := eventlog.Encode(p)
	if err != nil {
		panic(err)
	}
	d.Kind, d.Data, d.Stream, d.Causes = p.Kind(), data, s.Stream(), causes
	d.Subject = domain.Subject{Session: domain.Known(s)}
	return d
}

func TestForgettingErasesAllThatASessionSaid(t *testing.T) {
	log := commandtest.NewLog(t)
	ctx := context.Background()
	first := commandtest.Said("a", "one")
	drafts := []domain.Draft{
		told(commandtest.Session, "parent", domain.SessionIdentityEnriched{Title: "two", ParentSession: other}),
		told(other, "quoting", domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf("kept")}, first.ID),
		first,
		told(commandtest.Session, "ended", domain.SessionEnded{Status: domain.EndCompleted}),
	}
	if _, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustHigh).Record(ctx, drafts); err != nil {
		t.Fatal(err)
	}
	want := &record.ForgetReport{Sessions: []domain.SessionID{commandtest.Session}, Erased: 2,
		Kept:    []record.KeptEvents{{Kind: "session.ended", Events: 1}},
		CitedBy: []record.Citation{{Event: drafts[1].ID, Kind: "message.recorded", Position: 5, Cites: []domain.EventID{first.ID}}}}
	before := commandtest.Lines(t, log)
	forget := func(dryRun bool) *record.ForgetReport {
		got, err := commandtest.Operator(log).Forget(ctx, []domain.SessionID{commandtest.Session}, "asked ghp_"+strings.Repeat("a1B2", 9), dryRun, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if diff := cmp.Diff(want, forget(true)); diff != "" {
		t.Errorf("dry run (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, commandtest.Lines(t, log)); diff != "" {
		t.Fatalf("a dry run changed the log:\n%s", diff)
	}
	if diff := cmp.Diff(want, forget(false)); diff != "" {
		t.Errorf("forgotten (-want +got):\n%s", diff)
	}
	checkForgotten(t, log, drafts[0].ID)
	want.Erased, want.Already = 0, 2
	if diff := cmp.Diff(want, forget(false)); diff != "" {
		t.Errorf("forgotten again (-want +got):\n%s", diff)
	}
	results, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustHigh).Record(ctx, []domain.Draft{commandtest.Said("a", "other words now")})
	if err != nil || results[0].Fate != record.AlreadyKnown {
		t.Errorf("recorded again: %+v, %v; want known already", results, err)
	}
}

// checkForgotten looks for words and secrets, and that what ties a session to its
// parent was erased last: a crash before must leave it to the next run.
func checkForgotten(t *testing.T, log eventlog.Log, tie domain.EventID) {
	t.Helper()
	var last domain.LogDataErased
	for _, e := range commandtest.Events(t, log, eventlog.Query{}) {
		if e.Kind == last.Kind() {
			if err := eventlog.Decode(e.Data, &last); err != nil {
				t.Fatal(err)
			}
		}
		for _, gone := range []string{"one", "two", "ghp_"} {
			if strings.Contains(string(e.Data), gone) {
				t.Errorf("%q stands in %s", gone, seal.Line(&e, nil))
			}
		}
	}
	if last.ID != tie || last.Actor != "operator/ada" || last.Policy != "forget_session" {
		t.Errorf("last record %+v, want that of %s by operator/ada", last, tie)
	}
}

// cannotErase is a log whose engine cannot erase.
type cannotErase struct{ eventlog.Log }

func TestForgettingNeedsAnEngineThatCanErase(t *testing.T) {
	_, err := commandtest.Operator(cannotErase{commandtest.NewLog(t)}).Forget(context.Background(), []domain.SessionID{commandtest.Session}, "", true, nil)
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || typed.Next.Code != nextstep.CopyToErase {
		t.Errorf("%v, want unavailable with a next step", err)
	}
}
