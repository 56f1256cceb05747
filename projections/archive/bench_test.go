package archive_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/archive"
)

// BenchmarkFold folds a log into an archive; one operation is one event.
func BenchmarkFold(b *testing.B) {
	log := generated(50_000)
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += len(log) {
		a := archive.New(projections.Options{}, &scratch{}, archive.Bounds{Entities: 4000, Facts: 16 << 20})
		if err := a.Run(b.Context(), log[:min(len(log), b.N-done)], domain.Position{}); err != nil {
			b.Fatal(err)
		}
	}
}
