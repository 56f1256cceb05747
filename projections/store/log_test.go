package store_test

import (
	"context"
	"testing"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/slicelog"
	"github.com/clawable/claw/projections/store"
)

// slice is a log of which events can be damaged.
type slice struct {
	*slicelog.Log
	// damaged names positions whose events cannot be read.
	damaged map[uint64]bool
}

func newSlice(id string, drafts ...domain.Draft) *slice {
	l := &slice{Log: slicelog.New(id, drafts...), damaged: map[uint64]bool{}}
	l.Fails = func(at domain.Position) error {
		if !l.damaged[at.Number()] {
			return nil
		}
		return &domain.Error{Kind: domain.ErrCorrupt, Operation: "read", Message: "damaged", Detail: map[string]any{"position": at.Number()}}
	}
	return l
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
