package lane_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
)

// scenario is a situation of shared/outcome/scenarios.md with what an operator
// expects of it.
//
// want has one line for each lane, "LANE: outcome state [word …]"; the name A may
// be left out. Words: rule=ID of the outcome, #N attempt, class=, subphase=,
// disposition=, doubts=a,b (exact: none unless given), differs=N, dup=N,
// contested=N, history=a,b, missing=N, conflicts=N, watcher=, last=state,
// outages=N, open=N, actionable=no, sessions=N, met=a,b …
type scenario struct {
	name   string
	why    string // the sentence that decides
	opts   lane.Options
	events script
	want   string
}

func world(opts lane.Options, events []domain.Event) *lane.World {
	w := lane.NewWorld(opts)
	for i := range events {
		w.AddEvent(&events[i])
	}
	return w
}

func document(t testing.TB, w *lane.World) string {
	t.Helper()
	raw, err := json.MarshalIndent(w.Outcomes(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func (s scenario) run(t *testing.T) {
	t.Helper()
	events := telling{}.events(t, s.events)
	w := world(s.opts, events)
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

// converges tells the events in other orders, twice, and in two halves of which the first
// went through the stored form: the document must not change by a byte.
func (s scenario) converges(t *testing.T, events []domain.Event, want string) {
	t.Helper()
	for seed := range uint64(6) {
		mixed := shuffled(seed, append(events, events...))
		if got := document(t, world(s.opts, mixed)); got != want {
			t.Fatalf("%s: shuffled and doubled (-want +got):\n%s", seedName(seed), cmp.Diff(want, got))
		}
		cut := len(mixed) / 2
		w := lane.NewWorld(s.opts)
		for i := range mixed {
			if i >= cut {
				w.AddEvent(&mixed[i])
				continue
			}
			if f, ok := lane.FactOf(&mixed[i]); ok {
				stored, err := lane.DecodeFact(lane.AppendFact(nil, &f))
				if err != nil {
					t.Fatal(err)
				}
				w.Add(stored)
			}
		}
		if got := document(t, w); got != want {
			t.Fatalf("%s: cut at %d (-want +got):\n%s", seedName(seed), cut, cmp.Diff(want, got))
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
		if ok && (laneID(name) == id || domain.MakeSessionID("sim", name).Lane() == id) {
			return name
		}
	}
	if id == laneID("A") {
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

// summary writes of o the words that want asks for, in want's order, and those
// that must never go without saying: doubts.
func summary(o lane.Outcome, want string) []string {
	out := []string{string(o.Outcome), string(o.State)}
	asked := strings.Fields(want)
	sawDoubts := false
	for _, w := range asked[min(2, len(asked)):] {
		name, _, _ := strings.Cut(w, "=")
		if w[0] == '#' {
			name = "#"
		}
		sawDoubts = sawDoubts || name == "doubts"
		out = append(out, word(o, name))
	}
	if len(o.Doubts) > 0 && !sawDoubts {
		out = append(out, word(o, "doubts"))
	}
	return out
}

func word(o lane.Outcome, name string) string {
	if what, at, ok := strings.Cut(name, "@"); ok {
		return reading(o, what, at)
	}
	switch name {
	case "#":
		return fmt.Sprintf("#%d", o.Attempt)
	case "rule":
		return "rule=" + string(o.Because["outcome"].Rule)
	case "class":
		return "class=" + string(o.FailureClass)
	case "subphase":
		return "subphase=" + string(o.Subphase)
	case "disposition":
		return "disposition=" + string(o.Disposition)
	case "doubts":
		var names []string
		for _, d := range o.Doubts {
			if len(names) == 0 || names[len(names)-1] != string(d.Doubt) {
				names = append(names, string(d.Doubt))
			}
		}
		return "doubts=" + strings.Join(names, ",")
	case "history":
		var names []string
		for _, p := range o.History {
			names = append(names, string(p.Outcome))
		}
		return "history=" + strings.Join(names, ",")
	case "watcher":
		return "watcher=" + string(o.Scope.Watcher)
	case "last":
		if o.LastKnown == nil {
			return "last="
		}
		return "last=" + string(o.LastKnown.State)
	case "actionable":
		if o.Actionable {
			return "actionable=yes"
		}
		return "actionable=no"
	case "relations":
		var names []string
		for _, d := range o.Differs {
			names = append(names, string(d.Relation))
		}
		return "relations=" + strings.Join(names, ",")
	case "replaces":
		if o.Replaces.IsZero() || o.Replaces == o.Fingerprint {
			return "replaces=no"
		}
		return "replaces=yes"
	case "data":
		return "data=" + string(o.Data)
	}
	return counted(o, name)
}

func counted(o lane.Outcome, name string) string {
	open := 0
	for _, x := range o.Outages {
		if x.Open {
			open++
		}
	}
	over := 0
	for _, x := range o.Sessions {
		if x.Over {
			over++
		}
	}
	n, ok := map[string]int{"differs": len(o.Differs), "dup": o.Duplicates, "contested": len(o.Contested),
		"missing": o.Missing, "conflicts": len(o.Conflicts), "outages": len(o.Outages), "open": open,
		"sessions": len(o.Sessions), "over": over, "events": o.Counts.Events}[name]
	if !ok {
		return "?" + name
	}
	return fmt.Sprintf("%s=%d", name, n)
}

// reading tells what depends on the time of reading, at seconds after the zero of
// the script, or without one.
func reading(o lane.Outcome, what, at string) string {
	var asOf domain.Instant
	if seconds, err := strconv.Atoi(at); err == nil {
		asOf = domain.At(epoch0.Add(time.Duration(seconds) * time.Second))
	}
	r := lane.Freshness(o, asOf)
	if what == "ahead" {
		return fmt.Sprintf("ahead@%s=%s", at, map[bool]string{true: "yes", false: "no"}[r.ClockAhead])
	}
	return fmt.Sprintf("fresh@%s=%s", at, r.Freshness)
}

func text(t testing.TB, o lane.Outcome) string {
	t.Helper()
	raw, err := json.MarshalIndent(o, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
