package store_test

import (
	"context"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/storetest"
)

// gapped is a log whose positions have gaps, as those of a store of events: the place of an event in a
// file, and not its number.
type gapped struct{ *storetest.Log }

// place is the position of the event with a number, 0 for none.
func place(number uint64) domain.Position {
	if number == 0 {
		return domain.Position{}
	}
	return domain.PositionAt(1_000_000 + 937*number + number%5)
}

// Events implements [origin.Log].
func (l gapped) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range l.Log.Events(ctx, domain.Position{}) {
			if e.Position = place(e.Position.Number()); err == nil && !e.Position.After(after) {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// Get implements [origin.Log].
func (l gapped) Get(ctx context.Context, id domain.EventID) (domain.Event, error) {
	e, err := l.Log.Get(ctx, id)
	e.Position = place(e.Position.Number())
	return e, err
}

// Head implements [origin.Log].
func (l gapped) Head(ctx context.Context) (origin.Head, error) {
	h, err := l.Log.Head(ctx)
	h.Position = place(h.Position.Number())
	return h, err
}

// TestAReadModelOfALogWhosePositionsHaveGaps brings one on by a new store each time, as restarts do, and
// holds it to a replay, and to that of the same log without gaps.
func TestAReadModelOfALogWhosePositionsHaveGaps(t *testing.T) {
	all := storetest.Drafts(4000, 5)
	log := gapped{storetest.NewLog("a", all[:1500]...)}
	path := filepath.Join(t.TempDir(), "run.views")
	file := ""
	for _, to := range []int{1500, 1501, 1700, 4000} {
		log.Append(all[len(log.All):to]...)
		s := store.New(path, log, store.Options{})
		st, err := s.CatchUp(t.Context())
		if err != nil || st.Position != place(uint64(to)).Number() || st.Stale || st.Memory {
			t.Fatalf("brought on to %d: %+v, %v", to, st, err)
		}
		if diff := cmp.Diff(storetest.Replayed(t, log.Log), storetest.Digests(t, s)); diff != "" {
			t.Fatalf("brought on to %d: -folds +store\n%s", to, diff)
		}
		if v, err := s.Verify(t.Context(), t.TempDir()); err != nil || v.Total != 0 {
			t.Errorf("at %d: %d findings %+v, %v", to, v.Total, v.Findings, err)
		}
		if to < len(all) && file != "" && st.Path != file {
			t.Errorf("at %d the read model was built anew: %s, before %s", to, st.Path, file)
		}
		file = st.Path
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
