package main

import (
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/nudge"
	"github.com/clawable/claw/reports/pinpoint"
)

// mostFold is the target of the fold of 10,000 pinpoints, and of as many deliveries, in milliseconds.
const mostFold = 50

// measurePinpoints measures the fold of pinpoints that several claws filed, linked and moved, and that of
// deliveries of one nudge in one cycle.
func measurePinpoints(b *bench) error {
	b.report.head("Pinpoints")
	n := b.pick(10_000, 500)
	facts := pinpointFacts(n)
	items := 0
	took := b.medianOf(func() { items = len(pinpoint.Fold(facts).All) })
	b.report.most("the fold of "+count(float64(n))+" pinpoints, p50", took, mostFold, ms, count(float64(len(facts)))+" events, "+count(float64(items))+" items")
	delivered := deliveryFacts(n)
	took = b.medianOf(func() { nudge.Fold(delivered) })
	b.report.most("the fold of "+count(float64(n))+" deliveries of a nudge in one cycle, p50", took, mostFold, ms, "each sender had read the delivery before")
	return nil
}

// medianOf is the median time of a fold, in milliseconds.
func (b *bench) medianOf(fold func()) float64 {
	var times latencies
	for range b.pick(9, 1) {
		took, _ := timed(func() error { fold(); return nil })
		times = append(times, took)
	}
	return milliseconds(times.at(.5))
}

// deliveryFacts are n deliveries of one nudge in one cycle, a second after each other.
func deliveryFacts(n int) (facts []nudge.Fact) {
	var before []domain.EventID
	for i := range n {
		at := time.Unix(int64(i), 0)
		f := nudge.Fact{Event: domain.EventID(domain.Derive(at, "bench delivery", strconv.Itoa(i))), At: domain.At(at), By: "bench", Trust: domain.TrustMedium,
			Causes: before, Payload: &domain.NudgeDelivered{Nudge: "daily", Cycle: "1"}}
		facts, before = append(facts, f), []domain.EventID{f.Event}
	}
	return facts
}

// pinpointFacts are n filings, a tenth of them of gaps that were filed before, with a piece of evidence
// each, and of every six one that moved, one that is held apart and three that are linked to others.
func pinpointFacts(n int) (facts []pinpoint.Fact) {
	begin := time.Unix(0, 0)
	stream := func(i int) domain.StreamID {
		return domain.StreamID{Family: domain.FamilyPinpoint, ULID: domain.Derive(begin, "bench pinpoint", strconv.Itoa(i))}
	}
	say := func(about int, p domain.PinpointPayload) {
		at := begin.Add(time.Duration(len(facts)) * time.Second)
		facts = append(facts, pinpoint.Fact{Event: domain.EventID(domain.Derive(at, "bench fact", strconv.Itoa(len(facts)))), Kind: p.Kind(), Stream: stream(about),
			At: domain.At(at), By: "bench", Trust: domain.TrustMedium, Payload: p})
	}
	for i := range n {
		say(i, &domain.PinpointFiled{Title: domain.TextOf("gap"), FailureClass: domain.FailTest, Place: "cmd/shop", ErrorSignature: "panic in step" + strconv.Itoa(i%(n*9/10)) + "a"})
	}
	relations := []domain.PinpointRelation{domain.LinkRelated, domain.LinkSupersedes, domain.LinkDistinct, domain.LinkSameRootCause}
	for i := range n {
		say(i, &domain.PinpointEvidenceAttached{Role: domain.EvidenceRepro, Ref: domain.EvidenceRef{URL: "log"}})
		switch kind := i % 6; {
		case kind < len(relations) && i >= 6:
			say(i, &domain.PinpointLinked{To: stream(i - 6), Relation: relations[kind]})
		case kind == len(relations):
			say(i, &domain.PinpointStateChanged{State: domain.PinpointStateInProgress})
		}
	}
	return facts
}
