package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/search"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/store/tables"
)

// versionOf is SQL that says of a read model that it has another version of a projection.
func versionOf(name string, by int) string {
	for _, v := range tables.Versions() {
		if v.Name == name {
			return fmt.Sprintf("UPDATE meta SET value = replace(value, '%s=%d', '%s=%d') WHERE name = 'format'", name, v.Version, name, v.Version+by)
		}
	}
	panic("no projection " + name)
}

// TestAReadModelOfANewerProgramIsRefusedAndLeftAsItIs raises the versions of a read model as a
// newer program would.
func TestAReadModelOfANewerProgramIsRefusedAndLeftAsItIs(t *testing.T) {
	for name, raise := range map[string]string{
		"the tables":                "UPDATE meta SET value = '999' || substr(value, 2) WHERE name = 'format'",
		"the lanes":                 versionOf("lanes", 1),
		"a fold":                    versionOf("sessions", 7),
		"a fold that is unknown":    "UPDATE meta SET value = value || ' zebras=1' WHERE name = 'format'",
		"one newer and one older":   versionOf("lanes", 1) + ";" + versionOf("tools", -1),
		"newer, and tables changed": versionOf("lanes", 1) + "; DROP TABLE tools; ALTER TABLE sessions DROP COLUMN standing",
	} {
		t.Run(name, func(t *testing.T) {
			log, path, file := behind(t)
			executeOn(t, file, raise)
			want := files(t, filepath.Dir(path))
			for does, what := range map[string]func(context.Context, *store.Store) error{
				"catch up": func(ctx context.Context, s *store.Store) error { _, err := s.CatchUp(ctx); return err },
				"look":     func(ctx context.Context, s *store.Store) error { _, _, err := s.Look(ctx); return err },
				"verify":   func(ctx context.Context, s *store.Store) error { _, err := s.Verify(ctx, t.TempDir()); return err },
				"hold and catch up": func(ctx context.Context, s *store.Store) error {
					if err := s.Hold(ctx); err != nil {
						t.Error(err)
					}
					_, err := s.CatchUp(ctx)
					return err
				},
				"rebuild": func(ctx context.Context, s *store.Store) error {
					if err := s.Hold(ctx); err != nil {
						t.Error(err)
					}
					_, err := s.Rebuild(ctx)
					return err
				},
			} {
				s := store.New(path, log, store.Options{})
				err := what(t.Context(), s)
				if kind := domain.KindOf(err); kind != domain.ErrUnavailable {
					t.Errorf("%s: kind %q: %v", does, kind, err)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
			for name, b := range files(t, filepath.Dir(path)) {
				if held, there := want[name]; there && !bytes.Equal(held, b) {
					t.Errorf("%s is another file now", name)
				}
				delete(want, name)
			}
			delete(want, "run.views.lock")
			if len(want) > 0 {
				t.Errorf("files are gone: %d", len(want))
			}
		})
	}
}

// TestASearchIndexOfANewerProgramIsRefusedAndLeftAsItIs does the same with the search index.
func TestASearchIndexOfANewerProgramIsRefusedAndLeftAsItIs(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(50, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	search := func() error {
		s := store.New(path, log, store.Options{})
		if _, err := s.CatchUp(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err := search.Search(t.Context(), s, "x", selection.Filter{}, selection.Page{}, func(domain.Position) {})
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		return err
	}
	if err := search(); err != nil {
		t.Fatal(err)
	}
	executeOn(t, path+".search", "UPDATE meta SET value = 'search 99' WHERE name = 'format'")
	for range 2 {
		if err := search(); domain.KindOf(err) != domain.ErrUnavailable {
			t.Errorf("kind %q: %v", domain.KindOf(err), err)
		}
	}
	executeOn(t, path+".search", "UPDATE meta SET value = 'search 0' WHERE name = 'format'")
	if err := search(); err != nil {
		t.Errorf("an earlier one is built anew: %v", err)
	}
}

func executeOn(t *testing.T, path, sql string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(conn, sql, nil); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// files are the contents of a folder.
func files(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		if out[e.Name()], err = os.ReadFile(filepath.Join(folder, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return out
}
