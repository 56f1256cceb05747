package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oklog/ulid/v2"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/storetest"
)

// erase takes the data out of an event and appends the record of it.
func erase(l *storetest.Log, t *testing.T, i int) {
	t.Helper()
	e := &l.All[i]
	e.Data, e.Salt, e.Erased = nil, nil, true
	l.Append(domain.Draft{ID: domain.EventID(ulid.Make()), Kind: "log.data_erased", Version: 1,
		Stream: domain.StreamID{Family: domain.FamilyLog, ULID: ulid.Make()}, Emitter: "operator/test",
		Source: domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh},
		Data:   []byte(`{"actor":"test","data_digest":"00","id":"` + e.ID.String() + `"}`)})
}

// firstSaid is the index of an event with a text.
func firstSaid(t *testing.T, l *storetest.Log) int {
	t.Helper()
	for i := range l.All {
		if strings.Contains(string(l.All[i].Data), `"text"`) {
			return i
		}
	}
	t.Fatal("no event has a text")
	return 0
}

func TestAReadModelForgetsWhatTheLogErased(t *testing.T) {
	for name, options := range map[string]store.Options{"on disk": {}, "in memory": {Memory: true}} {
		t.Run(name, func(t *testing.T) {
			log := storetest.NewLog("a", storetest.Drafts(900, 5)...)
			path := filepath.Join(t.TempDir(), "run.views")
			s, reader := store.New(path, log, options), store.New(path, log, options)
			before := storetest.Digests(t, s)
			storetest.Digests(t, reader) // has the file open
			erase(log, t, firstSaid(t, log))
			after := storetest.Digests(t, s)
			if diff := cmp.Diff(storetest.Replayed(t, log), after); diff != "" {
				t.Fatalf("-folds +store\n%s", diff)
			}
			if cmp.Equal(before, after) {
				t.Fatal("nothing was to be forgotten: this test shows nothing")
			}
			if diff := cmp.Diff(after, storetest.Digests(t, reader)); diff != "" {
				t.Fatalf("-store +one that was open\n%s", diff)
			}
			log.Append(storetest.Drafts(50, 9)...)
			if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
				t.Fatalf("gone on: -folds +store\n%s", diff)
			}
		})
	}
}

func TestNoOlderFileIsLeftAfterAnErasure(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(400, 5)...)
	folder := t.TempDir()
	path := filepath.Join(folder, "run.views")
	s := store.New(path, log, store.Options{})
	before, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, leftover := range []string{path + "-00000001.new", path + ".search", path + ".search-wal"} {
		if err := os.WriteFile(leftover, []byte("a text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	erase(log, t, firstSaid(t, log))
	after, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DropSearch(); err != nil {
		t.Fatal(err)
	}
	if before.Path == after.Path {
		t.Errorf("the read model is still %s", after.Path)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if diff := cmp.Diff([]string{filepath.Base(after.Path), "run.views.lock"}, names); diff != "" {
		t.Errorf("files (-want +got)\n%s", diff)
	}
}
