package store_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/projections/store"
)

func TestAReadModelEqualsTheFolds(t *testing.T) {
	all := drafts(6000, 3)
	path := filepath.Join(t.TempDir(), "run.views")
	log := newSlice("a", all[:2500]...)
	s := store.New(path, log, store.Options{})
	if diff := cmp.Diff(replayed(t, log), digests(t, s)); diff != "" {
		t.Fatalf("built at once: -folds +store\n%s", diff)
	}
	for _, to := range []int{2501, 2600, 4000, 6000} {
		log.append(all[len(log.events):to]...)
		if diff := cmp.Diff(replayed(t, log), digests(t, s)); diff != "" {
			t.Fatalf("brought on to %d: -folds +store\n%s", to, diff)
		}
	}
	fresh := store.New(filepath.Join(t.TempDir(), "other.views"), log, store.Options{})
	if diff := cmp.Diff(digests(t, fresh), digests(t, s)); diff != "" {
		t.Fatalf("-built anew +brought on\n%s", diff)
	}
	memory := store.New(path, log, store.Options{Memory: true})
	if diff := cmp.Diff(digests(t, fresh), digests(t, memory)); diff != "" {
		t.Fatalf("-on disk +in memory\n%s", diff)
	}
}
