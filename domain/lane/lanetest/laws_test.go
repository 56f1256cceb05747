package lanetest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/world"
)

func TestNoiseMovesNothing(t *testing.T) {
	for seed := range uint64(Sets() / 2) {
		events, opts := Drawn(seed)
		want := compact(t, World(opts, events))
		g := newGenerator(seed + 1<<32)
		noise := g.events(10)
		for i := range noise {
			noise[i].Causes = append(noise[i].Causes, one(g, events...).ID)
			noise[i].Source.Kind = one(g, domain.SourceTest, domain.SourceHealthcheck, "")
		}
		if got := compact(t, World(opts, append(noise, events...))); got != want {
			t.Fatalf("%s (-without +with noise):\n%s", SeedName(seed), cmp.Diff(want, got))
		}
	}
}

func TestOtherLanesMoveNothing(t *testing.T) {
	other := LaneID("Z")
	for seed := range uint64(Sets() / 2) {
		events, opts := Drawn(seed)
		want := World(opts, events).Outcomes()
		g := newGenerator(seed + 1<<32)
		more := g.events(10)
		for i := range more {
			e := &more[i]
			e.Subject = domain.Subject{Lane: domain.Known(other)}
			e.Causes = append(e.Causes, one(g, events...).ID)
			if e.Kind == "lane.ownership_bound" || strings.HasPrefix(string(e.Kind), "transport.") || shows(e.Kind) {
				e.Kind, e.Data = "lane.heartbeat", []byte(`{}`)
			}
			if p := string(e.Data); strings.Contains(p, "sim/") {
				e.Data = []byte(`{}`)
			}
		}
		got := slices.DeleteFunc(World(opts, append(more, events...)).Outcomes(), func(o lane.Outcome) bool { return o.Lane == other })
		if diff := cmp.Diff(texts(t, want), texts(t, got)); diff != "" {
			t.Fatalf("%s (-without +with another lane):\n%s", SeedName(seed), diff)
		}
	}
}

func shows(kind domain.Kind) bool {
	return kind == "commit.observed" || kind == "ship.pushed_main" || kind == "ship.provenance" || kind == "session.created" || kind == "session.identity_enriched"
}

func texts(t *testing.T, some []lane.Outcome) []string {
	t.Helper()
	var out []string
	for _, o := range some {
		out = append(out, text(t, o))
	}
	return out
}

func TestWhoIsNotTrustedOverturnsNothing(t *testing.T) {
	type decided struct {
		Attempt int
		Outcome lane.Result
		Class   domain.FailureClass
		Print   domain.Digest
	}
	seen := 0
	for seed := range uint64(Sets()) {
		events, opts := Drawn(seed)
		before := World(opts, events).Outcomes()
		g := newGenerator(seed + 1<<32)
		low := g.events(8)
		for i := range low {
			low[i].Source.Trust = one(g, domain.TrustLow, domain.TrustUnknown)
			low[i].Emitter = "stranger"
			low[i].Causes = append(low[i].Causes, one(g, events...).ID)
		}
		after := World(opts, append(low, events...))
		for _, o := range before {
			if !restsOnTrust(o, events) {
				continue
			}
			seen++
			p := after.Outcome(o.Lane)
			want := decided{o.Attempt, o.Outcome, o.FailureClass, o.Fingerprint}
			got := decided{p.Attempt, p.Outcome, p.FailureClass, p.Fingerprint}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, lane %s (-before +after what is not trusted):\n%s\n%s", SeedName(seed), o.Lane, diff,
					cmp.Diff(text(t, o), text(t, p)))
			}
		}
	}
	if seen < Sets()/4 {
		t.Errorf("only %d outcomes of %d sets rest on trusted endings: the law was hardly tried", seen, Sets())
	}
}

// TestWhatIsToBeIgnoredCountsForNothing leaves out commits and outages that several lanes
// name and that are marked to be ignored.
func TestWhatIsToBeIgnoredCountsForNothing(t *testing.T) {
	left := 0
	for seed := range uint64(Sets()) {
		events, opts := Drawn(seed)
		rest := slices.DeleteFunc(slices.Clone(events), func(e domain.Event) bool {
			return e.Scope.Watcher == domain.WatcherIgnore && e.Subject.Lane.Value == "" && e.Subject.Session.Value == ""
		})
		if len(rest) == len(events) {
			continue
		}
		with, without := World(opts, events), World(opts, rest)
		for _, o := range without.Outcomes() {
			p := with.Outcome(o.Lane)
			if o.Scope.Watcher == domain.WatcherIgnore {
				continue
			}
			left++
			o.Missing, p.Missing = 0, 0 // what is to be ignored is not missing
			if diff := cmp.Diff(text(t, o), text(t, p)); diff != "" || !p.Exists() {
				t.Fatalf("%s, lane %s (-without +with what is to be ignored):\n%s", SeedName(seed), o.Lane, diff)
			}
		}
	}
	if left < Sets()/20 {
		t.Errorf("only %d lanes were looked at: the law was hardly tried", left)
	}
}

// TestWhatIsNotTrustedTakesNothingAway adds events that are not trusted, of any kind and
// watcher, to lanes of trusted ones: they name the lanes, what the lanes name, and one
// another, under the emitters' names and under ids that trusted events name or have.
func TestWhatIsNotTrustedTakesNothingAway(t *testing.T) {
	seen := 0
	for seed := range uint64(2 * Sets()) {
		events, opts := Drawn(seed)
		g := newGenerator(seed + 1<<32)
		for i := range events {
			events[i].Source.Trust = one(g, domain.TrustHigh, domain.TrustMedium)
		}
		before, after := world.New(opts), world.New(opts)
		for _, f := range Facts(events) {
			before.Add(f)
		}
		for _, f := range Facts(shuffled(seed, append(g.strangers(8, events), events...))) {
			after.Add(f)
		}
		for _, o := range before.Outcomes() {
			o = lane.Explain(index.Collect(before.Load, o.Lane), opts)
			if !carries(o, events) {
				continue
			}
			seen++
			p := lane.Explain(index.Collect(after.Load, o.Lane), opts)
			if p.Counts.Events < o.Counts.Events || !p.Exists() {
				t.Fatalf("%s, lane %s: %d events count, and %d with those that are not trusted", SeedName(seed), o.Lane, o.Counts.Events, p.Counts.Events)
			}
			if diff := cmp.Diff(text(t, firm(o)), text(t, firm(p))); diff != "" {
				t.Fatalf("%s, lane %s (-before +after what is not trusted):\n%s", SeedName(seed), o.Lane, diff)
			}
		}
	}
	if seen < Sets() {
		t.Errorf("only %d lanes were looked at: the law was hardly tried", seen)
	}
}

// carries reports whether an event that describes the work is the lane's.
func carries(o lane.Outcome, events []domain.Event) bool {
	return slices.ContainsFunc(events, func(e domain.Event) bool {
		return tellsOfWork(e.Kind) && slices.Contains(o.Because["counts"].Events, e.ID)
	})
}

// tellsOfWork reports whether events of a kind describe the progress of a lane's work (1.stranger):
// those of 2.families except witnesses, bindings, settlements, dispositions and branches.
func tellsOfWork(kind domain.Kind) bool {
	switch kind {
	case "lane.commit.created", "lane.reconciled", "lane.green", "lane.red", "test.passed", "test.failed", "test.hung",
		"lane.ownership_bound", "lane.settled", "lane.accepted", "lane.reopened", "lane.merged", "lane.superseded", "lane.closed":
		return false
	}
	family, _, _ := strings.Cut(string(kind), ".")
	return slices.Contains([]string{"lane", "session", "turn", "worker", "prompt", "test", "task", "recovery"}, family)
}

// firm is an outcome without what events that are not trusted may change.
func firm(o lane.Outcome) lane.Outcome {
	o.Counts, o.LastObserved, o.Doubts, o.Differs = lane.Counts{}, domain.Instant{}, nil, nil
	o.Because = maps.Clone(o.Because)
	for _, field := range []string{"counts", "last_observed", "doubts", "differs"} {
		delete(o.Because, field)
	}
	return o
}

// strangers draws events that are not trusted and know some others. No id is that of an
// event which the rule does not read: a log holds it once, and what settles it means that one.
func (g *generator) strangers(n int, events []domain.Event) []domain.Event {
	unread := map[domain.EventID]bool{}
	for i := range events {
		if _, read := fact.Of(&events[i]); !read {
			unread[events[i].ID] = true
		}
	}
	out := g.events(n)
	for i := range out {
		e := &out[i]
		e.Source.Trust = one(g, domain.TrustLow, domain.TrustUnknown, "")
		e.Scope.Watcher = one(g, e.Scope.Watcher, domain.WatcherIgnore, domain.WatcherObserve)
		known := one(g, events...)
		e.Causes = append(e.Causes, known.ID)
		if id := one(g, slices.Concat(known.Causes, []domain.EventID{known.ID})...); g.r.IntN(3) == 0 && !unread[id] {
			e.ID = id
		}
	}
	return out
}

// restsOnTrust reports whether the outcome is that of trusted lane.* endings.
func restsOnTrust(o lane.Outcome, events []domain.Event) bool {
	if o.State != lane.StateEnded || o.Counts.Endings == 0 {
		return false
	}
	for _, id := range o.Because["state"].Events {
		i := slices.IndexFunc(events, func(e domain.Event) bool { return e.ID == id })
		if i >= 0 && strings.HasPrefix(string(events[i].Kind), "lane.") && events[i].Source.Trust.Rank() < domain.TrustMedium.Rank() {
			return false
		}
	}
	return true
}

func TestRenamingAllIDsChangesNothingButIDs(t *testing.T) {
	compared := 0
	for seed := range uint64(Sets() / 2) {
		events, opts := Drawn(seed)
		before := World(opts, events).Outcomes()
		g := newGenerator(seed + 1<<33)
		names := map[string]string{} // new → old
		renamed := rename(g, events, names)
		after := World(opts, renamed).Outcomes()
		if slices.ContainsFunc(before, chosenByID) {
			continue
		}
		compared += len(before)
		if diff := cmp.Diff(idless(t, before, nil), idless(t, after, names)); diff != "" {
			t.Fatalf("%s (-before +after renaming):\n%s", SeedName(seed), diff)
		}
	}
	if compared < Sets()/2 {
		t.Errorf("only %d outcomes were compared: the law was hardly tried", compared)
	}
}

// chosenByID reports whether the rule itself lets the least id choose among unequal things.
func chosenByID(o lane.Outcome) bool {
	return slices.ContainsFunc(o.Doubts, func(d lane.Doubt) bool { return d.Doubt == lane.DoubtBinding })
}

// rename returns events with other ids, in payloads and causes too.
func rename(g *generator, events []domain.Event, names map[string]string) []domain.Event {
	swap := map[domain.EventID]domain.EventID{}
	other := func(id domain.EventID) domain.EventID {
		if _, ok := swap[id]; !ok {
			swap[id] = g.id()
			names[swap[id].String()] = id.String()
		}
		return swap[id]
	}
	out := slices.Clone(events)
	for i := range out {
		for _, e := range events {
			out[i].Data = bytes.ReplaceAll(out[i].Data, []byte(e.ID.String()), []byte(other(e.ID).String()))
		}
		out[i].ID = other(out[i].ID)
		out[i].Causes = nil
		for _, c := range events[i].Causes {
			out[i].Causes = append(out[i].Causes, other(c))
		}
	}
	return out
}

// idless returns the documents with ids under their old names, lists sorted, and
// without what the least id shows of several equal or standing things.
func idless(t *testing.T, some []lane.Outcome, names map[string]string) any {
	t.Helper()
	for i := range some {
		o := &some[i]
		if slices.ContainsFunc(o.Differs, func(c lane.Claim) bool { return c.Relation == lane.RelationStands }) {
			o.Data, o.Differs = nil, nil
		}
		for s := range o.Sessions {
			o.Sessions[s].BoundBy = domain.EventID{}
		}
		for field, b := range o.Because { // of several that say the same, the least id is cited
			o.Because[field] = lane.Because{Rule: b.Rule}
		}
	}
	raw, err := json.Marshal(some)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return settled(v, names)
}

func settled(v any, names map[string]string) any {
	switch v := v.(type) {
	case string:
		if old, ok := names[v]; ok {
			return old
		}
	case []any:
		var out []string
		for _, x := range v {
			raw, _ := json.Marshal(settled(x, names))
			out = append(out, string(raw))
		}
		slices.Sort(out)
		return out
	case map[string]any:
		for k, x := range v {
			v[k] = settled(x, names)
		}
	}
	return v
}
