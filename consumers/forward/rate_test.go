package forward_test

import (
	"context"
	"flag"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/clawable/claw/bench/gen"
	importing "github.com/clawable/claw/commands/import"
	"github.com/clawable/claw/consumers/forward"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite"
)

var events = flag.Int("claw.events", 2000, "how many events the measurement forwards")

// fileOf is a log in a file that holds n events beside its opening.
func fileOf(t *testing.T, n int) eventlog.Log {
	t.Helper()
	log, err := sqlite.Open(t.Context(), filepath.Join(t.TempDir(), "run.claw"), sqlite.Options{Create: true, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	var batches []eventlog.Batch
	flush := func() {
		if _, err := eventlog.AppendBatches(t.Context(), log, batches); err != nil {
			t.Fatal(err)
		}
		batches = nil
	}
	for d := range gen.Events(n, 1) {
		if batches = append(batches, eventlog.Batch{Stream: d.Stream, Drafts: []domain.Draft{d}}); len(batches) == 1000 {
			flush()
		}
	}
	flush()
	return log
}

// TestALogIsForwardedFast logs how many events a second go from the file of one log to that of another, and the
// memory in use when a part was sent and when all was.
func TestALogIsForwardedFast(t *testing.T) {
	clock := time.Now
	own, shared := fileOf(t, *events), fileOf(t, 0)
	m := machineOf(t, own, importing.NewReceiver(shared), nil)
	var heaps []uint64
	c := m.config(forward.Policy{})
	c.Once, c.Rate = true, 1e9 // so that Sleep is called for each batch
	c.Sleep = func(ctx context.Context, _ time.Duration) error {
		var now runtime.MemStats
		runtime.ReadMemStats(&now)
		heaps = append(heaps, now.HeapInuse)
		return ctx.Err()
	}
	begun := clock()
	if err := forward.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	passed := clock().Sub(begun)
	if m.last.Sent != *events || m.last.Refused != 0 {
		t.Errorf("%d of %d events were sent, %d refused", m.last.Sent, *events, m.last.Refused)
	}
	t.Logf("%d events: %.0f a second; MiB in use after a tenth %d, after half %d, at the end %d", *events, float64(*events)/passed.Seconds(),
		heaps[len(heaps)/10]>>20, heaps[len(heaps)/2]>>20, heaps[len(heaps)-1]>>20)
}
