package fact_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane/fact"
	"github.com/clawable/claw/domain/lane/lanetest"
)

func BenchmarkOf(b *testing.B) {
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
	f := lanetest.DrawFacts(9, 10)[2]
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
