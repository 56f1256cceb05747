package opencode_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/producers"
	"github.com/clawable/claw/producers/database"
	"github.com/clawable/claw/producers/opencode"
	"github.com/clawable/claw/producers/readertest"
)

const databases = fixtures + "/database"

// records is what the reader makes of a database.
func records(t testing.TB, name string) []producers.Record {
	t.Helper()
	db, err := database.Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := db.Tables()
	if err != nil || !opencode.Agent().Database.Sniff(tables) {
		t.Fatalf("not claimed: %v, error %v", tables, err)
	}
	return readertest.Gather(t, opencode.Agent().Database.Read(t.Context(), db))
}

// copyOf is a copy of the fixture that a test may change, and a connection to do so.
func copyOf(t testing.TB) (name string, conn *sqlite.Conn) {
	t.Helper()
	content, err := os.ReadFile(databases + "/opencode.db")
	if err != nil {
		t.Fatal(err)
	}
	name = filepath.Join(t.TempDir(), "opencode.db")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	conn, err = sqlite.OpenConn(name, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return name, conn
}

// run runs statements.
func run(t testing.TB, conn *sqlite.Conn, script string) {
	t.Helper()
	if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
		t.Fatalf("%s: %v", script, err)
	}
}

func TestTheDatabaseGivesItsEvents(t *testing.T) {
	readertest.GoldenRecords(t, records(t, databases+"/opencode.db"), databases+"/want/opencode.db.lines", *update)
}

// The program exported each session of the database: both give one history.
func TestTheDatabaseAgreesWithTheExports(t *testing.T) {
	exported, kept := readertest.Set{}, readertest.Set{}
	for _, content := range readertest.Files(t, databases+"/export-*.json") {
		exported.Import(t, opencode.New(), content)
	}
	kept.Add(t, records(t, databases+"/opencode.db"))
	if diff := cmp.Diff(exported, kept); diff != "" {
		t.Errorf("-exports +database:\n%s", diff)
	}
}

// TestTheStatesOfADatabaseAgree brings the database through every state that its program
// wrote, which that keeps in the table event, and reads each: none says otherwise than
// the last one, and all together say what that one says.
func TestTheStatesOfADatabaseAgree(t *testing.T) {
	last := readertest.Set{}
	last.Add(t, records(t, databases+"/opencode.db"))
	name, conn := copyOf(t)
	run(t, conn, `PRAGMA foreign_keys = OFF; CREATE TEMP TABLE final AS SELECT * FROM session;
		DELETE FROM session; DELETE FROM message; DELETE FROM part;`)
	all, grew := readertest.Set{}, 0
	for _, e := range steps(t, conn) {
		e.apply(t, conn)
		if all.Add(t, records(t, name)) > 0 {
			grew++
		}
	}
	if diff := cmp.Diff(last, all); diff != "" {
		t.Errorf("the last state, and all of them (-last +all):\n%s", diff)
	}
	if grew < 20 {
		t.Errorf("%d of the states said something new", grew)
	}
}

// step is something that the program wrote about a record.
type step struct {
	kind string
	data struct {
		Info map[string]any `json:"info"`
		Part map[string]any `json:"part"`
	}
}

func steps(t *testing.T, conn *sqlite.Conn) (all []step) {
	t.Helper()
	err := sqlitex.Execute(conn, "SELECT type, data FROM event ORDER BY id", &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
		e := step{kind: s.ColumnText(0)}
		all = append(all, e)
		return json.Unmarshal([]byte(s.ColumnText(1)), &all[len(all)-1].data)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// apply does to the tables what the program did.
func (e *step) apply(t *testing.T, conn *sqlite.Conn) {
	t.Helper()
	switch table, _, _ := strings.Cut(strings.TrimPrefix(e.kind, "message."), "."); table {
	case "session":
		run(t, conn, fmt.Sprintf(`INSERT OR IGNORE INTO session SELECT * FROM final WHERE id = '%[1]s';
			UPDATE session SET title = '%[2]s' WHERE id = '%[1]s'`, e.data.Info["id"], e.data.Info["title"]))
	case "updated":
		e.put(t, conn, "message", e.data.Info, "")
	case "part":
		e.put(t, conn, "part", e.data.Part, fmt.Sprint(e.data.Part["messageID"]))
	default:
		t.Fatalf("what is %s?", e.kind)
	}
}

// put writes a record as a row.
func (e *step) put(t *testing.T, conn *sqlite.Conn, table string, record map[string]any, message string) {
	t.Helper()
	args := []any{record["id"], record["sessionID"], ""}
	columns := "id, session_id, data, time_created, time_updated"
	values := "?, ?, ?, 0, 0"
	if message != "" {
		columns, values, args = columns+", message_id", values+", ?", append(args, message)
	}
	delete(record, "id")
	delete(record, "sessionID")
	delete(record, "messageID")
	data, err := json.Marshal(record)
	if err != nil {
		t.Fatal(err)
	}
	args[2] = string(data)
	query := "INSERT INTO " + table + " (" + columns + ") VALUES (" + values + ") ON CONFLICT (id) DO UPDATE SET data = excluded.data"
	if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args}); err != nil {
		t.Fatal(err)
	}
}

// number is the answer of a query that gives one.
func number(t testing.TB, conn *sqlite.Conn, query string) (n int64) {
	t.Helper()
	if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{ResultFunc: func(s *sqlite.Stmt) error {
		n = s.ColumnInt64(0)
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestTheDatabaseHoldsWhatIsInIt counts by SQL what the reader returned.
func TestTheDatabaseHoldsWhatIsInIt(t *testing.T) {
	name, conn := copyOf(t)
	want := readertest.Counts{}
	for what, query := range map[string]string{
		"session.created":   "SELECT count(*) FROM session",
		"turn completed":    "SELECT count(DISTINCT data->>'parentID') FROM message WHERE data->>'finish' = 'stop'",
		"responses":         "SELECT count(*) FROM message WHERE data->>'$.tokens.output' > 0",
		"tokens in":         "SELECT sum(data->>'$.tokens.input') FROM message",
		"tokens out":        "SELECT sum(data->>'$.tokens.output') FROM message",
		"message user":      "SELECT count(*) FROM part JOIN message AS m ON m.id = message_id WHERE part.data->>'type' IN ('text', 'file') AND m.data->>'role' = 'user'",
		"message assistant": "SELECT count(*) FROM part JOIN message AS m ON m.id = message_id WHERE part.data->>'type' = 'text' AND m.data->>'role' = 'assistant'",
		"images":            "SELECT count(*) FROM part WHERE data->>'mime' LIKE 'image/%'",
		"call completed":    "SELECT count(*) FROM part WHERE data->>'$.state.status' = 'completed' AND ifnull(data->>'$.state.metadata.exit', 0) = 0",
		"call failed":       "SELECT count(*) FROM part WHERE data->>'$.state.status' = 'error' OR data->>'$.state.metadata.exit' > 0",
	} {
		want.Add(what, number(t, conn, query))
	}
	if diff := cmp.Diff(want, readertest.CountRecords(t, records(t, name))); diff != "" {
		t.Errorf("-SQL +reader:\n%s", diff)
	}
}

// rowsIn counts the rows of all tables.
func rowsIn(t testing.TB, conn *sqlite.Conn) (n int64) {
	t.Helper()
	var tables []string
	err := sqlitex.Execute(conn, "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite%'", &sqlitex.ExecOptions{
		ResultFunc: func(s *sqlite.Stmt) error {
			tables = append(tables, s.ColumnText(0))
			return nil
		}})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		n += number(t, conn, "SELECT count(*) FROM "+database.Quote(table))
	}
	return n
}

// odd are the databases of other versions, and such as no version writes: what is done
// to the fixture, what is reported about the rows that are not as they should be, and how many
// events are not there then.
var odd = map[string]struct {
	script string
	says   []string
	lacks  int
}{
	"the first version with a database": {`DROP TABLE todo; DROP TABLE event; DROP TABLE session_message; DROP TABLE migration;
		DROP INDEX message_session_time_created_id_idx; DROP INDEX part_message_id_id_idx; DROP INDEX session_workspace_idx;
		ALTER TABLE session DROP COLUMN path; ALTER TABLE session DROP COLUMN agent; ALTER TABLE session DROP COLUMN model; ALTER TABLE session DROP COLUMN workspace_id;
		ALTER TABLE session DROP COLUMN cost; ALTER TABLE session DROP COLUMN metadata`, nil, 0},
	"columns and tables that nobody knows": {`ALTER TABLE session ADD COLUMN mood text DEFAULT 'good'; ALTER TABLE part ADD COLUMN at integer; ALTER TABLE message ADD COLUMN "o""dd" blob;
		CREATE TABLE "moo""d" (x); INSERT INTO "moo""d" VALUES (1), (2); CREATE VIEW seen AS SELECT * FROM session;
		CREATE VIRTUAL TABLE found USING fts5(words); CREATE TABLE bare (k PRIMARY KEY, v) WITHOUT ROWID; INSERT INTO bare VALUES (1, 2)`, nil, 0},
	"columns that are not there": {`DROP INDEX message_session_time_created_id_idx; ALTER TABLE message DROP COLUMN time_created; ALTER TABLE session DROP COLUMN revert; ALTER TABLE part DROP COLUMN time_created;
		DROP INDEX part_session_idx; DROP TABLE event; CREATE TABLE p AS SELECT id, message_id, data FROM part; DROP TABLE part; ALTER TABLE p RENAME TO part`, nil, 0},
	"data as a blob":        {`UPDATE part SET data = CAST(data AS BLOB); UPDATE message SET data = CAST(data AS BLOB)`, nil, 0},
	"data with space in it": {`UPDATE part SET data = char(10) || replace(data, '"type":', char(10) || ' "type" : ') || ' '`, nil, 0},
	"no rows":               {`DELETE FROM part; DELETE FROM message; DELETE FROM session; DELETE FROM event; DELETE FROM migration`, nil, 43},
	"rows that cannot be read": {`UPDATE part SET data = '{"type":"text"' WHERE rowid = 1; UPDATE part SET data = '[]' WHERE rowid = 3; UPDATE part SET data = '' WHERE rowid = 6;
		UPDATE session SET revert = '{' WHERE rowid = 2`,
		[]string{"part 1: not JSON", "part 3: not a JSON object", "part 6: not JSON", "session 2: not JSON: where a person went back to"}, 5},
	"a message that cannot be read": {`UPDATE message SET data = 'x' WHERE rowid = 2`, []string{"message 2: not JSON",
		"part 2: a part of a message that cannot be read", "part 3: a part of a message that cannot be read", "part 4: a part of a message that cannot be read"}, 3},
	"a value that is too long": {`UPDATE part SET data = '{"type":"text","text":"' || hex(zeroblob(40000000)) || '"}' WHERE rowid = 1`, []string{"part 1: longer than 64 MiB"}, 1},
	"a message without its session, a part without its message": {`PRAGMA foreign_keys = OFF; DELETE FROM session WHERE rowid = 1; DELETE FROM message WHERE rowid = 3`,
		[]string{"part 5: a part of a message that is not there", "part 6: a part of a message that is not there", "part 7: a part of a message that is not there"}, 5},
	"ids that are none": {`PRAGMA foreign_keys = OFF; UPDATE part SET id = NULL WHERE rowid = 2; UPDATE part SET message_id = 7 WHERE rowid = 5; UPDATE message SET session_id = x'00ff' WHERE rowid = 12`,
		[]string{"part 31: a part of a message that cannot be read", "part 32: a part of a message that cannot be read", "part 33: a part of a message that cannot be read",
			"part 5: a part of a message that is not there"}, 3},
}

// TestAnOddDatabaseIsReadAsFarAsItGoes holds as well that each row has a line.
func TestAnOddDatabaseIsReadAsFarAsItGoes(t *testing.T) {
	whole := readertest.Set{}
	whole.Add(t, records(t, databases+"/opencode.db"))
	for says, row := range odd {
		t.Run(says, func(t *testing.T) {
			name, conn := copyOf(t)
			run(t, conn, row.script)
			var said []string
			told := records(t, name)
			for _, r := range told {
				if r.Unreadable != "" || strings.HasPrefix(r.Skipped, "a part of a message that") {
					said = append(said, r.Row+": "+r.Unreadable+r.Skipped)
				}
			}
			if diff := cmp.Diff(row.says, said); diff != "" {
				t.Errorf("-want +said:\n%s", diff)
			}
			if n := rowsIn(t, conn); int64(len(told)) != n {
				t.Errorf("%d lines of %d rows", len(told), n)
			}
			odd := readertest.Set{}
			odd.Add(t, told)
			if len(whole)-len(odd) != row.lacks {
				t.Errorf("%d events are lacking, want %d", len(whole)-len(odd), row.lacks)
			}
		})
	}
}

func TestSniffTables(t *testing.T) {
	for says, tables := range map[string]database.Tables{
		"nothing":                      nil,
		"sessions and messages":        {"session": {"id", "directory"}, "message": {"id", "session_id", "data"}},
		"messages with their own text": {"session": {"id", "directory"}, "message": {"id", "session_id", "text"}, "part": {"id", "message_id", "data"}},
	} {
		if opencode.Agent().Database.Sniff(tables) {
			t.Errorf("%s: claimed", says)
		}
	}
}

// TestADamagedDatabaseIsReadAsFarAsItGoes overwrites and tears the file in places: nothing
// panics, the reading ends, what is lost is reported, and what is recorded of a record is what
// the whole records, or is about its damaged words.
func TestADamagedDatabaseIsReadAsFarAsItGoes(t *testing.T) {
	content, err := os.ReadFile(databases + "/opencode.db")
	if err != nil {
		t.Fatal(err)
	}
	whole := len(records(t, databases+"/opencode.db"))
	name := filepath.Join(t.TempDir(), "opencode.db")
	silent := 0
	for round := range 200 {
		places := rand.New(rand.NewPCG(1, uint64(round)))
		damaged := bytes.Clone(content)
		if round%4 == 0 {
			damaged = damaged[:100+places.IntN(len(damaged)-100)]
		} else {
			from := 100 + places.IntN(len(damaged)-100)
			for i := from; i < min(from+1<<places.IntN(14), len(damaged)); i++ {
				damaged[i] = byte(places.Uint32())
			}
		}
		if err := os.WriteFile(name, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		told, complained := damagedRecords(t, name)
		if told < whole && !complained {
			silent++
			t.Errorf("round %d: %d lines of %d, and no word", round, told, whole)
		}
	}
}

// damagedRecords counts the records of a database, and reports whether an error is reported.
func damagedRecords(t *testing.T, name string) (lines int, complained bool) {
	t.Helper()
	db, err := database.Open(t.Context(), name)
	if err != nil {
		return 0, true
	}
	defer db.Close()
	if tables, err := db.Tables(); err != nil || !opencode.Agent().Database.Sniff(tables) {
		return 0, true
	}
	for r, err := range opencode.Agent().Database.Read(t.Context(), db) {
		if err != nil {
			return lines, true
		}
		lines++
		complained = complained || r.Unreadable != ""
	}
	return lines, complained
}

// FuzzWithIDs holds for any data of a row: what is a record is an object on one line that
// has the ids of its columns, whatever ids the data have, and a reader accepts it.
func FuzzWithIDs(f *testing.F) {
	for _, data := range []string{`{"role":"user","time":{"created":1}}`, "{}", " {\n} ", "{", "[]", "", `{"id":"other","id":1}`, "{\"text\":\"\xff\"}", `{"type":"tool","tool":"bash"} x`} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data string) {
		record, unreadable := opencode.WithIDs(data, []byte(`{"id":"prt_1","messageID":"msg_1","sessionID":"ses_1"}`))
		if unreadable != "" {
			if record != nil {
				t.Errorf("unreadable, and yet %s", record)
			}
			return
		}
		var ids struct{ ID, MessageID, SessionID any }
		if err := json.Unmarshal(record, &ids); err != nil || ids != struct{ ID, MessageID, SessionID any }{"prt_1", "msg_1", "ses_1"} {
			t.Errorf("%s has the ids %v, error %v", record, ids, err)
		}
		if bytes.ContainsRune(record, '\n') {
			t.Errorf("%s is more than a line", record)
		}
		readertest.Any(t, opencode.New(), record)
	})
}
