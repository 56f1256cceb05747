package commands_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/scrub"
)

func newLog(t *testing.T) eventlog.Log {
	t.Helper()
	log, err := memlog.Open(memlog.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	return log
}

// scrubber is one for all tests: it compiles its rules once.
var scrubber = scrub.New()

const session = domain.SessionID("agent/s1")

// said is a draft of a message of the session.
func said(key, text string) domain.Draft { return saidIn(session, key, text) }

func saidIn(session domain.SessionID, key, text string) domain.Draft {
	d := producers.Envelope("agent", session)
	_, own := session.Split()
	d.ID = domain.RecordEventID(d.ObservedAt.Time(), "agent", own, key, "message")
	d.Kind = "message.recorded"
	b, err := eventlog.Encode(&domain.MessageRecorded{Role: domain.RoleUser, Text: domain.TextOf(text)})
	if err != nil {
		panic(err)
	}
	d.Data = b
	return d
}

func by(emitter string, d domain.Draft) domain.Draft {
	d.Emitter = domain.EmitterID(emitter)
	return d
}

func events(t *testing.T, log eventlog.Log, q eventlog.Query) []domain.Event {
	t.Helper()
	var all []domain.Event
	for e, err := range log.Read(context.Background(), q) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func fates(results []commands.Result) []commands.Fate {
	out := make([]commands.Fate, len(results))
	for i, r := range results {
		out[i] = r.Fate
	}
	return out
}

func TestRecordGivesEachDraftItsFate(t *testing.T) {
	broken := said("c", "x")
	broken.Data = []byte(`{"role":"nobody"}`)
	for _, row := range []struct {
		name   string
		before []domain.Draft
		drafts []domain.Draft
		want   []commands.Fate
		events int // of the session's stream, afterwards
	}{
		{"new drafts are imported", nil, []domain.Draft{said("a", "1"), said("b", "2")},
			[]commands.Fate{commands.Imported, commands.Imported}, 2},
		{"a held draft is already known", []domain.Draft{said("a", "1")}, []domain.Draft{said("a", "1"), said("b", "2")},
			[]commands.Fate{commands.AlreadyKnown, commands.Imported}, 2},
		{"the same id of the same emitter with other content is changed and not appended",
			[]domain.Draft{said("a", "1")}, []domain.Draft{said("a", "other"), said("b", "2")},
			[]commands.Fate{commands.Changed, commands.Imported}, 2},
		{"the same id of another emitter goes in under an id of its own",
			[]domain.Draft{said("a", "1")}, []domain.Draft{by("hook/x", said("a", "other"))},
			[]commands.Fate{commands.Imported}, 2},
		{"and is already known when it comes again",
			[]domain.Draft{said("a", "1"), by("hook/x", said("a", "other"))}, []domain.Draft{by("hook/x", said("a", "other"))},
			[]commands.Fate{commands.AlreadyKnown}, 2},
		{"a draft that breaks its schema is refused and harms no other", nil, []domain.Draft{said("a", "1"), broken, said("b", "2")},
			[]commands.Fate{commands.Imported, commands.Refused, commands.Imported}, 2},
		{"one id twice in a batch with other content is changed the second time", nil,
			[]domain.Draft{said("a", "1"), said("a", "other")}, []commands.Fate{commands.Imported, commands.Changed}, 1},
		{"one id twice in a batch with the same content is known the second time", nil,
			[]domain.Draft{said("a", "1"), said("a", "1")}, []commands.Fate{commands.Imported, commands.AlreadyKnown}, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			log := newLog(t)
			r := commands.NewRecorder(log, scrubber, domain.TrustMedium)
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
			if got := len(events(t, log, eventlog.Query{Stream: session.Stream()})); got != row.events {
				t.Errorf("the stream has %d events, want %d", got, row.events)
			}
		})
	}
}

func TestRecordSetsTrustAndNamesTheConflict(t *testing.T) {
	log := newLog(t)
	r := commands.NewRecorder(log, scrubber, domain.TrustMedium)
	forged := by("hook/x", said("a", "other"))
	forged.Source.Trust = domain.TrustHigh
	if _, err := r.Record(context.Background(), []domain.Draft{said("a", "1"), forged}); err != nil {
		t.Fatal(err)
	}
	got := events(t, log, eventlog.Query{Stream: session.Stream()})
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
	log := newLog(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	if _, err := commands.NewRecorder(log, scrubber, domain.TrustMedium).
		Record(context.Background(), []domain.Draft{said("a", "the token is "+secret)}); err != nil {
		t.Fatal(err)
	}
	e := events(t, log, eventlog.Query{Stream: session.Stream()})[0]
	if strings.Contains(string(e.Data), secret) || !strings.Contains(string(e.Data), "scrubbed") {
		t.Errorf("the data hold the secret: %s", e.Data)
	}
}

func TestAppendRefusesDecisionsOfOtherVerbs(t *testing.T) {
	log := newLog(t)
	r := commands.NewRecorder(log, scrubber, domain.TrustLow)
	for _, k := range domain.Kinds() {
		d := by("somebody", said("a", "x"))
		d.Kind = k.Kind
		_, err := r.Append(context.Background(), eventlog.Any, []domain.Draft{d})
		var typed *domain.Error
		refused := errorsAs(err, &typed) && typed.Kind == domain.ErrPolicy
		family, _, _ := strings.Cut(string(k.Kind), ".")
		want := k.Reserved || slices.Contains([]string{"report", "pinpoint", "nudge"}, family)
		if refused != want {
			t.Errorf("%s: refused by policy %v, want %v (%v)", k.Kind, refused, want, err)
		}
		if k.Reserved && refused && (typed.Next.Code != domain.StepDecideByVerb || typed.Next.Kind != k.Kind) {
			t.Errorf("%s: the next step is another: %+v", k.Kind, typed.Next)
		}
	}
}

func TestAppendRefusesNamesOfOthers(t *testing.T) {
	log := newLog(t)
	r := commands.NewRecorder(log, scrubber, domain.TrustLow)
	for name, refused := range map[string]bool{"import/agent/s1": true, "log/x": true, "operator/ada": true, "hook/x": true, "hooks": false, "importer": false} {
		_, err := r.Append(context.Background(), eventlog.Any, []domain.Draft{by(name, said(name, "x"))})
		if (err != nil) != refused {
			t.Errorf("%s: refused %v, want %v (%v)", name, err != nil, refused, err)
		}
	}
}

func TestRecordScrubsTheNamesPeopleGive(t *testing.T) {
	log := newLog(t)
	secret := "ghp_" + strings.Repeat("a1B2", 9)
	d := said("a", "x")
	d.Subject.Branch, d.Subject.Repo = domain.Known(domain.Branch("fix-"+secret)), domain.Known(domain.RepoID("host/"+secret))
	if _, err := commands.NewRecorder(log, scrubber, domain.TrustMedium).Record(context.Background(), []domain.Draft{d}); err != nil {
		t.Fatal(err)
	}
	for _, line := range lines(t, log) {
		if strings.Contains(string(line), secret) {
			t.Errorf("the log holds the secret: %s", line)
		}
	}
}
