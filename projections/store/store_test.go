package store_test

import (
	"context"
	"errors"
	"iter"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"

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
		log.Append(all[len(log.All):to]...)
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

// TestAReadModelThatIsBroughtOnMeanwhileIsAnsweredFrom has another process, which keeps
// the lock, bring the read model past the head that a store has just read.
func TestAReadModelThatIsBroughtOnMeanwhileIsAnsweredFrom(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.views")
	log := newSlice("a", drafts(900, 3)...)
	keeper := store.New(path, log, store.Options{})
	if err := keeper.Hold(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := digests(t, keeper)
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
		s := store.New(path, &goingOn{slice: log, first: 600}, store.Options{Patience: time.Nanosecond})
		st, err := ask(s)
		if err != nil || st.Position != 900 || st.Stale {
			t.Fatalf("%s: %+v, %v", name, st, err)
		}
		got, err := s.Digests()
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
	*slice
	first uint64
}

func (l *goingOn) Head(ctx context.Context) (store.Head, error) {
	h, err := l.slice.Head(ctx)
	if l.first > 0 {
		h.Position, l.first = domain.PositionAt(l.first), 0
	}
	return h, err
}

// equalsTheFolds builds a read model, brings it on, and wants what the folds say.
func equalsTheFolds(t *testing.T) {
	all := drafts(3000, 4)
	log := newSlice("a", all[:2000]...)
	s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
	if diff := cmp.Diff(replayed(t, log), digests(t, s)); diff != "" {
		t.Fatalf("built at once: -folds +store\n%s", diff)
	}
	log.Append(all[2000:]...)
	if diff := cmp.Diff(replayed(t, log), digests(t, s)); diff != "" {
		t.Fatalf("brought on: -folds +store\n%s", diff)
	}
}

func TestKeysThatShareAHashStayApart(t *testing.T) {
	defer store.HashBadly(func(key string) int64 { return int64(key[len(key)-1] & 7) })()
	defer store.HoldFewItems(40)()
	equalsTheFolds(t)
}

func TestFactsThatAreTooManyToKeepAreReadBack(t *testing.T) {
	for name, kept := range map[string]int{"none are kept": 0, "the first ones would be kept": 100_000, "all are kept, in parts": 1 << 30} {
		t.Run(name, func(t *testing.T) {
			defer store.HoldFewFacts(20_000, kept)()
			equalsTheFolds(t)
		})
	}
}

// TestARebuildEndsWhenItIsToldTo stops rebuilds in their midst and wants that
// nothing of them is left running and that the next one is whole.
func TestARebuildEndsWhenItIsToldTo(t *testing.T) {
	defer store.HoldFewItems(40)()
	log := newSlice("a", drafts(3000, 4)...)
	path := filepath.Join(t.TempDir(), "run.views")
	for _, after := range []int{1, 300, 2999} {
		ctx, stop := context.WithCancel(t.Context())
		_, err := store.New(path, stopping{log, after, stop}, store.Options{}).CatchUp(ctx)
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("stopped after %d events: %v, want context.Canceled", after, err)
		}
	}
	if diff := cmp.Diff(replayed(t, log), digests(t, store.New(path, log, store.Options{}))); diff != "" {
		t.Fatalf("the rebuild after them: -folds +store\n%s", diff)
	}
}

// stopping is a log that calls stop while its events are read, and goes on.
type stopping struct {
	*slice
	after int
	stop  context.CancelFunc
}

func (l stopping) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range l.slice.Events(ctx, after) {
			if n++; n == l.after {
				l.stop()
			}
			if !yield(e, err) {
				return
			}
		}
	}
}
