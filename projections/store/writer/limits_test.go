package writer_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/store/writer"
)

// equalsTheFolds builds a read model, brings it on, and wants what the folds say.
func equalsTheFolds(t *testing.T) {
	all := storetest.Drafts(3000, 4)
	log := storetest.NewLog("a", all[:2000]...)
	s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("built at once: -folds +store\n%s", diff)
	}
	log.Append(all[2000:]...)
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("brought on: -folds +store\n%s", diff)
	}
}

func TestKeysThatShareAHashStayApart(t *testing.T) {
	defer writer.HashBadly(func(key string) int64 { return int64(key[len(key)-1] & 7) })()
	defer writer.HoldFewItems(40)()
	equalsTheFolds(t)
}

func TestFactsThatAreTooManyToKeepAreReadBack(t *testing.T) {
	for name, kept := range map[string]int{"none are kept": 0, "the first ones would be kept": 100_000, "all are kept, in parts": 1 << 30} {
		t.Run(name, func(t *testing.T) {
			defer writer.HoldFewFacts(20_000, kept)()
			equalsTheFolds(t)
		})
	}
}

// TestARebuildEndsWhenItIsToldTo stops rebuilds in their midst and wants that
// nothing of them is left running and that the next one is whole.
func TestARebuildEndsWhenItIsToldTo(t *testing.T) {
	defer writer.HoldFewItems(40)()
	log := storetest.NewLog("a", storetest.Drafts(3000, 4)...)
	path := filepath.Join(t.TempDir(), "run.views")
	for _, after := range []int{1, 300, 2999} {
		ctx, stop := context.WithCancel(t.Context())
		_, err := store.New(path, stopping{log, after, stop}, store.Options{}).CatchUp(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d events: %v, want context.Canceled", after, err)
		}
	}
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, store.New(path, log, store.Options{}))); diff != "" {
		t.Fatalf("the rebuild after them: -folds +store\n%s", diff)
	}
}

// stopping is a log that calls stop while its events are read, and continues.
type stopping struct {
	*storetest.Log
	after int
	stop  context.CancelFunc
}

func (l stopping) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range l.Log.Events(ctx, after) {
			if n++; n == l.after {
				l.stop()
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
