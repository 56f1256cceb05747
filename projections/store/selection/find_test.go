package selection_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// keyed is a table of keys in memory, which notes how its rows are found.
type keyed struct {
	selection.Reader
	conn  *sqlite.Conn
	plans []string
}

// Read implements [selection.Reader].
func (k *keyed) Read(query string, args []any, row func(*sqlite.Stmt) error) error {
	err := sqlitex.Execute(k.conn, "EXPLAIN QUERY PLAN "+query, &sqlitex.ExecOptions{Args: args, ResultFunc: func(stmt *sqlite.Stmt) error {
		k.plans = append(k.plans, stmt.ColumnText(3))
		return nil
	}})
	if err != nil {
		return err
	}
	return sqlitex.Execute(k.conn, query, &sqlitex.ExecOptions{Args: args, ResultFunc: row})
}

func tableOf(t *testing.T, table string, keys ...string) *keyed {
	t.Helper()
	conn, err := sqlite.OpenConn(":memory:")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := sqlitex.ExecuteTransient(conn, "CREATE TABLE "+table+" (key TEXT PRIMARY KEY)", nil); err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if err := sqlitex.Execute(conn, "INSERT INTO "+table+" VALUES (?)", &sqlitex.ExecOptions{Args: []any{key}}); err != nil {
			t.Fatal(err)
		}
	}
	return &keyed{conn: conn}
}

// TestFindTakesWhatAPersonTyped finds rows by abbreviations of their keys.
func TestFindTakesWhatAPersonTyped(t *testing.T) {
	lanes := tableOf(t, "lanes", "01AB", "01AC", "01AC7", "0000000000XYZ", "claude-code/5b6f", "codex/5b7a", "codex/Ä\U0010FFFF")
	for _, c := range []struct {
		says, typed string
		want        string
		kind        domain.ErrorKind
		candidates  []string
	}{
		{says: "a whole key", typed: "01AB", want: "01AB"},
		{says: "a whole key with which another begins", typed: "01AC", want: "01AC"},
		{says: "a beginning of one", typed: "01AC7", want: "01AC7"},
		{says: "a beginning of several", typed: "01A", kind: domain.ErrUsage, candidates: []string{"01AB", "01AC", "01AC7"}},
		{says: "a derived id without its zeros", typed: "XY", want: "0000000000XYZ"},
		{says: "zeros and more", typed: "0000000000X", want: "0000000000XYZ"},
		{says: "a beginning after the slash where that means nothing", typed: "5b6", kind: domain.ErrNotFound},
		{says: "the last character of all", typed: "codex/Ä", want: "codex/Ä\U0010FFFF"},
		{says: "wildcards, which are none", typed: "01%", kind: domain.ErrNotFound},
		{says: "what no key begins with", typed: "9", kind: domain.ErrNotFound},
		{says: "nothing", typed: "", kind: domain.ErrNotFound},
	} {
		got, err := selection.Find(lanes, "lanes", "lane", c.typed)
		var typed *domain.Error
		_ = errors.As(err, &typed)
		var candidates []string
		if typed != nil && typed.Detail != nil {
			candidates, _ = typed.Detail["candidates"].([]string)
		}
		if got != c.want || domain.KindOf(err) != c.kind || (err != nil && typed == nil) {
			t.Errorf("%s: %q %v", c.says, got, err)
		}
		if diff := cmp.Diff(c.candidates, candidates); diff != "" {
			t.Errorf("%s: (-want +candidates)\n%s", c.says, diff)
		}
	}
}

// TestFindReadsNoOtherRows finds a row by its key without a scan of the table, which has a row a lane or
// session.
func TestFindReadsNoOtherRows(t *testing.T) {
	for table, find := range map[string]func(selection.Reader) (string, error){
		"lanes":    func(s selection.Reader) (string, error) { return selection.Find(s, "lanes", "lane", "01AB") },
		"sessions": func(s selection.Reader) (string, error) { return selection.FindSession(s, "01AB") },
	} {
		rows := tableOf(t, table, "01AB", "01AC")
		if _, err := find(rows); err != nil {
			t.Fatal(err)
		}
		scans := func(step string) bool { return strings.HasPrefix(step, "SCAN") }
		if len(rows.plans) == 0 || slices.ContainsFunc(rows.plans, scans) {
			t.Errorf("%s: %q", table, rows.plans)
		}
	}
}
