package nudge_test

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strconv"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/nudge"
)

// numbered is fact with an id for numbers of any size.
func numbered(n, at int, p domain.NudgePayload, causes ...int) nudge.Fact {
	id := func(n int) (id domain.EventID) {
		binary.BigEndian.PutUint64(id[8:], uint64(n))
		return id
	}
	f := fact(0, at, p)
	f.Event = id(n)
	for _, c := range causes {
		f.Causes = append(f.Causes, id(c))
	}
	return f
}

// shapes are logs with many deliveries of one nudge.
var shapes = map[string]func(n int) []nudge.Fact{
	"deliveries in one cycle": func(n int) []nudge.Fact { return deliveries(n, func(i int) int { return i }) },
	"deliveries, and one late clock that read all": func(n int) []nudge.Fact {
		return append(deliveries(n, func(i int) int { return i }), numbered(n+1, 0, sent("new", ""), n))
	},
	"deliveries by clocks that go backwards": func(n int) []nudge.Fact { return deliveries(n, func(i int) int { return n - i }) },
	"deliveries, and as many answers": func(n int) (facts []nudge.Fact) {
		for i := 1; i <= n; i += 2 {
			facts = append(facts, numbered(i, i, sent("new", ""), i-1), numbered(i+1, i, answered(), i))
		}
		return facts
	},
	"a cycle for each delivery": func(n int) []nudge.Fact {
		facts := deliveries(n, func(i int) int { return i })
		for i := range facts {
			facts[i].Payload = &domain.NudgeDelivered{Nudge: "n", Cycle: strconv.Itoa(i)}
		}
		return facts
	},
}

// deliveries are n of one cycle, each of which read the one before.
func deliveries(n int, minute func(i int) int) (facts []nudge.Fact) {
	for i := 1; i <= n; i++ {
		facts = append(facts, numbered(i, minute(i), sent("new", ""), i-1))
	}
	return facts
}

// BenchmarkManyDeliveries folds many deliveries of one nudge. What an event costs hardly grows with
// their number, but where clocks go backwards.
func BenchmarkManyDeliveries(b *testing.B) {
	for name, make := range shapes {
		for _, n := range []int{1_000, 10_000} {
			facts := make(n)
			b.Run(name+"/"+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					nudge.Fold(facts)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(facts)), "ns/event")
			})
		}
	}
}

// TestADeliveryIsWhatEachPairOfEventsMakesOfIt holds the fold to a look at each pair of events, with
// clocks that are wrong, outcomes of all kinds, and causes that name each other.
func TestADeliveryIsWhatEachPairOfEventsMakesOfIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []nudge.Fact
		count := rapid.IntRange(1, 9).Draw(t, "facts")
		for n := range count {
			var p domain.NudgePayload = sent("new", domain.NudgeOutcome(rapid.SampledFrom([]string{"", "timed_out_before"}).Draw(t, "outcome")))
			if rapid.IntRange(0, 3).Draw(t, "answers") == 0 {
				p = answered()
			}
			facts = append(facts, numbered(n+1, rapid.IntRange(0, 5).Draw(t, "minute"), p, rapid.SliceOfN(rapid.IntRange(1, count), 0, 2).Draw(t, "causes")...))
		}
		slices.SortFunc(facts, func(a, b nudge.Fact) int { return cmp.Or(a.At.Compare(b.At), a.Event.Compare(b.Event)) })
		type is struct {
			Class    domain.NudgeClass
			Original domain.EventID
		}
		var want, got []is
		for i := range facts {
			if _, delivered := facts[i].Payload.(*domain.NudgeDelivered); delivered {
				class, original := byPairs(facts, i)
				want = append(want, is{class, original})
			}
		}
		for _, d := range nudge.Fold(facts)[0].Last().Deliveries {
			got = append(got, is{d.Class, d.Original})
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// TestADeliveryThatManyHadReadIsNotAfterThem delivers one after more events than are checked one by one for
// what they had read: their clocks are late, all but one had read it, and none had read that one.
func TestADeliveryThatManyHadReadIsNotAfterThem(t *testing.T) {
	const n = 40
	var facts []nudge.Fact
	for i := 1; i < n; i++ {
		facts = append(facts, numbered(i, i, sent("new", ""), n))
	}
	facts[n-10].Causes = nil
	facts = append(facts, numbered(n, n, sent("new", "")))
	all := nudge.Fold(facts)[0].Last().Deliveries
	if got := all[n-1]; got.Class != domain.NudgeRetry || got.Original != all[n-10].Event {
		t.Errorf("it is %s of %s, want a retry of %s", got.Class, got.Original, all[n-10].Event)
	}
}

// byPairs says what the delivery at a place is, of facts in the order of their times.
func byPairs(facts []nudge.Fact, i int) (class domain.NudgeClass, original domain.EventID) {
	class = domain.NudgeNew
	stale := false
	for k := range facts {
		if k == i || !had(facts, i, k) && (k > i || had(facts, k, i)) {
			continue
		}
		switch p := facts[k].Payload.(type) {
		case *domain.NudgeDelivered:
			if p.Outcome == "" && original.IsZero() {
				class, original = domain.NudgeRetry, facts[k].Event
			}
		case *domain.NudgeAcknowledged:
			stale = true
		}
	}
	if stale {
		class = domain.NudgeStaleDuplicate
	}
	return class, original
}

// had reports whether the author of a fact had read another, by itself or by what it read.
func had(facts []nudge.Fact, reader, other int) bool {
	seen := map[domain.EventID]bool{}
	next := slices.Clone(facts[reader].Causes)
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		if at == facts[other].Event {
			return true
		}
		if k := slices.IndexFunc(facts, func(f nudge.Fact) bool { return f.Event == at }); k >= 0 && !seen[at] {
			seen[at] = true
			next = append(next, facts[k].Causes...)
		}
	}
	return false
}
