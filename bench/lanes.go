package main

import (
	"fmt"

	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// measureLanes measures how long the outcome of one large lane takes to derive.
func measureLanes(b *bench) error {
	turns, attempts := b.pick(10_000, 100), b.pick(2_000, 100)
	b.report.head("The outcome of one large lane")
	measureLane(b, count(float64(turns))+" open turns of one session", turns, func(i int, f *fact.Fact) {
		f.Kind, f.Session, f.Turn = domain.KindTurnStarted, "bench/session", domain.TurnID(fmt.Sprint(i))
	})
	measureLane(b, count(float64(attempts))+" attempts", 4*attempts, func(i int, f *fact.Fact) {
		f.Kind = [...]domain.Kind{domain.KindLaneRestarted, domain.KindTurnStarted, domain.KindTurnCompleted, domain.KindLaneFailed}[i%4]
		f.Emitter, f.SeqKind, f.Seq = "bench", domain.SeqCount, uint64(i+1)
	})
	return nil
}

// measureLane measures a lane of n facts, each with a change.
func measureLane(b *bench, name string, n int, change func(i int, f *fact.Fact)) {
	facts := make([]fact.Fact, n)
	for i := range facts {
		var id ulid.ULID
		_ = id.SetTime(uint64(i)) // far below the latest time of a ULID
		facts[i] = fact.Fact{ID: domain.EventID(id), Source: domain.SourceLive, Trust: domain.TrustHigh, Lane: domain.LaneID(ulid.ULID{}.String())}
		change(i, &facts[i])
	}
	set := index.NewSet(facts[0].Lane, facts)
	var times latencies
	for range b.pick(5, 1) {
		took, _ := timed(func() error {
			lane.Derive(set, lane.Options{})
			return nil
		})
		times = append(times, took)
	}
	b.report.tell(name, ms(milliseconds(times.at(.5))), count(float64(n))+" facts")
}
