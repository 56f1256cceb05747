package projections_test

import (
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// BenchmarkFold folds a log into an archive; one operation is one event.
func BenchmarkFold(b *testing.B) {
	log := generated(50_000)
	b.ReportAllocs()
	b.ResetTimer()
	for done := 0; done < b.N; done += len(log) {
		a := projections.NewArchive(projections.Options{}, &scratch{}, projections.Bounds{Entities: 4000, Facts: 16 << 20})
		if err := a.Run(b.Context(), log[:min(len(log), b.N-done)], domain.Position{}); err != nil {
			b.Fatal(err)
		}
	}
}
