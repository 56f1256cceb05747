package store_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store"
)

// broughtOn makes a read model in several steps, and returns its file.
func broughtOn(t *testing.T, path string, log *slice) string {
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

func verified(t *testing.T, path string, log *slice) store.Verification {
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

func TestAReadModelThatWasBroughtOnIsVerified(t *testing.T) {
	log := newSlice("a", drafts(900, 5)...)
	log.damaged[120], log.damaged[700] = true, true
	path := filepath.Join(t.TempDir(), "run.views")
	broughtOn(t, path, log)
	if v := verified(t, path, log); v.Total != 0 || v.Position != 900 || v.Diverges != 0 || len(v.Verified) != 10 {
		t.Fatalf("%+v", v)
	}
	log.Append(drafts(950, 5)[900:]...) // what came later is nothing to it
	if v := verified(t, path, log); v.Total != 0 || v.Position != 900 {
		t.Fatalf("%+v", v)
	}
}

func TestAChangedRowIsNamedWithThePositionWhereItDiverges(t *testing.T) {
	all := drafts(900, 5)
	for name, c := range map[string]struct {
		sql, table string
		problem    store.Problem
	}{
		"a state":                   {"UPDATE tools SET state = replace(state, '\"name\"', '\"mane\"') WHERE rowid = 30", "tools", store.ProblemDiffers},
		"a column beside a state":   {"UPDATE sessions SET agent = 'x' WHERE rowid = 2", "sessions", store.ProblemDiffers},
		"a lost row":                {"DELETE FROM messages WHERE rowid = 9", "messages", store.ProblemMissing},
		"a row of nothing":          {"INSERT INTO usage SELECT 'x', state, 1, session, first, model, input, cache_read, cache_creation, output, reasoning FROM usage LIMIT 1", "usage", store.ProblemExtra},
		"an outcome":                {"UPDATE lanes SET state = replace(state, '\"state\":\"', '\"state\":\"x') WHERE rowid = (SELECT min(rowid) FROM lanes)", "lanes", store.ProblemDiffers},
		"a session of another lane": {"UPDATE lane_sessions SET lane = 'X' WHERE session = (SELECT min(session) FROM lane_sessions)", "lane_sessions", store.ProblemDiffers},
		"facts that are lost":       {"DELETE FROM packs WHERE rowid = 4", "packs", store.ProblemMissing},
		"facts in another form":     {"UPDATE packs SET facts = CAST(replace(facts, '{\"expects\"', '{\"Expects\"') AS BLOB)", "packs", store.ProblemUnreadable},
		"facts that are cut":        {"UPDATE packs SET facts = substr(facts, 1, 40) WHERE rowid = 4", "packs", store.ProblemUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			log := newSlice("a", all...)
			path := filepath.Join(t.TempDir(), "run.views")
			conn, err := sqlite.OpenConn(broughtOn(t, path, log), sqlite.OpenReadWrite)
			if err != nil {
				t.Fatal(err)
			}
			if err := sqlitex.ExecuteScript(conn, c.sql, nil); err != nil {
				t.Fatal(err)
			}
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
			v := verified(t, path, log)
			if !slices.ContainsFunc(v.Findings, func(f store.Finding) bool {
				return f.Table == c.table && f.Problem == c.problem && (f.At > 0) == (c.problem != store.ProblemExtra)
			}) {
				t.Fatalf("no finding %s of %s with its place in %+v", c.problem, c.table, v.Findings)
			}
			if (v.Diverges > 0) != (c.problem != store.ProblemExtra) {
				t.Errorf("the first diverging position is %d", v.Diverges)
			}
		})
	}
}

// TestADigestThatDiffersNamesTheLanes compares lanes with a replay that has one more, one
// less and one that is otherwise.
func TestADigestThatDiffersNamesTheLanes(t *testing.T) {
	log := newSlice("a", drafts(300, 5)...)
	s := opened(t, log)
	m, err := projections.Replay(t.Context(), log, projections.Options{})
	if err != nil {
		t.Fatal(err)
	}
	told := m.Lanes.Outcomes()
	if len(told) < 3 {
		t.Fatalf("there are only %d lanes", len(told))
	}
	for name, c := range map[string]struct {
		replayed []lane.Outcome
		key      string
		problem  store.Problem
	}{
		"none":      {told, "", ""},
		"one less":  {told[1:], string(told[0].Lane), store.ProblemExtra},
		"one more":  {append(slices.Clone(told), lane.Outcome{Lane: "Z"}), "Z", store.ProblemMissing},
		"otherwise": {append(slices.Clone(told[:2]), append([]lane.Outcome{{Lane: told[2].Lane}}, told[3:]...)...), string(told[2].Lane), store.ProblemDiffers},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := s.CompareStates("lanes", func(visit func(string, []byte) error) error {
				for _, o := range c.replayed {
					state, err := projections.OutcomeState(&o)
					if err != nil {
						return err
					}
					if err := visit(string(o.Lane), state); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if c.problem == "" && len(found) == 0 {
				return
			}
			if len(found) != 1 || found[0].Key != c.key || found[0].Problem != c.problem {
				t.Fatalf("found %+v, want that %s is %s", found, c.key, c.problem)
			}
		})
	}
}

// TestAStateThatStoppedDivergesAtTheEventThatItLacks puts the state of an earlier
// position in the place of a later one.
func TestAStateThatStoppedDivergesAtTheEventThatItLacks(t *testing.T) {
	all := drafts(900, 5)
	dir := t.TempDir()
	before, after := newSlice("a", all[:500]...), newSlice("a", all...)
	old, path := broughtOn(t, filepath.Join(dir, "old.views"), before), filepath.Join(dir, "run.views")
	conn, err := sqlite.OpenConn(broughtOn(t, path, after), sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteTransient(conn, "ATTACH '"+old+"' AS old", nil); err != nil {
		t.Fatal(err)
	}
	if err := sqlitex.ExecuteScript(conn, "UPDATE sessions SET state = (SELECT state FROM old.sessions o WHERE o.key = sessions.key) WHERE key IN (SELECT key FROM old.sessions);", nil); err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	// The first event after 500 of a session that was there before.
	seen := map[string]bool{}
	var want uint64
	for i, e := range after.All {
		key := string(e.Session())
		if i < 500 {
			seen[key] = true
		} else if key != "" && seen[key] {
			want = e.Position.Number()
			break
		}
	}
	if v := verified(t, path, after); v.Diverges != want {
		t.Fatalf("diverges at %d, want %d: %+v", v.Diverges, want, v.Findings)
	}
}

// TestAFlippedBitIsFound flips bits of a read model. What a bit changes that is found
// nowhere changes no answer: the rows are as they were.
func TestAFlippedBitIsFound(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	log := newSlice("a", drafts(250, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	file := broughtOn(t, path, log)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := dump(t, file)
	found := 0
	for range 60 {
		bit := random.IntN(len(whole) * 8)
		spoiled := slices.Clone(whole)
		spoiled[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(file, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		if v := verified(t, path, log); v.Total > 0 {
			found++
		} else if now := dump(t, file); !slices.Equal(rows, now) {
			t.Errorf("bit %d changed rows and is not found", bit)
		}
		for _, side := range []string{"-wal", "-shm"} {
			_ = os.Remove(file + side)
		}
	}
	if found == 0 {
		t.Error("no bit was found at all")
	}
}

// TestEveryDestroyedPageIsFound fills one page after the other with 0xff, so that each
// table meets a damage before its first row.
func TestEveryDestroyedPageIsFound(t *testing.T) {
	log := newSlice("a", drafts(60, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	file := broughtOn(t, path, log)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	page := int(binary.BigEndian.Uint16(whole[16:])) // as the header of the file says
	for at := 0; at < len(whole); at += page {
		spoiled := slices.Clone(whole)
		copy(spoiled[at:], bytes.Repeat([]byte{0xff}, page))
		if err := os.WriteFile(file, spoiled, 0o600); err != nil {
			t.Fatal(err)
		}
		if v := verified(t, path, log); v.Total == 0 {
			t.Errorf("page %d is destroyed and nothing is found", at/page+1)
		}
		for _, side := range []string{"-wal", "-shm"} {
			_ = os.Remove(file + side)
		}
	}
}

// dump reads all rows of a file.
func dump(t *testing.T, file string) (rows []string) {
	t.Helper()
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, table := range []string{"meta", "parked", "sessions", "messages", "tools", "usage", "errors", "packs", "lanes", "lane_sessions"} {
		err := sqlitex.ExecuteTransient(conn, "SELECT * FROM "+table, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
			row := table
			for i := range stmt.ColumnCount() {
				if stmt.ColumnName(i) != "written" {
					row += "\x00" + stmt.ColumnText(i)
				}
			}
			rows = append(rows, row)
			return nil
		}})
		if err != nil {
			rows = append(rows, err.Error())
		}
	}
	return rows
}
