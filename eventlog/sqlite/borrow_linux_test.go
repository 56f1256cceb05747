package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// TestWhoReadsAndAppendsInTurnHasOneConnection counts how often a log's file is open: once,
// until a reader comes while an append is under way, and does not wait for it.
func TestWhoReadsAndAppendsInTurnHasOneConnection(t *testing.T) {
	path := sqlitetest.LogPath(t, 3)
	l := sqlitetest.Open(t, path, log.Options{})
	first := sqlitetest.ReadAll(t, l)[0]
	for n := range 2 {
		d := sqlitetest.Message("in turn", n+1)
		if _, err := l.Append(t.Context(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
		sqlitetest.ReadAll(t, l)
		if _, err := l.Get(t.Context(), first.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := connections(t, path); got != 1 {
		t.Errorf("%d connections of one that reads and appends in turn", got)
	}
	if err := l.WhileWriting(func() { sqlitetest.ReadAll(t, l) }); err != nil {
		t.Fatal(err)
	}
	if got := connections(t, path); got != 2 {
		t.Errorf("%d connections of a reader beside a writer", got)
	}
}

func connections(t *testing.T, path string) (n int) {
	t.Helper()
	for _, file := range openWithin(t, filepath.Dir(path)) {
		if file == path {
			n++
		}
	}
	return n
}

// TestAppendsDoNotWaitForAnInspection has an inspection that takes long read with a separate connection.
func TestAppendsDoNotWaitForAnInspection(t *testing.T) {
	path := sqlitetest.LogPath(t, 3)
	l := sqlitetest.Open(t, path, log.Options{})
	if err := l.Inspect(t.Context(), func(d eventlog.Damage) { t.Error(d) }); err != nil {
		t.Fatal(err)
	}
	if got := connections(t, path); got != 2 {
		t.Errorf("%d connections of one that is inspected", got)
	}
}
