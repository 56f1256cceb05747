package lanetest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/world"
)

// document is the outcomes of a world as JSON, one member a line.
func document(t testing.TB, w *world.World) string {
	t.Helper()
	raw, err := json.MarshalIndent(w.Outcomes(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (s Scenario) run(t *testing.T) {
	t.Helper()
	events := telling{}.events(t, s.events)
	w := World(s.opts, events)
	doc := document(t, w)
	var got []string
	for _, o := range w.Outcomes() {
		got = append(got, laneName(o.Lane, s.want)+": "+strings.Join(summary(o, line(s.want, laneName(o.Lane, s.want))), " "))
	}
	var want []string
	for l := range strings.Lines(s.want) {
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		if !strings.Contains(l, ": ") {
			l = "A: " + l
		}
		want = append(want, l)
	}
	sortBySecond(got)
	sortBySecond(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s\n%s", s.why, diff, doc)
	}
	s.converges(t, events, doc)
}

// converges replays the events in other orders, twice, and in two halves of which the first
// went through the stored form: the document must not change by a byte.
func (s Scenario) converges(t *testing.T, events []domain.Event, want string) {
	t.Helper()
	for seed := range uint64(6) {
		mixed := shuffled(seed, append(events, events...))
		if got := document(t, World(s.opts, mixed)); got != want {
			t.Fatalf("%s: shuffled and doubled (-want +got):\n%s", SeedName(seed), cmp.Diff(want, got))
		}
		cut := len(mixed) / 2
		w := world.New(s.opts)
		for i := range mixed {
			if i >= cut {
				w.AddEvent(&mixed[i])
				continue
			}
			if f, ok := fact.Of(&mixed[i]); ok {
				stored, err := fact.Decode(fact.Append(nil, &f))
				if err != nil {
					t.Fatal(err)
				}
				w.Add(stored)
			}
		}
		if got := document(t, w); got != want {
			t.Fatalf("%s: cut at %d (-want +got):\n%s", SeedName(seed), cut, cmp.Diff(want, got))
		}
	}
}

func sortBySecond(lines []string) {
	for i := range lines {
		for j := i; j > 0 && lines[j] < lines[j-1]; j-- {
			lines[j], lines[j-1] = lines[j-1], lines[j]
		}
	}
}

// laneName finds the name that a scenario uses for a lane: a letter, or the
// session that the lane derives from.
func laneName(id domain.LaneID, want string) string {
	for l := range strings.Lines(want) {
		name, _, ok := strings.Cut(strings.TrimSpace(l), ": ")
		if ok && (LaneID(name) == id || domain.MakeSessionID("sim", name).Lane() == id) {
			return name
		}
	}
	if id == LaneID("A") {
		return "A"
	}
	return string(id)
}

func line(want, name string) string {
	for l := range strings.Lines(want) {
		l = strings.TrimSpace(l)
		if rest, ok := strings.CutPrefix(l, name+": "); ok {
			return rest
		}
		if !strings.Contains(l, ": ") && l != "" && name == "A" {
			return l
		}
	}
	return ""
}

func text(t testing.TB, o lane.Outcome) string {
	t.Helper()
	raw, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
