package lanetest

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/world"
)

func TestAnyOrderRepetitionAndCutGivesTheSameBytes(t *testing.T) {
	tasks := 0
	for seed := range uint64(2 * Sets) {
		events, opts := Drawn(seed)
		if seed >= Sets {
			events, opts = Tasks(seed), lane.Options{}
		}
		w := World(opts, events)
		for _, o := range w.Outcomes() {
			tasks += len(o.Work.CameOut)
		}
		want, digest := compact(t, w), digestOf(t, w)
		for n := range uint64(shuffles) {
			mixed := shuffled(seed*shuffles+n, append(events, events[:len(events)/2]...))
			got := refold(t, opts, mixed, int(n)*len(mixed)/shuffles)
			if compact(t, got) != want {
				t.Fatalf("%s, shuffle %d (-want +got):\n%s", SeedName(seed), n, cmp.Diff(document(t, w), document(t, got)))
			}
			if digestOf(t, got) != digest {
				t.Fatalf("%s, shuffle %d: the digest of the world differs", SeedName(seed), n)
			}
		}
	}
	if tasks < Sets/10 {
		t.Errorf("only %d tasks came out before another: the law was hardly tried", tasks)
	}
}

// refold adds events of which those before cut went through the stored form.
func refold(t *testing.T, opts lane.Options, events []domain.Event, cut int) *world.World {
	t.Helper()
	w := world.New(opts)
	for i := range events {
		f, ok := fact.Of(&events[i])
		if ok && i < cut {
			var err error
			if f, err = fact.Decode(fact.Append(nil, &f)); err != nil {
				t.Fatal(err)
			}
		}
		if ok {
			w.Add(f)
		}
	}
	return w
}

func compact(t *testing.T, w *world.World) string {
	t.Helper()
	raw, err := json.Marshal(w.Outcomes())
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func digestOf(t *testing.T, w *world.World) domain.Digest {
	t.Helper()
	d, err := w.Digest()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// eachSet calls try with sets that are drawn, and with the situations about the work, each in several orders.
func eachSet(t *testing.T, drawn uint64, try func(name string, events []domain.Event, opts lane.Options)) {
	t.Helper()
	for seed := range drawn {
		events, opts := Drawn(seed)
		try(SeedName(seed), events, opts)
	}
	for _, s := range slices.Concat(workScenarios, shownScenarios) {
		for seed := range uint64(4) {
			try(s.name+", "+SeedName(seed), shuffled(seed, s.Events(t)), s.opts)
		}
	}
}

func TestWhatIsCollectedDecidesAsTheWholeSetDoes(t *testing.T) {
	eachSet(t, Sets/2, func(name string, events []domain.Event, opts lane.Options) {
		w := World(opts, events)
		all := Facts(events)
		for _, o := range w.Outcomes() {
			whole := lane.Derive(index.NewSet(o.Lane, all), w.Options())
			if diff := cmp.Diff(text(t, whole), text(t, o)); diff != "" {
				t.Fatalf("%s, lane %s (-whole +collected):\n%s", name, o.Lane, diff)
			}
		}
	})
}

func TestALaneThatIsNotTouchedDoesNotChange(t *testing.T) {
	eachSet(t, Sets/4, func(name string, events []domain.Event, opts lane.Options) {
		w := world.New(opts)
		before := map[domain.LaneID]string{}
		for _, f := range Facts(events) {
			w.Add(f)
			touched := map[domain.LaneID]bool{}
			for _, l := range index.Touched(w.Load, &f) {
				touched[l] = true
			}
			now := map[domain.LaneID]string{}
			for _, o := range w.Outcomes() {
				now[o.Lane] = text(t, o)
			}
			for _, l := range everyLane(before, now) {
				if before[l] != now[l] && !touched[l] && f.Kind != domain.KindExpectsAdopted { // that one touches all lanes
					t.Fatalf("%s: %s (%s) changes lane %s and does not touch it (-before +after):\n%s",
						name, f.ID, f.Kind, l, cmp.Diff(before[l], now[l]))
				}
			}
			before = now
		}
	})
}

func everyLane(a, b map[domain.LaneID]string) []domain.LaneID {
	var out []domain.LaneID
	for l := range a {
		out = append(out, l)
	}
	for l := range b {
		if _, twice := a[l]; !twice {
			out = append(out, l)
		}
	}
	return out
}
