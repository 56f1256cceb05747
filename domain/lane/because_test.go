package lane_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/lanetest"
)

// reasons calls check with every outcome of the scenarios and of random sets of events.
func reasons(t *testing.T, check func(name string, set index.Set, opts lane.Options)) {
	t.Helper()
	each := func(name string, opts lane.Options, events []domain.Event) {
		w := lanetest.World(opts, events)
		for _, o := range w.Outcomes() {
			check(name, index.Collect(w.Load, o.Lane), w.Options())
		}
	}
	for _, s := range lanetest.Scenarios() {
		each(s.Name(), s.Options(), s.Events(t))
	}
	for seed := range uint64(3 * lanetest.Sets()) {
		events, opts := lanetest.Drawn(seed)
		each(lanetest.SeedName(seed), opts, events)
		each(lanetest.SeedName(seed)+", sessions", lane.Options{}, lanetest.Sessions(seed))
		each(lanetest.SeedName(seed)+", tasks", lane.Options{}, lanetest.Tasks(seed))
	}
}

// derived is an outcome, and its fields as JSON.
type derived struct {
	lane.Outcome
	members map[string]string
}

// deriving derives parts of a lane, each once by its name: many reasons cite the same events.
func deriving(t *testing.T, of domain.LaneID, opts lane.Options) func(part string, facts func() []fact.Fact) derived {
	done := map[string]derived{}
	return func(part string, facts func() []fact.Fact) derived {
		if _, is := done[part]; !is {
			o := lane.Derive(index.NewSet(of, facts()), opts)
			done[part] = derived{o, lanetest.Members(t, o)}
		}
		return done[part]
	}
}

// TestWhatIsCitedIsEnough derives each field anew from the events that its reason cites and
// those on causal paths between them.
func TestWhatIsCitedIsEnough(t *testing.T) {
	tried := map[string]int{}
	reasons(t, func(name string, set index.Set, opts lane.Options) {
		o, part := lane.Derive(set, opts), deriving(t, set.Lane, opts)
		want := lanetest.Members(t, o)
		for field, b := range o.Because {
			if field == "settled" { // it is no field
				continue
			}
			tried[field]++
			got := part(fmt.Sprintf("%x", b.Events), func() []fact.Fact { return lane.Between(set, opts, b.Events) })
			if value := got.members[field]; value != want[field] {
				t.Errorf("%s, lane %s: %s is %s by %s; by what is cited alone it is %s, by %s",
					name, set.Lane, field, want[field], b.Rule, value, got.Because[field].Rule)
			}
		}
	})
	for field, n := range tried {
		if n < lanetest.Sets()/100 {
			t.Errorf("only %d times was there a %s", n, field)
		}
	}
}

// TestWhatIsCitedIsNotIdle takes away what the reason of a field cites. Then the field
// changes, or others say the same: then these are cited, and are enough.
func TestWhatIsCitedIsNotIdle(t *testing.T) {
	changed, again := map[string]int{}, map[string]int{}
	reasons(t, func(name string, set index.Set, opts lane.Options) {
		o, part := lane.Derive(set, opts), deriving(t, set.Lane, opts)
		want := lanetest.Members(t, o)
		nothing := lanetest.Members(t, lane.Derive(index.NewSet(set.Lane, nil), opts))
		for field, b := range o.Because {
			if field == "settled" || want[field] == nothing[field] { // a value that rests on nothing
				continue
			}
			p := part(fmt.Sprintf("without %x", b.Events), func() []fact.Fact { return without(set, b.Events) })
			if p.members[field] != want[field] {
				changed[field]++
				continue
			}
			again[field]++
			others := p.Because[field]
			alone := part(fmt.Sprintf("%x without %x", others.Events, b.Events), func() []fact.Fact {
				return lane.Between(index.NewSet(set.Lane, without(set, b.Events)), opts, others.Events)
			})
			if len(others.Events) == 0 || alone.members[field] != want[field] {
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
