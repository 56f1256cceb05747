package lane_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// reasons calls check with every outcome of the scenarios and of random sets of events.
func reasons(t *testing.T, check func(name string, set index.Set, opts lane.Options)) {
	t.Helper()
	each := func(name string, opts lane.Options, events []domain.Event) {
		w := world(opts, events)
		for _, o := range w.Outcomes() {
			check(name, index.Collect(w.Load, o.Lane), opts)
		}
	}
	for _, s := range everyScenario() {
		each(s.name, s.opts, telling{}.events(t, s.events))
	}
	for seed := range uint64(3 * sets) {
		events, opts := drawn(seed)
		each(seedName(seed), opts, events)
		each(seedName(seed)+", sessions", lane.Options{}, sessions(seed))
	}
}

// sessions draws what several emitters tell of the turns of sessions, under names of their
// own and under shared ones, and of who works in them.
func sessions(seed uint64) []domain.Event {
	g := newGenerator(seed)
	out := g.events(3 + g.r.IntN(14))
	for i := range out {
		e := &out[i]
		e.Kind = one[domain.Kind](g, "turn.started", "turn.started", "turn.started", "turn.started", "turn.completed", "turn.completed",
			"turn.completed", "turn.interrupted", "turn.failed", "turn.withdrawn", "prompt.accepted", "session.created", "session.ended",
			"session.ended", "session.resumed", "tool.requested", "tool.completed", "worker.running", "worker.terminated", "mcp.degraded")
		e.Data, e.Erased, e.Scope = []byte(`{}`), false, domain.Scope{}
		if g.r.IntN(3) > 0 {
			e.Causes = nil
		}
		e.Emitter, e.Epoch, e.SeqKind = one[domain.EmitterID](g, "I", "J", "K"), boot(1), domain.SeqCount
		e.Source = domain.Source{Kind: domain.SourceLive, Trust: domain.TrustMedium}
		if e.Emitter != "K" || g.r.IntN(4) == 0 {
			e.Source.Channel = domain.ImportChannel + "sim"
		}
		e.Subject = domain.Subject{Session: domain.Known(domain.MakeSessionID("sim", one(g, "s1", "s1", "s1", "c1"))),
			Turn: domain.Known(one[domain.TurnID](g, domain.TurnID(e.Emitter+"1"), domain.TurnID(e.Emitter+"2"), "t1", "t2", ""))}
		switch e.Kind {
		case "session.created":
			if e.Subject.Session.Value == domain.MakeSessionID("sim", "c1") {
				e.Data = []byte(`{"parent_session":"sim/s1"}`)
			}
		case "turn.failed":
			e.Data = []byte(one(g, `{"class":"provider_auth"}`, `{"class":"context_window"}`))
		case "turn.withdrawn":
			e.Data = []byte(one(g, `{"last":1}`, `{"turns":["t1"]}`))
		case "tool.requested", "tool.completed":
			e.Subject.Item = domain.Known(one[domain.ItemID](g, "toolu_01AbCdEfGhIjKlMnOp", "call_0"))
		case "worker.running", "worker.terminated":
			e.Subject.Worker = domain.Known(one[domain.WorkerID](g, "w1", "w2"))
		}
	}
	return out
}

// members returns the fields of an outcome as JSON.
func members(t testing.TB, o lane.Outcome) map[string]string {
	t.Helper()
	raw, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for name, value := range all {
		out[name] = string(value)
	}
	return out
}

// TestWhatIsCitedIsEnough derives each field anew from the events that its reason cites and
// those on causal paths between them.
func TestWhatIsCitedIsEnough(t *testing.T) {
	tried := map[string]int{}
	reasons(t, func(name string, set index.Set, opts lane.Options) {
		o := lane.Derive(set, opts)
		want := members(t, o)
		for field, b := range o.Because {
			if field == "settled" { // it is no field
				continue
			}
			tried[field]++
			got := lane.Derive(index.NewSet(set.Lane, lane.Between(set, opts, b.Events)), opts)
			if value := members(t, got)[field]; value != want[field] {
				t.Errorf("%s, lane %s: %s is %s by %s; by what is cited alone it is %s, by %s",
					name, set.Lane, field, want[field], b.Rule, value, got.Because[field].Rule)
			}
		}
	})
	for field, n := range tried {
		if n < 10 {
			t.Errorf("only %d times was there a %s", n, field)
		}
	}
}

// TestWhatIsCitedIsNotIdle takes away what the reason of a field cites. Then the field
// changes, or others say the same: then these are cited, and are enough.
func TestWhatIsCitedIsNotIdle(t *testing.T) {
	changed, again := map[string]int{}, map[string]int{}
	reasons(t, func(name string, set index.Set, opts lane.Options) {
		o := lane.Derive(set, opts)
		want := members(t, o)
		nothing := members(t, lane.Derive(index.NewSet(set.Lane, nil), opts))
		for field, b := range o.Because {
			if field == "settled" || want[field] == nothing[field] { // a value that rests on nothing
				continue
			}
			rest := index.NewSet(set.Lane, without(set, b.Events))
			p := lane.Derive(rest, opts)
			if members(t, p)[field] != want[field] {
				changed[field]++
				continue
			}
			again[field]++
			others := p.Because[field]
			alone := lane.Derive(index.NewSet(set.Lane, lane.Between(rest, opts, others.Events)), opts)
			if len(others.Events) == 0 || members(t, alone)[field] != want[field] {
				t.Errorf("%s, lane %s: %s is %s by %s also without what is cited, and by %s no others say so",
					name, set.Lane, field, want[field], b.Rule, others.Rule)
			}
		}
	})
	for field, n := range changed {
		t.Logf("%s: %d changed, %d were said by others too", field, n, again[field])
	}
}

// without returns the facts of a set but for some events.
func without(set index.Set, ids []domain.EventID) (out []fact.Fact) {
	for _, f := range set.Facts() {
		if !slices.Contains(ids, f.ID) {
			out = append(out, *f)
		}
	}
	return out
}
