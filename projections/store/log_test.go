package store_test

import (
	"context"
	"iter"
	"testing"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// slice is a log in a slice: event i has position i+1.
type slice struct {
	id     string
	events []domain.Event
	index  map[domain.EventID]int
	// damaged names positions whose events cannot be read.
	damaged map[uint64]bool
}

func newSlice(id string, drafts ...domain.Draft) *slice {
	l := &slice{id: id, index: map[domain.EventID]int{}, damaged: map[uint64]bool{}}
	l.append(drafts...)
	return l
}

func (l *slice) append(drafts ...domain.Draft) {
	for _, d := range drafts {
		l.index[d.ID] = len(l.events)
		l.events = append(l.events, domain.Event{Draft: d, Position: domain.PositionAt(uint64(len(l.events) + 1))})
	}
}

func (l *slice) Events(_ context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for _, e := range l.events[min(int(after.Number()), len(l.events)):] {
			if l.damaged[e.Position.Number()] {
				yield(domain.Event{}, &domain.Error{Kind: domain.ErrCorrupt, Operation: "read", Message: "damaged",
					Detail: map[string]any{"position": e.Position.Number()}})
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

func (l *slice) Get(_ context.Context, id domain.EventID) (domain.Event, error) {
	i, ok := l.index[id]
	if !ok {
		return domain.Event{}, &domain.Error{Kind: domain.ErrNotFound, Operation: "get", Message: "no such event"}
	}
	return l.events[i], nil
}

func (l *slice) Head(context.Context) (store.Head, error) {
	return store.Head{ID: l.id, Position: domain.PositionAt(uint64(len(l.events)))}, nil
}

var background = context.Background()

func drafts(n int, seed uint64) []domain.Draft {
	out := make([]domain.Draft, 0, n)
	for d := range gen.Events(n, seed) {
		out = append(out, d)
	}
	return out
}

// digests brings a store to the head and hashes its states.
func digests(t testing.TB, s *store.Store) projections.Digests {
	t.Helper()
	st, err := s.CatchUp(context.Background())
	if err != nil {
		t.Fatalf("catch up: %v", err)
	}
	if st.Stale {
		t.Fatal("the answer is stale and nobody else is at work")
	}
	d, err := s.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// replayed are the digests of the pure folds.
func replayed(t testing.TB, l *slice) projections.Digests {
	t.Helper()
	m, err := projections.Replay(context.Background(), l, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := m.Digests()
	if err != nil {
		t.Fatal(err)
	}
	return d
}
