package forward_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/commands/commandtest"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/producers"
)

// of is a draft with another subject, label or trust.
func of(d domain.Draft, change func(*domain.Draft)) domain.Draft { change(&d); return d }

// TestAPolicySaysWhatLeaves forwards one log under several policies.
func TestAPolicySaysWhatLeaves(t *testing.T) {
	long := strings.Repeat("word ", 100)
	inRepo := of(commandtest.SaidIn("agent/shop", "1", "in the shop"), func(d *domain.Draft) { d.Subject.Repo = domain.Known(domain.RepoID("github.com/ada/shop")) })
	later := commandtest.SaidIn("agent/shop", "2", long)
	elsewhere := commandtest.SaidIn("agent/else", "3", "elsewhere")
	secret := of(commandtest.SaidIn("agent/shop", "4", "for operators"), func(d *domain.Draft) {
		d.Sensitivity = []domain.Label{{Pointer: "/text", Class: domain.SensitivityOperatorOnly}}
	})
	for says, c := range map[string]struct {
		policy forward.Policy
		sent   []domain.EventID
		text   string // of the long message
	}{
		"no policy":           {forward.Policy{}, []domain.EventID{inRepo.ID, later.ID, elsewhere.ID}, long},
		"one repository":      {forward.Policy{Repos: []domain.RepoID{"github.com/ada/shop"}}, []domain.EventID{inRepo.ID, later.ID}, long},
		"a greater ceiling":   {forward.Policy{Ceiling: domain.SensitivityOperatorOnly}, []domain.EventID{inRepo.ID, later.ID, elsewhere.ID, secret.ID}, long},
		"previews":            {forward.Policy{Content: producers.ContentPreview}, []domain.EventID{inRepo.ID, later.ID, elsewhere.ID}, "cut"},
		"nothing of the text": {forward.Policy{Content: producers.ContentNone}, []domain.EventID{inRepo.ID, later.ID, elsewhere.ID}, "cut"},
	} {
		t.Run(says, func(t *testing.T) {
			own, shared := logAt(t, noon), logAt(t, noon)
			appended(t, own, inRepo, later, elsewhere, secret)
			m := machineOf(t, own, importing.NewReceiver(shared), nil)
			for range 2 { // the second time everything is sent again
				if err := m.forward(c.policy); err != nil {
					t.Fatal(err)
				}
				if err := os.Remove(m.file); err != nil {
					t.Fatal(err)
				}
			}
			var got []domain.EventID
			for _, e := range commandtest.Events(t, shared, eventlog.Query{}) {
				if info, _ := domain.LookupKind(e.Kind); info.Family == domain.FamilyLog {
					continue
				}
				got = append(got, e.ID)
				if e.ID == later.ID && !strings.Contains(string(e.Data), c.text) {
					t.Errorf("the text is %s", e.Data)
				}
			}
			if diff := cmp.Diff(c.sent, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if len(m.last.Withheld) == 0 || m.last.Refused != 0 || m.last.Known != len(c.sent) {
				t.Errorf("%+v", m.last)
			}
		})
	}
}

// TestForgettingFollows forgets a session on one machine: the team's log forgets what this machine sent,
// and nothing that it did not send.
func TestForgettingFollows(t *testing.T) {
	ada, bob, shared := logAt(t, noon), logAt(t, noon), logAt(t, noon)
	receiver := importing.NewReceiver(shared)
	appended(t, ada, commandtest.SaidIn("agent/a", "1", "of ada"))
	appended(t, bob, commandtest.SaidIn("agent/b", "2", "of bob"))
	first, second := machineOf(t, ada, receiver, nil), machineOf(t, bob, receiver, nil)
	for _, m := range []*machine{first, second} {
		if err := m.forward(forward.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	appended(t, ada, commandtest.SaidIn("agent/b", "2", "of bob")) // forgotten before it was sent
	if _, err := commandtest.Operator(ada).Forget(t.Context(), []domain.SessionID{"agent/a", "agent/b"}, "asked", false, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := first.forward(forward.Policy{}); err != nil {
			t.Fatal(err)
		}
	}
	erased := map[domain.StreamID]bool{}
	for _, e := range commandtest.Events(t, shared, eventlog.Query{}) {
		if e.Kind == domain.KindMessageRecorded {
			erased[e.Stream] = e.Erased
		}
	}
	if !erased[domain.SessionID("agent/a").Stream()] || erased[domain.SessionID("agent/b").Stream()] {
		t.Errorf("erased: %v", erased)
	}
	report, err := eventlog.Verify(t.Context(), shared)
	if err != nil || len(report.Damage) > 0 {
		t.Errorf("%+v, %v", report, err)
	}
}

// TestATryIsRepeatedLaterAndLater cuts a team off and reads how long the forwarder waits.
func TestATryIsRepeatedLaterAndLater(t *testing.T) {
	own := logAt(t, noon)
	appended(t, own, commandtest.Said("1", "hello"))
	m := machineOf(t, own, importing.NewReceiver(logAt(t, noon)), nil)
	var waits []time.Duration
	c := m.config(forward.Policy{})
	c.Team = cutOff{}
	ctx, cancel := context.WithCancel(t.Context())
	c.Sleep = func(_ context.Context, d time.Duration) error {
		if d > 0 {
			waits = append(waits, d)
		}
		if len(waits) == 11 {
			cancel()
		}
		return ctx.Err()
	}
	if err := forward.Run(ctx, c); err != nil {
		t.Fatal(err)
	}
	first := 750 * time.Millisecond // from half to the whole of a second; random says the middle
	want := []time.Duration{first, 2 * first, 4 * first, 8 * first, 16 * first, 32 * first, 64 * first, 128 * first, 256 * first, 225 * time.Second, 225 * time.Second}
	if diff := cmp.Diff(want, waits); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	c.Once, c.Sleep = true, m.config(forward.Policy{}).Sleep
	if err := forward.Run(t.Context(), c); domain.KindOf(err) != domain.ErrUnavailable {
		t.Errorf("once: %v", err)
	}
}

// cutOff is a team that does not answer.
type cutOff struct{}

// Take implements [forward.Team].
func (cutOff) Take(context.Context, domain.EventID, []byte) (forward.Taken, error) {
	return forward.Taken{}, errCut
}

// TestATeamThatLostWhatItHadGetsEverythingAgain puts an older copy, and then a new log, in the place of the
// team's, and appends one more event to the machine's.
func TestATeamThatLostWhatItHadGetsEverythingAgain(t *testing.T) {
	var all []domain.Draft
	for d := range gen.Events(60, 7) {
		all = append(all, d)
	}
	own, team, copied := logAt(t, noon), logAt(t, noon), logAt(t, noon)
	m := machineOf(t, own, importing.NewReceiver(team), nil)
	appended(t, own, all[:20]...)
	appended(t, copied, all[:20]...)
	for i, held := range []eventlog.Log{team, team, copied, logAt(t, noon)} {
		m.to.receiver = importing.NewReceiver(held)
		appended(t, own, all[20+10*i:30+10*i]...)
		if err := m.forward(forward.Policy{}); err != nil {
			t.Fatal(err)
		}
		holdsOnce(t, 7, held, all[:30+10*i])
	}
	lines := 0
	for _, r := range m.to.reports {
		lines += r.Lines
	}
	if want := 40 + 50 + 60; lines != want { // each log but the first got everything once
		t.Errorf("%d lines were sent, want %d", lines, want)
	}
}

// TestACursorBelongsToOneLogAndTeam forwards by cursors that are not the forwarder's.
func TestACursorBelongsToOneLogAndTeam(t *testing.T) {
	own := logAt(t, noon)
	for says, c := range map[string]struct {
		text string
		kind domain.ErrorKind
	}{
		"another log":     {`{"log":"x","to":"the team","position":1,"event":"01ARZ3NDEKTSV4RRFFQ69G5FAV","sent":0,"known":0,"refused":0,"withheld":{}}`, domain.ErrConflict},
		"no cursor":       {`[]`, domain.ErrParse},
		"another version": {`{"log":"x","more":1}`, domain.ErrParse},
	} {
		m := machineOf(t, own, importing.NewReceiver(logAt(t, noon)), nil)
		if err := os.WriteFile(m.file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := forward.Run(t.Context(), m.config(forward.Policy{})); domain.KindOf(err) != c.kind {
			t.Errorf("%s: %v", says, err)
		}
	}
}
