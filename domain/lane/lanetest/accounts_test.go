package lanetest

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// recordings draws the events of some recordings about the turns of one session.
func recordings(g *generator, n int, emitters ...domain.EmitterID) []domain.Event {
	out := g.events(n)
	for i := range out {
		e := &out[i]
		e.Kind = one[domain.Kind](g, "turn.started", "turn.started", "turn.completed", "turn.answered", "turn.interrupted", "turn.failed")
		e.Data, e.Causes, e.Erased, e.Scope, e.SeqKind = []byte(`{}`), nil, false, domain.Scope{}, domain.SeqOrdinal
		e.Emitter, e.Epoch = one(g, emitters...), Boot(1)
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium, Channel: domain.ImportChannel + "sim"}
		e.Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", "s1")),
			Turn: domain.Known(domain.TurnID(string(e.Emitter[:1]) + one(g, "1", "2", "3")))}
	}
	return out
}

func TestRecordingsThatNameTurnsOtherwiseConverge(t *testing.T) {
	for seed := range uint64(Sets()) {
		events := recordings(newGenerator(seed), 8, "I", "J", "Ix", "K")
		want := compact(t, World(lane.Options{}, events))
		for n := range uint64(shuffles) {
			got := refold(t, lane.Options{}, shuffled(seed*shuffles+n, append(events, events[:4]...)), 4)
			if diff := cmp.Diff(want, compact(t, got)); diff != "" {
				t.Fatalf("%s, shuffle %d (-want +got):\n%s", SeedName(seed), n, diff)
			}
		}
	}
}

func TestARecordingUnderOtherNamesChangesNoOutcome(t *testing.T) {
	for seed := range uint64(Sets()) {
		g := newGenerator(seed)
		events := recordings(g, 1+g.r.IntN(6), "I")
		renamed := otherNames(g, events)
		checkSameOutcome(t, SeedName(seed), events, renamed)
		if endsOnce(events) {
			for i := range renamed {
				renamed[i].Seq, renamed[i].SeqKind = 0, ""
			}
			checkSameOutcome(t, SeedName(seed)+" without numbers", events, renamed)
		}
	}
}

// otherNames returns what a recording says in the words of another emitter.
func otherNames(g *generator, events []domain.Event) []domain.Event {
	out := slices.Clone(events)
	for i := range out {
		out[i].ID, out[i].Emitter = g.id(), "J"
		out[i].Subject.Turn = domain.Known("J/" + events[i].Subject.Turn.Value)
	}
	return out
}

// endsOnce reports whether no turn has two ends, or an answer beside other facts: numbers show
// their order.
func endsOnce(events []domain.Event) bool {
	ends := map[domain.TurnID]int{}
	for i := range events {
		switch events[i].Kind {
		case "turn.started":
		case "turn.answered":
			ends[events[i].Subject.Turn.Value] += 2
		default:
			ends[events[i].Subject.Turn.Value]++
		}
	}
	return !slices.ContainsFunc(slices.Collect(maps.Values(ends)), func(n int) bool { return n > 1 })
}

// checkSameOutcome checks that the events of another recording change nothing.
func checkSameOutcome(t *testing.T, name string, events, other []domain.Event) {
	t.Helper()
	alone := World(lane.Options{}, events).Outcomes()[0]
	both := World(lane.Options{}, slices.Concat(events, other)).Outcomes()[0]
	want, got := []any{alone.Outcome, alone.FailureClass}, []any{both.Outcome, both.FailureClass}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%s (-alone +with the other):\n%s", name, diff)
	}
}
