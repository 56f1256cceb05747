package verify_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/store/storetest"
	"github.com/clawable/claw/projections/store/verify"
)

func TestAReadModelThatWasBroughtOnIsVerified(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(900, 5)...)
	log.Damaged[120], log.Damaged[700] = true, true
	path := filepath.Join(t.TempDir(), "run.views")
	storetest.BroughtOn(t, path, log)
	if v := storetest.Verified(t, path, log); v.Total != 0 || v.Position != 900 || v.Diverges != 0 || len(v.Verified) != 10 {
		t.Fatalf("%+v", v)
	}
	log.Append(storetest.Drafts(950, 5)[900:]...) // what came later is nothing to it
	if v := storetest.Verified(t, path, log); v.Total != 0 || v.Position != 900 {
		t.Fatalf("%+v", v)
	}
}

func TestAChangedRowIsNamedWithThePositionWhereItDiverges(t *testing.T) {
	all := storetest.Drafts(900, 5)
	for name, c := range map[string]struct {
		sql, table string
		problem    verify.Problem
	}{
		"a state":                   {"UPDATE tools SET state = replace(state, '\"name\"', '\"mane\"') WHERE rowid = 30", "tools", verify.ProblemDiffers},
		"a column beside a state":   {"UPDATE sessions SET agent = 'x' WHERE rowid = 2", "sessions", verify.ProblemDiffers},
		"a lost row":                {"DELETE FROM messages WHERE rowid = 9", "messages", verify.ProblemMissing},
		"a row of nothing":          {"INSERT INTO usage SELECT 'x', state, 1, session, first, model, input, cache_read, cache_creation, output, reasoning, kept_1h, stated, together FROM usage LIMIT 1", "usage", verify.ProblemExtra},
		"an outcome":                {"UPDATE lanes SET state = replace(state, '\"state\":\"', '\"state\":\"x') WHERE rowid = (SELECT min(rowid) FROM lanes)", "lanes", verify.ProblemDiffers},
		"a session of another lane": {"UPDATE lane_sessions SET lane = 'X' WHERE session = (SELECT min(session) FROM lane_sessions)", "lane_sessions", verify.ProblemDiffers},
		"facts that are lost":       {"DELETE FROM packs WHERE rowid = 4", "packs", verify.ProblemMissing},
		"facts in another form":     {"UPDATE packs SET facts = CAST(replace(facts, '{\"expects\"', '{\"Expects\"') AS BLOB)", "packs", verify.ProblemUnreadable},
		"facts that are cut":        {"UPDATE packs SET facts = substr(facts, 1, 40) WHERE rowid = 4", "packs", verify.ProblemUnreadable},
	} {
		t.Run(name, func(t *testing.T) {
			log := storetest.NewLog("a", all...)
			path := filepath.Join(t.TempDir(), "run.views")
			conn, err := sqlite.OpenConn(storetest.BroughtOn(t, path, log), sqlite.OpenReadWrite)
			if err != nil {
				t.Fatal(err)
			}
			if err := sqlitex.ExecuteScript(conn, c.sql, nil); err != nil {
				t.Fatal(err)
			}
			if err := conn.Close(); err != nil {
				t.Fatal(err)
			}
			v := storetest.Verified(t, path, log)
			if !slices.ContainsFunc(v.Findings, func(f verify.Finding) bool {
				return f.Table == c.table && f.Problem == c.problem && (f.At > 0) == (c.problem != verify.ProblemExtra)
			}) {
				t.Fatalf("no finding %s of %s with its place in %+v", c.problem, c.table, v.Findings)
			}
			if (v.Diverges > 0) != (c.problem != verify.ProblemExtra) {
				t.Errorf("the first diverging position is %d", v.Diverges)
			}
		})
	}
}

// TestPathsAndLabelsAreThoseOfARebuild brings a read model on from commit to commit, and then
// changes one of its rows.
func TestPathsAndLabelsAreThoseOfARebuild(t *testing.T) {
	var commits []domain.Draft
	for n := range 40 {
		data := fmt.Sprintf(`{"commit":"%040x","paths":["a/%d.go","b.go"]}`, n, n%7)
		if n == 9 {
			data = `{"paths":"of a later version"}`
		}
		d := storetest.Said(n, domain.KindCommitObserved, data)
		d.Stream, d.Subject = domain.RepoID("example.org/r").Stream(), domain.Subject{Commit: domain.Known(domain.CommitID(fmt.Sprintf("%040x", n)))}
		if n%2 == 0 { // of an event at an odd position
			d.Sensitivity = []domain.Label{{Pointer: "/commit", Class: domain.SensitivityOperatorOnly}, {Pointer: "/paths", Class: domain.SensitivityPublic}}
		}
		commits = append(commits, d)
	}
	for name, c := range map[string]struct {
		sql, table string
		problem    verify.Problem
		at         uint64
	}{
		"as it is":                    {},
		"a lost path":                 {"DELETE FROM paths WHERE position = 21 AND path = 'b.go'", "paths", verify.ProblemMissing, 21},
		"a path of another name":      {"UPDATE paths SET path = 'c.go' WHERE position = 8 AND path = 'b.go'", "paths", verify.ProblemDiffers, 8},
		"a path of nothing":           {"INSERT INTO paths SELECT key || '0', position, 'c.go' FROM paths WHERE position = 31 LIMIT 1", "paths", verify.ProblemExtra, 31},
		"a lost commit":               {"DELETE FROM observed WHERE position = 30", "observed", verify.ProblemMissing, 30},
		"a lost label":                {"DELETE FROM labels WHERE key = (SELECT key FROM observed WHERE position = 21)", "labels", verify.ProblemMissing, 21},
		"a label of a lesser class":   {"UPDATE labels SET class = 'internal' WHERE key = (SELECT key FROM observed WHERE position = 5)", "labels", verify.ProblemDiffers, 5},
		"a label of nothing":          {"INSERT INTO labels SELECT key, stream, '', '', 'secret' FROM observed WHERE position = 8", "labels", verify.ProblemExtra, 8},
		"a commit of unreadable data": {"UPDATE observed SET changed = subject WHERE position = 10", "observed", verify.ProblemDiffers, 10},
	} {
		t.Run(name, func(t *testing.T) {
			log := storetest.NewLog("a", commits...)
			path := filepath.Join(t.TempDir(), "run.views")
			conn, err := sqlite.OpenConn(storetest.BroughtOn(t, path, log), sqlite.OpenReadWrite)
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(sqlitex.ExecuteScript(conn, c.sql, nil), conn.Close()); err != nil {
				t.Fatal(err)
			}
			v := storetest.Verified(t, path, log)
			if c.table == "" {
				if v.Total != 0 || v.Position != 40 {
					t.Fatalf("%+v", v)
				}
				return
			}
			if v.Total != 1 || v.Findings[0].Table != c.table || v.Findings[0].Problem != c.problem || v.Findings[0].At != c.at || v.Diverges != c.at {
				t.Fatalf("want %s of %s at %d: %+v", c.problem, c.table, c.at, v)
			}
		})
	}
}

// TestADigestThatDiffersNamesTheLanes compares lanes with a replay that has one more, one
// less and one that is otherwise.
func TestADigestThatDiffersNamesTheLanes(t *testing.T) {
	log := storetest.NewLog("a", storetest.Drafts(300, 5)...)
	stored, err := sqlite.OpenConn(storetest.Opened(t, log).Status().Path, sqlite.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stored.Close() }()
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
		problem  verify.Problem
	}{
		"none":      {told, "", ""},
		"one less":  {told[1:], string(told[0].Lane), verify.ProblemExtra},
		"one more":  {append(slices.Clone(told), lane.Outcome{Lane: "Z"}), "Z", verify.ProblemMissing},
		"otherwise": {append(slices.Clone(told[:2]), append([]lane.Outcome{{Lane: told[2].Lane}}, told[3:]...)...), string(told[2].Lane), verify.ProblemDiffers},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := verify.CompareStates(stored, "lanes", func(visit func(string, []byte) error) error {
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
	all := storetest.Drafts(900, 5)
	dir := t.TempDir()
	before, after := storetest.NewLog("a", all[:500]...), storetest.NewLog("a", all...)
	old, path := storetest.BroughtOn(t, filepath.Join(dir, "old.views"), before), filepath.Join(dir, "run.views")
	conn, err := sqlite.OpenConn(storetest.BroughtOn(t, path, after), sqlite.OpenReadWrite)
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
	if v := storetest.Verified(t, path, after); v.Diverges != want {
		t.Fatalf("diverges at %d, want %d: %+v", v.Diverges, want, v.Findings)
	}
}

// TestAFlippedBitIsFound flips bits of a read model. What a bit changes that is found
// nowhere changes no answer: the rows are as they were.
func TestAFlippedBitIsFound(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	log := storetest.NewLog("a", storetest.Drafts(250, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	file := storetest.BroughtOn(t, path, log)
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
		if v := storetest.Verified(t, path, log); v.Total > 0 {
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
	log := storetest.NewLog("a", storetest.Drafts(60, 5)...)
	path := filepath.Join(t.TempDir(), "run.views")
	file := storetest.BroughtOn(t, path, log)
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
		if v := storetest.Verified(t, path, log); v.Total == 0 {
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
