package nudge_test

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/nudge"
)

func event(n int) (id domain.EventID) {
	id[15] = byte(n)
	return id
}

func minute(n int) domain.Instant { return domain.AtUnixNano(int64(n+1) * 60e9) }

// fact is event n, observed at a minute, which follows others.
func fact(n, at int, p domain.NudgePayload, causes ...int) nudge.Fact {
	f := nudge.Fact{Event: event(n), At: minute(at), By: "ada", Trust: domain.TrustMedium, Payload: p}
	for _, c := range causes {
		f.Causes = append(f.Causes, event(c))
	}
	return f
}

// sent is a delivery that claims a class; outcome "" is delivered.
func sent(claims domain.NudgeClass, outcome domain.NudgeOutcome) *domain.NudgeDelivered {
	return &domain.NudgeDelivered{Nudge: "n", Cycle: "c", Class: claims, Outcome: outcome}
}

func answered() *domain.NudgeAcknowledged {
	return &domain.NudgeAcknowledged{Nudge: "n", Cycle: "c"}
}

// TestTheFoldDecidesWhatADeliveryIs has cycles of one nudge. Each sender claims new.
func TestTheFoldDecidesWhatADeliveryIs(t *testing.T) {
	claim := sent(domain.NudgeNew, "")
	for name, c := range map[string]struct {
		facts    []nudge.Fact
		want     []domain.NudgeClass
		handling nudge.Handling
	}{
		"one":                                        {[]nudge.Fact{fact(1, 1, claim)}, []domain.NudgeClass{"new"}, nudge.HandlingWaits},
		"again before an answer":                     {[]nudge.Fact{fact(1, 1, claim), fact(2, 2, claim)}, []domain.NudgeClass{"new", "retry"}, nudge.HandlingWaits},
		"again after an answer":                      {[]nudge.Fact{fact(1, 1, claim), fact(2, 2, answered(), 1), fact(3, 3, claim)}, []domain.NudgeClass{"new", "stale_duplicate"}, nudge.HandlingAnswered},
		"the first did not go out":                   {[]nudge.Fact{fact(1, 1, sent("new", domain.NudgeOutcomeTimedOutBefore)), fact(2, 2, sent("retry", ""))}, []domain.NudgeClass{"new", "new"}, nudge.HandlingWaits},
		"the first may have arrived":                 {[]nudge.Fact{fact(1, 1, sent("new", domain.NudgeOutcomeTimedOutAfter)), fact(2, 2, claim)}, []domain.NudgeClass{"new", "retry"}, nudge.HandlingWaits},
		"skipped for good":                           {[]nudge.Fact{fact(1, 1, sent("new", domain.NudgeOutcomeSkipped))}, []domain.NudgeClass{"new"}, nudge.HandlingUndelivered},
		"a late clock of the sender":                 {[]nudge.Fact{fact(1, 5, claim), fact(2, 6, answered(), 1), fact(3, 2, claim, 2)}, []domain.NudgeClass{"stale_duplicate", "new"}, nudge.HandlingAnswered},
		"a late clock of the claw":                   {[]nudge.Fact{fact(1, 5, claim), fact(2, 2, answered(), 1)}, []domain.NudgeClass{"new"}, nudge.HandlingAnswered},
		"an answer whose delivery is in another log": {[]nudge.Fact{fact(2, 2, answered(), 1)}, nil, nudge.HandlingAnswered},
		"and the delivery comes later":               {[]nudge.Fact{fact(2, 2, answered(), 1), fact(1, 1, claim)}, []domain.NudgeClass{"new"}, nudge.HandlingAnswered},
		"and its sender's clock is years ahead":      {[]nudge.Fact{fact(2, 2, answered(), 1), fact(1, 40_000_000, claim)}, []domain.NudgeClass{"new"}, nudge.HandlingAnswered},
		"one id in two logs that are joined":         {[]nudge.Fact{fact(1, 1, claim), fact(2, 2, claim)}, []domain.NudgeClass{"new", "retry"}, nudge.HandlingWaits},
		"and one of them was answered":               {[]nudge.Fact{fact(1, 1, claim), fact(2, 2, answered(), 1), fact(3, 1, claim)}, []domain.NudgeClass{"new", "retry"}, nudge.HandlingAnswered},
		"the sender lies":                            {[]nudge.Fact{fact(1, 1, sent("stale_duplicate", ""))}, []domain.NudgeClass{"new"}, nudge.HandlingWaits},
	} {
		t.Run(name, func(t *testing.T) {
			all := nudge.Fold(c.facts)
			var got []domain.NudgeClass
			for _, d := range all[0].Last().Deliveries {
				got = append(got, d.Class)
			}
			if diff := cmp.Diff(c.want, got); diff != "" || all[0].Last().Handling != c.handling {
				t.Errorf("%s (-want +got):\n%s", all[0].Last().Handling, diff)
			}
		})
	}
}

// TestOrdersAndRepeatsOfNudgesComeToOneState folds random deliveries and answers in two orders.
func TestOrdersAndRepeatsOfNudgesComeToOneState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var facts []nudge.Fact
		for n := range rapid.IntRange(1, 20).Draw(t, "facts") {
			var p domain.NudgePayload = sent("new", domain.NudgeOutcome(rapid.SampledFrom(domain.NudgeOutcome("").Enum()).Draw(t, "outcome")))
			if rapid.Bool().Draw(t, "answers") {
				p = answered()
			}
			f := fact(n+1, rapid.IntRange(0, 5).Draw(t, "minute"), p)
			if n > 0 {
				f.Causes = []domain.EventID{event(rapid.IntRange(1, n).Draw(t, "cause"))}
			}
			facts = append(facts, f)
		}
		seed := rapid.Uint64().Draw(t, "seed")
		other := append(append([]nudge.Fact{}, facts...), facts[:len(facts)/2]...)
		rand.New(rand.NewPCG(seed, seed)).Shuffle(len(other), func(i, j int) { other[i], other[j] = other[j], other[i] })
		if diff := cmp.Diff(text(t, nudge.Fold(facts)), text(t, nudge.Fold(other))); diff != "" {
			t.Errorf("another order (-want +got):\n%s", diff)
		}
	})
}

func text(t interface{ Fatal(...any) }, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
