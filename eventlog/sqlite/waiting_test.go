package sqlite_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

func TestOtherWritersAreWaitedForUntilTheDeadline(t *testing.T) {
	path := sqlitetest.LogPath(t, 1)
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	l := sqlitetest.Open(t, path, log.Options{Deadline: 1})
	d := sqlitetest.Message("late", 1)
	if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); sqlitetest.Describe(err) != "busy unavailable" {
		t.Errorf("error %v, want busy", err)
	}
	if events := sqlitetest.ReadAll(t, l); len(events) != 2 {
		t.Errorf("%d events, want 2", len(events))
	}
	if err := sqlitex.ExecuteTransient(conn, "ROLLBACK", nil); err != nil {
		t.Fatal(err)
	}
	sqlitetest.Fill(t, l, 2)
}

func TestAnAppendThatWaitsForItsTurnEndsWithItsContext(t *testing.T) {
	path := sqlitetest.LogPath(t, 1)
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	l := sqlitetest.Open(t, path, log.Options{Deadline: time.Minute})
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	d := sqlitetest.Message("late", 1)
	go func() {
		_, err := l.Append(ctx, d.Stream, eventlog.Any, []domain.Draft{d})
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	if err := sqlitex.ExecuteTransient(conn, "ROLLBACK", nil); err != nil {
		t.Fatal(err)
	}
	sqlitetest.Fill(t, l, 3)
	if _, err := l.Get(context.Background(), d.ID); !errors.Is(err, eventlog.ErrNotFound) {
		t.Errorf("the append that was given up: %v, want not found", err)
	}
}
