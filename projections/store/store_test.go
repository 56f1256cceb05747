package store_test

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"

	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
)

func TestAReadModelEqualsTheFolds(t *testing.T) {
	all := storetest.Drafts(6000, 3)
	path := filepath.Join(t.TempDir(), "run.views")
	log := storetest.NewLog("a", all[:2500]...)
	s := store.New(path, log, store.Options{})
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("built at once: -folds +store\n%s", diff)
	}
	for _, to := range []int{2501, 2600, 4000, 6000} {
		log.Append(all[len(log.All):to]...)
		if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
			t.Fatalf("brought on to %d: -folds +store\n%s", to, diff)
		}
	}
	fresh := store.New(filepath.Join(t.TempDir(), "other.views"), log, store.Options{})
	if diff := cmp.Diff(storetest.Digests(t, fresh), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("-built anew +brought on\n%s", diff)
	}
	memory := store.New(path, log, store.Options{Memory: true})
	if diff := cmp.Diff(storetest.Digests(t, fresh), storetest.Digests(t, memory)); diff != "" {
		t.Fatalf("-on disk +in memory\n%s", diff)
	}
}

// TestAReadModelThatIsBroughtOnMeanwhileIsAnsweredFrom has another process, which keeps
// the lock, bring the read model past the head that a store has just read.
func TestAReadModelThatIsBroughtOnMeanwhileIsAnsweredFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.views")
	log := storetest.NewLog("a", storetest.Drafts(900, 3)...)
	keeper := store.New(path, log, store.Options{})
	if err := keeper.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := storetest.Digests(t, keeper)
	for name, ask := range map[string]func(*store.Store) (store.Status, error){
		"catch up": func(s *store.Store) (store.Status, error) { return s.CatchUp(t.Context()) },
		"look": func(s *store.Store) (store.Status, error) {
			st, usable, err := s.Look(t.Context())
			if !usable {
				t.Error("the read model is of no use")
			}
			return st, err
		},
	} {
		s := store.New(path, &goingOn{Log: log, first: 600}, store.Options{Patience: time.Nanosecond})
		st, err := ask(s)
		if err != nil || st.Position != 900 || st.Stale {
			t.Fatalf("%s: %+v, %v", name, st, err)
		}
		got, err := query.Digests(s)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: -kept +answered\n%s", name, diff)
		}
	}
}

// goingOn is a log that had only come to a position when its head is read first.
type goingOn struct {
	*storetest.Log
	first uint64
}

func (l *goingOn) Head(ctx context.Context) (origin.Head, error) {
	h, err := l.Log.Head(ctx)
	if l.first > 0 {
		h.Position, l.first = domain.PositionAt(l.first), 0
	}
	return h, err
}
