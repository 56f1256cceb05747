package lane_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
	"github.com/clawable/claw/domain/lane/lanetest"
)

// longLane returns n facts of one lane: a supervisor, an agent's session with turns and
// calls, evidence, a repeated ending.
func longLane(n int) []fact.Fact {
	base := domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}
	out := make([]fact.Fact, 0, n)
	var last domain.EventID
	for i := range n {
		e := domain.Event{Draft: domain.Draft{ID: lanetest.EventID(i), Version: 1, Source: base, Emitter: "W", Epoch: lanetest.Boot(1),
			Seq: uint64(i + 1), SeqKind: domain.SeqCount, Data: []byte("{}"), ObservedAt: domain.At(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))}}
		e.Subject.Lane = domain.Known(lanetest.LaneID("A"))
		e.Kind = [...]domain.Kind{"turn.started", "tool.requested", "tool.completed", "lane.heartbeat", "turn.completed"}[i%5]
		if e.Kind != "lane.heartbeat" {
			e.Subject.Session = domain.Known(domain.MakeSessionID("sim", "s1"))
			e.Subject.Turn = domain.Known(domain.TurnID(fmt.Sprint("t", i/5)))
			e.Subject.Item = domain.Known(domain.ItemID(fmt.Sprint("i", i/5)))
		}
		switch {
		case i == 0:
			e.Kind, e.Data = "lane.started", []byte(`{"expects":["writes","green:package"]}`)
		case i%50 == 49:
			e.Kind, e.Data, e.Emitter = "lane.red", []byte(`{}`), "C"
		case i%50 == 48:
			e.Kind, e.Data, e.Emitter = "lane.green", []byte(`{"level":"package"}`), "D"
		case i > n-20:
			e.Kind = "lane.finished"
		}
		if e.Emitter != "W" {
			e.Causes = []domain.EventID{last}
		}
		last = e.ID
		f, _ := fact.Of(&e)
		out = append(out, f)
	}
	return out
}

func BenchmarkDerive(b *testing.B) {
	for _, n := range []int{1000, 20_000} {
		b.Run(fmt.Sprint(n, " facts"), func(b *testing.B) {
			set := index.NewSet(lanetest.LaneID("A"), longLane(n))
			b.ReportAllocs()
			for b.Loop() {
				if o := lane.Derive(set, lane.Options{}); o.State != lane.StateEnded {
					b.Fatal(o.State)
				}
			}
		})
	}
}

// BenchmarkDeriveManyAttempts is a lane that was taken up again after each of n ends.
func BenchmarkDeriveManyAttempts(b *testing.B) {
	const n = 500
	var all []fact.Fact
	for i := range 4 * n {
		kind := [...]domain.Kind{"prompt.accepted", "turn.started", "turn.completed", "lane.finished"}[i%4]
		all = append(all, fact.Fact{ID: lanetest.EventID(i), Kind: kind, Emitter: "W", Epoch: lanetest.Boot(1), Seq: uint64(i + 1),
			Source: domain.SourceLive, Trust: domain.TrustHigh, Lane: lanetest.LaneID("A")})
	}
	set := index.NewSet(lanetest.LaneID("A"), all)
	for b.Loop() {
		if o := lane.Derive(set, lane.Options{}); o.Attempt != n {
			b.Fatal(o.Attempt)
		}
	}
}
