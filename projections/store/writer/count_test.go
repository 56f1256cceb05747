package writer_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/query"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/store/writer"
)

// TestCountsAreThoseOfTheRows builds a read model at once and brings it on, with caches that
// hold few entities and keys that share hashes as well: the numbers of rows stay without gaps.
func TestCountsAreThoseOfTheRows(t *testing.T) {
	for name, prepare := range map[string]func() (undo func()){
		"all in memory":          func() func() { return func() {} },
		"few in memory":          func() func() { return writer.HoldFewItems(7) },
		"keys that share a hash": func() func() { return writer.HashBadly(func(key string) int64 { return int64(key[len(key)-1] & 7) }) },
	} {
		t.Run(name, func(t *testing.T) {
			defer prepare()()
			all := storetest.Drafts(1200, 3)
			log := storetest.NewLog("a", all[:800]...)
			s := store.New(filepath.Join(t.TempDir(), "run.views"), log, store.Options{})
			defer func() { _ = s.Close() }()
			for _, to := range []int{800, 801, 1000, 1200} {
				log.Append(all[len(log.All):to]...)
				st, err := s.CatchUp(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				got, err := query.Counts(s)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(rowsIn(t, st.Path, got), got); diff != "" {
					t.Errorf("%d events, -rows +counts\n%s", to, diff)
				}
			}
		})
	}
}

// rowsIn counts the rows of tables one by one.
func rowsIn(t *testing.T, path string, tables map[string]int) map[string]int {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	rows := map[string]int{}
	for table := range tables {
		n := 0
		err := sqlitex.ExecuteTransient(conn, "SELECT 1 FROM "+table, &sqlitex.ExecOptions{ResultFunc: func(*sqlite.Stmt) error {
			n++
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		rows[table] = n
	}
	return rows
}
