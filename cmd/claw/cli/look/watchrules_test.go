package lookcmd_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/cmd/claw/cli/clitest"
	"github.com/clawable/claw/projections"
)

// editCursor runs statements on the only cursor of a world.
func editCursor(t *testing.T, w *clitest.World, statements ...string) {
	t.Helper()
	var file string
	err := filepath.WalkDir(w.Path("home"), func(name string, _ os.DirEntry, err error) error {
		if filepath.Base(name) == "bot.db" {
			file = name
		}
		return err
	})
	if err != nil || file == "" {
		t.Fatalf("no cursor: %v", err)
	}
	conn, err := sqlite.OpenConn(file, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	for _, s := range statements {
		if err := sqlitex.Execute(conn, s, nil); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// TestOtherRulesAreNoNews lets a consumer that received outcomes of older rules watch again: those
// outcomes are replaced in one line, and later ones are reported.
func TestOtherRulesAreNoNews(t *testing.T) {
	const (
		failed   = `{"kind":"lane.failed","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z6R","data":{"failure_class":"test"}}`
		finished = `{"kind":"lane.finished","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z7R","data":{}}`
		canceled = `{"kind":"lane.canceled","stream":"lane-01KT1GW6G0FXE8CX6BVXYZ3Z8R","data":{}}`
	)
	// What a cursor holds that was written before rules had a version, or by version 3 of them.
	const other = `UPDATE told SET fingerprint = randomblob(32)`
	for name, c := range map[string]struct {
		edits  []string
		filter []string
		want   []string // parts of the lines
	}{
		"a cursor from before":   {[]string{other, `DELETE FROM meta WHERE name = 'rules'`}, nil, []string{`{"kind":"rule_changed","schema_version":1,"seq":3,"to":`, `"outcome":"canceled"`}},
		"of older rules":         {[]string{other, `UPDATE meta SET value = 3 WHERE name = 'rules'`}, nil, []string{`"seq":3,"from":3,"to":`, `"outcome":"canceled"`}},
		"nothing is other":       {[]string{`UPDATE meta SET value = 3 WHERE name = 'rules'`}, nil, []string{`"outcome":"canceled"`}},
		"an outcome is new":      {[]string{`DELETE FROM told`, `UPDATE meta SET value = 3 WHERE name = 'rules'`}, nil, []string{`"lanes":2`, `"outcome":"canceled"`}},
		"the selection is other": {[]string{`DELETE FROM told WHERE lane LIKE '%7R'`, `UPDATE told SET fingerprint = randomblob(32)`, `UPDATE meta SET value = 3 WHERE name = 'rules'`}, []string{"--state", "ended"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := clitest.Empty(t)
			w.Must("init")
			w.File("a.jsonl", failed+"\n"+finished+"\n")
			w.File("b.jsonl", canceled+"\n")
			w.Must("log", "append", w.Path("a.jsonl"))
			if told := w.Must("watch", "--once", "--json", "--name", "bot", "--from", "start").Out; strings.Count(told, "\n") != 2 || strings.Contains(told, "rule_changed") {
				t.Fatalf("a new cursor is told %s", told)
			}
			w.Must("log", "append", w.Path("b.jsonl"))
			editCursor(t, w, c.edits...)
			args, want := []string{"watch", "--once", "--json", "--name", "bot"}, c.want
			if c.filter != nil { // of what was left out, only what was never reported is reported
				args, want = append(args, c.filter...), []string{`"lanes":1`, `"outcome":"finished_unverified"`, `"outcome":"canceled"`}
			}
			lines := strings.Split(strings.TrimSuffix(w.Must(args...).Out, "\n"), "\n")
			if len(lines) != len(want) {
				t.Fatalf("%d lines, want %d:\n%s", len(lines), len(want), strings.Join(lines, "\n"))
			}
			for i := range want {
				if !strings.Contains(lines[i], want[i]) {
					t.Errorf("line %d is %s, want one with %s", i, lines[i], want[i])
				}
			}
			if again := w.Must(args...).Out; again != "" {
				t.Errorf("it is told again: %s", again)
			}
		})
	}
	if projections.LanesVersion <= 3 {
		t.Error("the older rules are not older")
	}
}
