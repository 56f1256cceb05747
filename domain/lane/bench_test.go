package lane_test

import (
	"fmt"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/index"
)

// longLane tells of one lane with n facts: a supervisor, an agent's session with
// turns and calls, evidence, a repeated ending.
func longLane(n int) []fact.Fact {
	g := newGenerator(9)
	base := domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}
	out := make([]fact.Fact, 0, n)
	var last domain.EventID
	for i := range n {
		e := domain.Event{Draft: domain.Draft{ID: g.id(), Version: 1, Source: base, Emitter: "W", Epoch: boot(1),
			Seq: uint64(i + 1), SeqKind: domain.SeqCount, Data: []byte("{}"), ObservedAt: domain.At(epoch0)}}
		e.Subject.Lane = domain.Known(laneID("A"))
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
			set := index.NewSet(laneID("A"), longLane(n))
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
	g := newGenerator(3)
	var all []fact.Fact
	for i := range 4 * n {
		kind := [...]domain.Kind{"prompt.accepted", "turn.started", "turn.completed", "lane.finished"}[i%4]
		all = append(all, fact.Fact{ID: g.id(), Kind: kind, Emitter: "W", Epoch: boot(1), Seq: uint64(i + 1),
			Source: domain.SourceLive, Trust: domain.TrustHigh, Lane: laneID("A")})
	}
	set := index.NewSet(laneID("A"), all)
	for b.Loop() {
		if o := lane.Derive(set, lane.Options{}); o.Attempt != n {
			b.Fatal(o.Attempt)
		}
	}
}

func BenchmarkFactOf(b *testing.B) {
	e := domain.Event{Draft: domain.Draft{Kind: "message.recorded", Version: 1, Data: []byte(`{"role":"user","text":"hello"}`),
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}}}
	for _, kind := range []domain.Kind{"message.recorded", "tool.completed", "turn.completed"} {
		b.Run(string(kind), func(b *testing.B) {
			e.Kind = kind
			b.ReportAllocs()
			for b.Loop() {
				fact.Of(&e)
			}
		})
	}
}

func BenchmarkStoredForm(b *testing.B) {
	f := longLane(10)[2]
	form := fact.Append(nil, &f)
	b.Run("append", func(b *testing.B) {
		var buf []byte
		for b.Loop() {
			buf = fact.Append(buf[:0], &f)
		}
	})
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			if _, err := fact.Decode(form); err != nil {
				b.Fatal(err)
			}
		}
	})
}
