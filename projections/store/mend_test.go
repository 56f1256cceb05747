package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/storetest"
)

// TestWhateverIsWrongWithTheFileIsMended spoils a read model in each way that a
// file can be spoilt, and wants the right answers from the next verb.
func TestWhateverIsWrongWithTheFileIsMended(t *testing.T) {
	if testing.Short() {
		t.Skip("many cases of what other tests here run as well")
	}
	execute := func(sql string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
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
	}
	write := func(b []byte) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, spoil := range map[string]func(*testing.T, string){
		"a text file":                      write([]byte("these are not the rows you are looking for\n")),
		"an empty file":                    write(nil),
		"a database of somebody else":      execute("DROP TABLE meta; CREATE TABLE notes (a);"),
		"an earlier version of a fold":     execute(versionOf("tools", -1)),
		"an earlier version of the tables": execute("UPDATE meta SET value = '1' || substr(value, 2) WHERE name = 'format'"),
		"a format that is none":            execute("UPDATE meta SET value = 'x' || value WHERE name = 'format'"),
		"a format of a fold that is none":  execute("UPDATE meta SET value = value || ' notes=x' WHERE name = 'format'"),
		"another log":                      execute("UPDATE meta SET value = 'b' WHERE name = 'log'"),
		"a log that went on otherwise":     execute("UPDATE meta SET value = '00' || substr(value, 3) WHERE name = 'leaf'"),
		"a checkpoint past the head":       execute("UPDATE meta SET value = '999999' WHERE name = 'position'"),
		"no checkpoint":                    execute("DELETE FROM meta"),
		"a lost table":                     execute("DROP TABLE tools"),
		"a state that is no JSON":          execute("UPDATE sessions SET state = 'x'"),
		"facts that are cut":               execute("UPDATE packs SET facts = substr(facts, 1, 9)"),
		"a torn page": func(t *testing.T, path string) {
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for i := 4096; i < len(b); i++ {
				b[i] = 0xff
			}
			write(b)(t, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			log, path, file := behind(t)
			spoil(t, file)
			next := store.New(path, log, store.Options{})
			if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, next)); diff != "" {
				t.Fatalf("-folds +mended\n%s", diff)
			}
		})
	}
}

// behind makes a read model that is closed, and whose log went on afterwards.
func behind(t *testing.T) (log *storetest.Log, path, file string) {
	t.Helper()
	all := storetest.Drafts(900, 5)
	log = storetest.NewLog("a", all[:800]...)
	path = filepath.Join(t.TempDir(), "run.views")
	s := store.New(path, log, store.Options{})
	st, err := s.CatchUp(t.Context())
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	log.Append(all[800:]...)
	return log, path, st.Path
}

func TestAQuestionThatCannotBeAnsweredIsAnsweredTheNextTime(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(800, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	s := store.New(path, log, store.Options{})
	st, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, err := sqlite.OpenConn(st.Path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(conn, "UPDATE tools SET state = 'x'", nil); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	_, err = query.Tools(s, selection.Filter{}, selection.Page{})
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrCorrupt || !typed.Retryable {
		t.Fatalf("%v, want a corrupt error that may be retried", err)
	}
	if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
		t.Fatalf("-folds +built anew\n%s", diff)
	}
	if list, err := query.Tools(s, selection.Filter{}, selection.Page{}); err != nil || list.Total == 0 {
		t.Fatalf("%d tool calls, %v", list.Total, err)
	}
}

func TestAReadModelIsItsOwnersAlone(t *testing.T) {
	s := store.New(filepath.Join(t.TempDir(), "run.views"), storetest.NewLog("a", storetest.Drafts(50, 5)...), store.Options{})
	st, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(st.Path)
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		t.Fatalf("mode %o, want none for group and others", mode)
	}
}

func TestALogThatWasReplacedIsNoticed(t *testing.T) {
	all := storetest.Drafts(900, 5)
	path := filepath.Join(t.TempDir(), "run.views")
	before := store.New(path, storetest.NewLog("a", all[:800]...), store.Options{})
	storetest.Digests(t, before)
	for name, log := range map[string]*storetest.Log{
		"by a shorter one":                   storetest.NewLog("a", all[:300]...),
		"by one of another id":               storetest.NewLog("b", all[:800]...),
		"by one that differs before its end": storetest.NewLog("a", append(all[100:800:800], all[:100]...)...),
	} {
		s := store.New(path, log, store.Options{})
		if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
			t.Fatalf("%s: -folds +store\n%s", name, diff)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := before.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedEventIsParkedAndPassed(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(500, 5)...)
	log.Damaged[120], log.Damaged[121], log.Damaged[500] = true, true, true
	s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
	st, err := s.CatchUp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if st.Position != 500 {
		t.Fatalf("came to %d, want 500", st.Position)
	}
	list, err := query.Parked(s, selection.Page{})
	if err != nil {
		t.Fatal(err)
	}
	var got []uint64
	for _, p := range list.Parked {
		got = append(got, p.Position)
	}
	if diff := cmp.Diff([]uint64{120, 121, 500}, got); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
	if diff := cmp.Diff(map[string]int{"corrupt": 3}, list.ByReason); diff != "" {
		t.Fatalf("-want +got\n%s", diff)
	}
}

func TestAPlaceThatTakesNoFileIsAnsweredFromMemory(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(400, 5)...)
	missing := filepath.Join(t.TempDir(), "no", "such", "folder", "run.views")
	s := store.New(missing, log, store.Options{})
	for range 2 {
		st, err := s.CatchUp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !st.Memory || len(st.Warnings) != 1 {
			t.Fatalf("status %+v, want memory and one warning", st)
		}
		if diff := cmp.Diff(storetest.Replayed(t, log), storetest.Digests(t, s)); diff != "" {
			t.Fatalf("-folds +memory\n%s", diff)
		}
		log.Append(storetest.Drafts(50, 6)...)
	}
}
