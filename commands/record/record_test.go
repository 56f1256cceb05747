package record_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/nextstep"
	"github.com/clawable/claw/eventlog"
)

func fates(results []record.Result) []record.Fate {
	out := make([]record.Fate, len(results))
	for i, r := range results {
		out[i] = r.Fate
	}
	return out
}

func TestRecordGivesEachDraftItsFate(t *testing.T) {
	broken := commandtest.Said("c", "x")
	broken.Data = []byte(`{"role":"nobody"}`)
	for _, row := range []struct {
		name   string
		before []domain.Draft
		drafts []domain.Draft
		want   []record.Fate
		events int // of the session's stream, afterwards
	}{
		{"new drafts are imported", nil, []domain.Draft{commandtest.Said("a", "1"), commandtest.Said("b", "2")},
			[]record.Fate{record.Imported, record.Imported}, 2},
		{"a held draft is already known", []domain.Draft{commandtest.Said("a", "1")}, []domain.Draft{commandtest.Said("a", "1"), commandtest.Said("b", "2")},
			[]record.Fate{record.AlreadyKnown, record.Imported}, 2},
		{"the same id of the same emitter with other content is changed and not appended",
			[]domain.Draft{commandtest.Said("a", "1")}, []domain.Draft{commandtest.Said("a", "other"), commandtest.Said("b", "2")},
			[]record.Fate{record.Changed, record.Imported}, 2},
		{"the same id of another emitter goes in under an id of its own",
			[]domain.Draft{commandtest.Said("a", "1")}, []domain.Draft{commandtest.By("hook/x", commandtest.Said("a", "other"))},
			[]record.Fate{record.Imported}, 2},
		{"and is already known when it comes again",
			[]domain.Draft{commandtest.Said("a", "1"), commandtest.By("hook/x", commandtest.Said("a", "other"))}, []domain.Draft{commandtest.By("hook/x", commandtest.Said("a", "other"))},
			[]record.Fate{record.AlreadyKnown}, 2},
		{"a draft that breaks its schema is refused and harms no other", nil, []domain.Draft{commandtest.Said("a", "1"), broken, commandtest.Said("b", "2")},
			[]record.Fate{record.Imported, record.Refused, record.Imported}, 2},
		{"one id twice in a batch with other content is changed the second time", nil,
			[]domain.Draft{commandtest.Said("a", "1"), commandtest.Said("a", "other")}, []record.Fate{record.Imported, record.Changed}, 1},
		{"one id twice in a batch with the same content is known the second time", nil,
			[]domain.Draft{commandtest.Said("a", "1"), commandtest.Said("a", "1")}, []record.Fate{record.Imported, record.AlreadyKnown}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			log := commandtest.NewLog(t)
			r := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium)
			for _, d := range row.before {
				if _, err := r.Record(context.Background(), []domain.Draft{d}); err != nil {
					t.Fatal(err)
				}
			}
			results, err := r.Record(context.Background(), row.drafts)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, fates(results)); diff != "" {
				t.Errorf("fates (-want +got):\n%s", diff)
			}
			if got := len(commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()})); got != row.events {
				t.Errorf("the stream has %d events, want %d", got, row.events)
			}
		})
	}
}

func TestRecordSetsTrustAndNamesTheConflict(t *testing.T) {
	log := commandtest.NewLog(t)
	r := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium)
	forged := commandtest.By("hook/x", commandtest.Said("a", "other"))
	forged.Source.Trust = domain.TrustHigh
	if _, err := r.Record(context.Background(), []domain.Draft{commandtest.Said("a", "1"), forged}); err != nil {
		t.Fatal(err)
	}
	got := commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()})
	if len(got) != 2 {
		t.Fatalf("%d events, want 2", len(got))
	}
	if got[1].ConflictsWith != got[0].ID || got[1].ID == got[0].ID {
		t.Errorf("the second event is %s and conflicts with %s, want an id of its own that names %s", got[1].ID, got[1].ConflictsWith, got[0].ID)
	}
	for _, e := range got {
		if e.Source.Trust != domain.TrustMedium {
			t.Errorf("trust is %s, want the recorder's", e.Source.Trust)
		}
	}
}

func TestRecordScrubsBeforeTheLog(t *testing.T) {
	log := commandtest.NewLog(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	if _, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium).
		Record(context.Background(), []domain.Draft{commandtest.Said("a", "the token is "+secret)}); err != nil {
		t.Fatal(err)
	}
	e := commandtest.Events(t, log, eventlog.Query{Stream: commandtest.Session.Stream()})[0]
	if strings.Contains(string(e.Data), secret) || !strings.Contains(string(e.Data), "scrubbed") {
		t.Errorf("the data hold the secret: %s", e.Data)
	}
}

func TestAppendRefusesDecisionsOfOtherVerbs(t *testing.T) {
	log := commandtest.NewLog(t)
	r := record.NewRecorder(log, commandtest.Scrubber, domain.TrustLow)
	for _, k := range domain.Kinds() {
		d := commandtest.By("somebody", commandtest.Said("a", "x"))
		d.Kind = k.Kind
		_, err := r.Append(context.Background(), eventlog.Any, []domain.Draft{d})
		var typed *domain.Error
		refused := errors.As(err, &typed) && typed.Kind == domain.ErrPolicy
		family, _, _ := strings.Cut(string(k.Kind), ".")
		want := k.Reserved || slices.Contains([]string{"report", "pinpoint", "nudge", "expects"}, family)
		if refused != want {
			t.Errorf("%s: refused by policy %v, want %v (%v)", k.Kind, refused, want, err)
		}
		if k.Reserved && refused && (typed.Next.Code != nextstep.DecideByVerb || typed.Next.Kind != k.Kind) {
			t.Errorf("%s: the next step is another: %+v", k.Kind, typed.Next)
		}
	}
}

func TestAppendRefusesNamesOfOthers(t *testing.T) {
	log := commandtest.NewLog(t)
	r := record.NewRecorder(log, commandtest.Scrubber, domain.TrustLow)
	for name, refused := range map[string]bool{"import/agent/s1": true, "log/x": true, "operator/ada": true, "hook/x": true, "hooks": false, "importer": false} {
		_, err := r.Append(context.Background(), eventlog.Any, []domain.Draft{commandtest.By(name, commandtest.Said(name, "x"))})
		if (err != nil) != refused {
			t.Errorf("%s: refused %v, want %v (%v)", name, err != nil, refused, err)
		}
	}
}

func TestRecordScrubsTheNamesPeopleGive(t *testing.T) {
	log := commandtest.NewLog(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	d := commandtest.Said("a", "x")
	d.Subject.Branch, d.Subject.Repo = domain.Known(domain.Branch("fix-"+secret)), domain.Known(domain.RepoID("host/"+secret))
	if _, err := record.NewRecorder(log, commandtest.Scrubber, domain.TrustMedium).Record(context.Background(), []domain.Draft{d}); err != nil {
		t.Fatal(err)
	}
	for _, line := range commandtest.Lines(t, log) {
		if strings.Contains(string(line), secret) {
			t.Errorf("the log holds the secret: %s", line)
		}
	}
}
