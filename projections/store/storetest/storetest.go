// Package storetest has the logs and read models of the tests of package store and of the
// packages beneath it. No program imports it.
package storetest

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/clawable/claw/bench/gen"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/slicelog"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/verify"
)

// Log is a log of which events can be damaged.
type Log struct {
	*slicelog.Log
	// damaged names positions whose events cannot be read.
	Damaged map[uint64]bool
}

// NewLog makes a log that holds drafts.
func NewLog(id string, drafts ...domain.Draft) *Log {
	l := &Log{Log: slicelog.New(id, drafts...), Damaged: map[uint64]bool{}}
	l.Fails = func(at domain.Position) error {
		if !l.Damaged[at.Number()] {
			return nil
		}
		return &domain.Error{Kind: domain.ErrCorrupt, Operation: "read", Message: "damaged", Detail: map[string]any{"position": at.Number()}}
	}
	return l
}

// Background is the context of tests that end nothing.
var Background = context.Background()

// Drafts generates n events.
func Drafts(n int, seed uint64) []domain.Draft {
	out := make([]domain.Draft, 0, n)
	for d := range gen.Events(n, seed) {
		out = append(out, d)
	}
	return out
}

// Digests brings a store to the head and hashes its states.
func Digests(t testing.TB, s *store.Store) projections.Digests {
	t.Helper()
	st, err := s.CatchUp(context.Background())
	if err != nil {
		t.Fatalf("catch up: %v", err)
	}
	if st.Stale {
		t.Fatal("the answer is stale and nobody else is at work")
	}
	d, err := query.Digests(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Replayed are the digests of the pure folds.
func Replayed(t testing.TB, l *Log) projections.Digests {
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

// Opened returns a store of log at its head, which ends with the test.
func Opened(t *testing.T, log *Log) *store.Store {
	t.Helper()
	s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// BroughtOn makes a read model in several steps, and returns its file.
func BroughtOn(t *testing.T, path string, log *Log) string {
	t.Helper()
	all := log.All
	s := store.New(path, log, store.Options{})
	var file string
	for _, to := range []int{len(all) / 2, len(all)*2/3 + 1, len(all)} {
		log.All = all[:to]
		st, err := s.CatchUp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		file = st.Path
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// Verified verifies the read model at path.
func Verified(t *testing.T, path string, log *Log) verify.Verification {
	t.Helper()
	s := store.New(path, log, store.Options{})
	v, err := s.Verify(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return v
}

// AsOf is a time of reading after all events.
var AsOf = domain.At(time.Date(2026, 1, 3, 0, 0, 0, 0, time.UTC))

// Said is the n-th word about one lane by one speaker, n hours after asOf.
func Said(n int, kind domain.Kind, data string) domain.Draft {
	return domain.Draft{ID: domain.EventID(domain.Derive(time.Unix(0, 0), "test", fmt.Sprint(n))), Kind: kind, Version: 1, Data: []byte(data),
		ObservedAt: domain.At(AsOf.Time().Add(time.Duration(n) * time.Hour)), Emitter: "runner", Seq: uint64(n), SeqKind: domain.SeqOrdinal,
		Epoch:   domain.SessionID("runner/x").Epoch(),
		Source:  domain.Source{Kind: domain.SourceLive, Channel: "api", Trust: domain.TrustHigh},
		Subject: domain.Subject{Lane: domain.Known[domain.LaneID]("01ARZ3NDEKTSV4RRFFQ69G5FAV")}}
}
