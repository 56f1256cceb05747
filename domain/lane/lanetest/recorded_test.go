package lanetest

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// TestARecordedCopyLowersNoOutcome records lanes that were seen live, whole or cut, and
// folds the recording beside them.
func TestARecordedCopyLowersNoOutcome(t *testing.T) {
	type decided struct {
		Attempt int
		Outcome lane.Result
		Class   domain.FailureClass
		Print   domain.Digest
	}
	seen, finishes := 0, 0
	for seed := range uint64(2 * Sets()) {
		events, opts := Drawn(seed)
		g := newGenerator(seed + 1<<32)
		g.lives(events)
		before := World(opts, events).Outcomes()
		after := World(opts, append(g.recorded(events, g.r.IntN(len(events)+1)), events...))
		for _, o := range before {
			if o.State != lane.StateEnded || o.Counts.Endings == 0 {
				continue
			}
			seen++
			if o.Outcome == lane.ResultFinished {
				finishes++
			}
			p := after.Outcome(o.Lane)
			want := decided{o.Attempt, o.Outcome, o.FailureClass, o.Fingerprint}
			got := decided{p.Attempt, p.Outcome, p.FailureClass, p.Fingerprint}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, lane %s (-before +beside a recording):\n%s\n%s", SeedName(seed), o.Lane, diff, cmp.Diff(text(t, o), text(t, p)))
			}
		}
	}
	if seen < Sets()/4 || finishes == 0 {
		t.Errorf("only %d outcomes were compared, %d of them finished: the law was hardly tried", seen, finishes)
	}
}

// lives makes a history of events: seen live by a trusted emitter, each after those before it.
func (g *generator) lives(events []domain.Event) {
	trust := one(g, domain.TrustHigh, domain.TrustMedium)
	for i := range events {
		e := &events[i]
		e.Source.Channel, e.Source.Trust = "", trust
		e.Emitter, e.Epoch, e.Seq, e.SeqKind = domain.EmitterID("W"), Boot(1), uint64(i+1), domain.SeqCount
		if e.Kind == "lane.settled" { // it may name what comes later
			e.Kind, e.Data = "lane.heartbeat", []byte(`{}`)
		}
		e.Causes = nil
		for i > 0 && g.r.IntN(5) < 2 {
			e.Causes = append(e.Causes, events[g.r.IntN(i)].ID)
		}
	}
}

// recorded is the recording of the first events, under other ids and another emitter.
func (g *generator) recorded(events []domain.Event, n int) []domain.Event {
	copies := map[domain.EventID]domain.EventID{}
	for _, e := range events[:n] {
		copies[e.ID] = g.id()
	}
	out := slices.Clone(events[:n])
	for i := range out {
		e := &out[i]
		e.ID, e.Emitter, e.Epoch, e.Seq, e.SeqKind = copies[e.ID], "import/sim", Boot(9), uint64(i+1), domain.SeqOrdinal
		e.Source.Channel, e.Source.Trust = domain.ImportChannel+"sim", domain.TrustMedium
		e.Causes = nil
		for _, c := range events[i].Causes {
			if id, told := copies[c]; told {
				e.Causes = append(e.Causes, id)
			}
		}
	}
	return out
}
