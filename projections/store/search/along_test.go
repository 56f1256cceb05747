package search_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/search"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// growing is a log on which a reader waits for more events.
type growing struct {
	*storetest.Log
	awaited func(context.Context) error
}

// Await implements [search.Growing].
func (g growing) Await(ctx context.Context, _ domain.Position) error { return g.awaited(ctx) }

func TestWhatIsAppendedMeanwhileIsIndexed(t *testing.T) {
	log, done, parts := library(), make(chan struct{}), 0
	path := filepath.Join(t.TempDir(), "run.views")
	s := store.New(path, log, store.Options{})
	defer s.Close()
	err := s.IndexAlong(t.Context(), growing{log, func(ctx context.Context) error {
		if parts == 3 {
			<-ctx.Done()
			return ctx.Err()
		}
		log.Append(spoken(100+parts, one, "flaky again"))
		if parts++; parts == 3 {
			close(done)
		}
		return nil
	}}, done)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.CatchUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	list, err := search.Search(t.Context(), s, "flaky", selection.Filter{}, selection.Page{}, func(at domain.Position) {
		t.Errorf("the search indexed events up to %d", at.Number())
	})
	if err != nil {
		t.Fatal(err)
	}
	want := append(appended(log, 3), 3, 1)
	if diff := cmp.Diff(want, positions(list)); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
}

// appended are the last n positions of a log, the newest first.
func appended(log *storetest.Log, n int) (at []uint64) {
	for i := range n {
		at = append(at, uint64(len(log.All)-i))
	}
	return at
}

func TestAnIndexFarBehindIsLeftToTheNextSearch(t *testing.T) {
	log := storetest.NewLog("a")
	for i := range 20_001 {
		id := domain.EventID{1, byte(i >> 16), byte(i >> 8), byte(i)}
		log.Append(domain.Draft{ID: id, Kind: "lane.progress", Version: 1, Data: []byte(`{}`)})
	}
	path := filepath.Join(t.TempDir(), "run.views")
	err := store.New(path, log, store.Options{}).IndexAlong(t.Context(), growing{log, func(context.Context) error {
		t.Error("it waits for more")
		return context.Canceled
	}}, make(chan struct{}))
	if _, missing := os.Stat(path + ".search"); err != nil || missing == nil {
		t.Fatalf("indexed: %v, %v", missing == nil, err)
	}
}
