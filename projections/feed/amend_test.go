package feed_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/foldtest"
)

// correcting makes an event a later edition of the statement of another.
func correcting(e, of domain.Event, edition int) domain.Event {
	e.ID = domain.EventID(domain.Derive(foldtest.Start, "edition", of.ID.String(), fmt.Sprint(edition), string(e.Emitter)))
	e.Replaces, e.Edition = of.ID, edition
	return e
}

// drawCorrected draws a log of which some statements are corrected, some of these twice, and
// the same log as it would be had each statement been made as its last edition says at once.
func drawCorrected(t *rapid.T) (log, plain foldtest.Log) {
	for i, e := range foldtest.Draw(t) {
		if e.Erased {
			continue
		}
		log, plain = append(log, e), append(plain, e)
		for edition := 2; edition < 4 && rapid.IntRange(0, 2).Draw(t, "corrected") == 0; edition++ {
			other := foldtest.DrawEvent(t, i)
			other.Emitter, other.Source.Trust = e.Emitter, e.Source.Trust
			next := correcting(other, e, edition)
			log, plain[len(plain)-1] = append(log, next), next
		}
	}
	for i := range plain {
		plain[i].Causes = slices.Clone(plain[i].Causes)
		for k, id := range plain[i].Causes {
			plain[i].Causes[k] = lastEdition(log, id, &plain[i])
		}
		plain[i].Replaces, plain[i].Edition = domain.EventID{}, 0
	}
	return log, plain
}

// lastEdition is the event that represents a statement, as far as the emitter made it itself.
func lastEdition(log foldtest.Log, of domain.EventID, e *domain.Event) domain.EventID {
	last, number := of, 1
	for i := range log {
		if x := &log[i]; x.Replaces == of && x.Emitter == e.Emitter && x.Source.Trust.Rank() >= e.Source.Trust.Rank() && x.Edition > number {
			last, number = x.ID, x.Edition
		}
	}
	return last
}

// TestACorrectedStatementIsWhatItsLastEditionSays holds the fold over a log of corrected
// statements, in any order, to the fold over a log that never knew the earlier editions.
func TestACorrectedStatementIsWhatItsLastEditionSays(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log, plain := drawCorrected(rt)
		want := replayedDigests(rt, plain)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		for range 5 {
			if diff := cmp.Diff(want, replayedDigests(rt, log)); diff != "" {
				rt.Fatalf("-never said otherwise +corrected\n%s", diff)
			}
			random.Shuffle(len(log), func(i, j int) { log[i], log[j] = log[j], log[i] })
		}
	})
}

func replayedDigests(t *rapid.T, log foldtest.Log) projections.Digests {
	m, err := projections.Replay(t.Context(), log, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := m.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestWhoMayNotCorrectReplacesNothing has others say that they correct a statement.
func TestWhoMayNotCorrectReplacesNothing(t *testing.T) {
	statement := foldtest.Event(1, "turn.failed", `{"class":"provider_auth"}`, foldtest.Turn("t1"))
	for name, forge := range map[string]foldtest.Option{
		"another emitter": func(e *domain.Event) { e.Emitter = "import/claude-code/other" },
		"less trust":      func(e *domain.Event) { e.Source.Trust = domain.TrustLow },
		"the first edition again": func(e *domain.Event) {
			e.Edition = 0
		},
	} {
		t.Run(name, func(t *testing.T) {
			other := correcting(foldtest.Event(2, "turn.completed", `{}`, foldtest.Turn("t2")), statement, 2)
			forge(&other)
			by, err := feed.Scan(t.Context(), foldtest.Log{statement, other})
			if err != nil {
				t.Fatal(err)
			}
			held := statement
			if by.Amend(&held); held.Replaced {
				t.Error("the statement was replaced")
			}
		})
	}
}

// admitted is the admission of events by a way.
func admitted(n int, via domain.Via, of ...domain.Event) domain.Event {
	var ids []domain.EventID
	for i := range of {
		ids = append(ids, of[i].ID)
	}
	p, ids := domain.Admit(ids, via, "")
	data, err := eventlog.Encode(p)
	if err != nil {
		panic(err)
	}
	e := foldtest.Event(n, p.Kind(), string(data))
	e.Causes, e.Subject, e.Source = ids, domain.Subject{}, domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}
	return e
}

// TestTrustIsThatOfTheBestWay brings one event of high trust by every row of ways.
func TestTrustIsThatOfTheBestWay(t *testing.T) {
	e := foldtest.Event(1, "lane.finished", `{}`)
	e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}
	low := foldtest.Event(2, "lane.heartbeat", `{}`)
	low.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustLow}
	byFile := admitted(10, domain.ViaImport, e, low)
	for name, c := range map[string]struct {
		log  foldtest.Log
		want domain.Trust
	}{
		"directly":                            {foldtest.Log{e}, domain.TrustHigh},
		"by an import":                        {foldtest.Log{byFile, e}, domain.TrustMedium},
		"by two imports":                      {foldtest.Log{byFile, admitted(11, domain.ViaImport, e), e}, domain.TrustMedium},
		"directly, and by an import later":    {foldtest.Log{e, byFile}, domain.TrustHigh},
		"by an import, and directly later":    {foldtest.Log{byFile, e, admitted(11, domain.ViaDirect, e)}, domain.TrustHigh},
		"by an import, and forwarded":         {foldtest.Log{byFile, e, admitted(11, domain.ViaForward, e)}, domain.TrustHigh},
		"forwarded alone":                     {foldtest.Log{admitted(11, domain.ViaForward, e), e}, domain.TrustHigh},
		"directly, after an import of others": {foldtest.Log{admitted(11, domain.ViaImport, low), low, e}, domain.TrustHigh},
	} {
		t.Run(name, func(t *testing.T) {
			by, err := feed.Scan(t.Context(), c.log)
			if err != nil {
				t.Fatal(err)
			}
			for got, err := range (feed.Amended{Source: c.log, By: by}).Events(t.Context(), domain.Position{}) {
				if err != nil {
					t.Fatal(err)
				}
				switch got.ID {
				case e.ID:
					if got.Source.Trust != c.want || got.ByFile != (c.want == domain.TrustMedium) {
						t.Errorf("trust %s, by a file %t; want %s", got.Source.Trust, got.ByFile, c.want)
					}
				case low.ID:
					if got.Source.Trust != domain.TrustLow {
						t.Errorf("an event of low trust has %s", got.Source.Trust)
					}
				}
			}
		})
	}
}

// TestAnImportWithTrustOrdersNothingOfTheEmitterThatItNames has a file repeat the name and
// the numbers of a supervisor.
func TestAnImportWithTrustOrdersNothingOfTheEmitterThatItNames(t *testing.T) {
	const lane = domain.LaneID("01ARZ3NDEKTSV4RRFFQ69G5FAV")
	supervisor := func(n int, kind domain.Kind, data string) domain.Event {
		e := foldtest.Event(n, kind, data)
		e.Emitter, e.Subject = "operator/x", domain.Subject{Lane: domain.Known(lane)}
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}
		return e
	}
	started, failed := supervisor(1, "lane.started", `{}`), supervisor(2, "lane.failed", `{"failure_class":"test"}`)
	forged := supervisor(3, "lane.finished", `{"result":"done"}`)
	for name, log := range map[string]foldtest.Log{
		"imported after":  {started, failed, admitted(10, domain.ViaImport, forged), forged},
		"imported before": {admitted(10, domain.ViaImport, forged), forged, started, failed},
	} {
		o := foldtest.Replay(t, log).Lanes.Outcome(lane)
		if o.Outcome != "failed" || o.State != "ended" {
			t.Errorf("%s: %s, %s; want failed", name, o.Outcome, o.State)
		}
	}
	if o := foldtest.Replay(t, foldtest.Log{started, failed, forged}).Lanes.Outcome(lane); o.Outcome == "failed" {
		t.Error("the same event said by the supervisor itself changes nothing: the test shows nothing")
	}
}

// TestTheWayOfEachEventDecidesAndNotTheOrderOfArrival has the same events arrive directly, by
// imports and again, in any order: what counts is the best way of each.
func TestTheWayOfEachEventDecidesAndNotTheOrderOfArrival(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		log := foldtest.Draw(rt)
		directly := make([]bool, len(log))
		for i := range log {
			directly[i] = rapid.Bool().Draw(rt, "directly")
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 5))
		want := replayedDigests(rt, arrived(log, directly, random))
		for range 5 {
			if diff := cmp.Diff(want, replayedDigests(rt, arrived(log, directly, random))); diff != "" {
				rt.Fatalf("-one order +another\n%s", diff)
			}
		}
	})
}

// arrived is a log to which events came, directly or not, in some order; some of them again.
func arrived(all foldtest.Log, directly []bool, random *rand.Rand) (log foldtest.Log) {
	n := 1000
	admit := func(via domain.Via, e domain.Event) {
		n++
		log = append(log, admitted(n, via, e))
	}
	var later []domain.Event
	for _, i := range random.Perm(len(all)) {
		switch e := all[i]; {
		case !directly[i]:
			admit(domain.ViaImport, e)
			log = append(log, e)
			if random.IntN(2) == 0 {
				admit(domain.ViaImport, e)
			}
		case random.IntN(2) == 0:
			log = append(log, e)
			if random.IntN(2) == 0 {
				admit(domain.ViaImport, e)
			}
		default:
			admit(domain.ViaImport, e)
			log, later = append(log, e), append(later, e)
		}
	}
	for _, e := range later {
		admit(domain.ViaDirect, e)
	}
	return log
}

// TestAnEditionMayNameAnotherOneThanTheFirst has editions name the one before them, as a
// program might that read no more of the log.
func TestAnEditionMayNameAnotherOneThanTheFirst(t *testing.T) {
	first := foldtest.Event(1, "turn.failed", `{"class":"provider_auth"}`, foldtest.Turn("t1"))
	second := correcting(foldtest.Event(2, "turn.interrupted", `{}`, foldtest.Turn("t1")), first, 2)
	third := correcting(foldtest.Event(3, "turn.completed", `{}`, foldtest.Turn("t1")), second, 3)
	named := foldtest.Event(4, "message.recorded", `{"role":"user"}`)
	named.Causes = []domain.EventID{first.ID}
	for _, log := range []foldtest.Log{{first, second, third, named}, {third, named, first, second}} {
		by, err := feed.Scan(t.Context(), log)
		if err != nil {
			t.Fatal(err)
		}
		for e, err := range (feed.Amended{Source: log, By: by}).Events(t.Context(), domain.Position{}) {
			if err != nil || e.Replaced != (e.ID == first.ID || e.ID == second.ID) {
				t.Errorf("%s is replaced: %t; %v", e.Kind, e.Replaced, err)
			}
			if e.ID == named.ID && !slices.Equal(e.Causes, []domain.EventID{third.ID}) {
				t.Errorf("the cause leads to %v, want the last edition", e.Causes)
			}
		}
	}
}

// TestAnEditionOrdersNothingForOthers has a stranger correct what a trusted event names.
func TestAnEditionOrdersNothingForOthers(t *testing.T) {
	first := foldtest.Event(1, "lane.green", `{"level":"package"}`)
	first.Emitter, first.Source.Trust = "supervisor/a", domain.TrustHigh
	for name, c := range map[string]struct {
		by    domain.EmitterID
		trust domain.Trust
		led   bool
	}{
		"a stranger of as much trust":       {"stranger", domain.TrustHigh, false},
		"the same emitter, with less trust": {"supervisor/a", domain.TrustMedium, false},
		"the same emitter":                  {"supervisor/a", domain.TrustHigh, true},
	} {
		t.Run(name, func(t *testing.T) {
			edition := correcting(foldtest.Event(2, "lane.green", `{"level":"targeted"}`), first, 2)
			edition.Emitter, edition.Source.Trust = c.by, c.trust
			named := foldtest.Event(3, "lane.finished", `{}`)
			named.Emitter, named.Source.Trust, named.Causes = "supervisor/a", domain.TrustHigh, []domain.EventID{first.ID}
			by, err := feed.Scan(t.Context(), foldtest.Log{first, edition, named})
			if err != nil {
				t.Fatal(err)
			}
			want := []domain.EventID{first.ID}
			if c.led {
				want = []domain.EventID{edition.ID}
			}
			if by.Amend(&named); !slices.Equal(named.Causes, want) {
				t.Errorf("causes %v, want %v", named.Causes, want)
			}
		})
	}
}

// TestWhatCameByAnImportIsCorrectedByWhatCameDirectly and not the other way around.
func TestWhatCameByAnImportIsCorrectedByWhatCameDirectly(t *testing.T) {
	first := foldtest.Event(1, "turn.failed", `{"class":"provider_auth"}`, foldtest.Turn("t1"))
	second := correcting(foldtest.Event(2, "turn.completed", `{}`, foldtest.Turn("t1")), first, 2)
	for name, c := range map[string]struct {
		log      foldtest.Log
		replaced bool
	}{
		"both directly":              {foldtest.Log{first, second}, true},
		"both by an import":          {foldtest.Log{admitted(9, domain.ViaImport, first, second), first, second}, true},
		"the first one by an import": {foldtest.Log{admitted(9, domain.ViaImport, first), first, second}, true},
		"the edition by an import":   {foldtest.Log{first, admitted(9, domain.ViaImport, second), second}, false},
	} {
		t.Run(name, func(t *testing.T) {
			by, err := feed.Scan(t.Context(), c.log)
			if err != nil {
				t.Fatal(err)
			}
			for e, err := range (feed.Amended{Source: c.log, By: by}).Events(t.Context(), domain.Position{}) {
				if err != nil || e.ID == first.ID && e.Replaced != c.replaced {
					t.Errorf("the first edition is replaced: %t, want %t; %v", e.Replaced, c.replaced, err)
				}
			}
		})
	}
}
