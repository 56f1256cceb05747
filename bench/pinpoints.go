package main

import (
	"strconv"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/reports/pinpoint"
)

// mostFold is the target of the fold of 10,000 pinpoints, in milliseconds.
const mostFold = 50

// measurePinpoints measures the fold of pinpoints that several claws filed, linked and moved.
func measurePinpoints(b *bench) error {
	b.report.head("Pinpoints")
	facts := pinpointFacts(b.pick(10_000, 500))
	var times latencies
	items := 0
	for range b.pick(9, 1) {
		took, _ := timed(func() error { items = len(pinpoint.Fold(facts).All); return nil })
		times = append(times, took)
	}
	b.report.most("the fold of "+count(float64(b.pick(10_000, 500)))+" pinpoints, p50", milliseconds(times.at(.5)), mostFold, ms,
		count(float64(len(facts)))+" events, "+count(float64(items))+" items")
	return nil
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
