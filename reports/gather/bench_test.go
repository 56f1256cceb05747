package gather_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/reports"
	"github.com/clawable/claw/reports/gather"
)

// BenchmarkObserve reads a report of a log from its read model on disk. The JSON encoding of what was
// read, in the same run, says how fast the machine is.
func BenchmarkObserve(b *testing.B) {
	s := store.New(filepath.Join(b.TempDir(), "log.views"), storetest.NewLog("a", storetest.Drafts(60_000, 1)...), store.Options{})
	defer func() {
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}()
	if _, err := s.CatchUp(context.Background()); err != nil {
		b.Fatal(err)
	}
	var o *reports.Observed
	b.Run("read", func(b *testing.B) {
		for b.Loop() {
			var err error
			if o, err = gather.Observe(s, reports.Scope{}, reports.Window{}, reports.Approvals{Items: map[string]reports.Approval{}}); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(o.Lanes.Items)), "lanes")
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(o.Lanes.Items)), "µs/lane")
	})
	b.Run("json", func(b *testing.B) {
		for b.Loop() {
			if _, err := json.Marshal(o); err != nil {
				b.Fatal(err)
			}
		}
	})
}
