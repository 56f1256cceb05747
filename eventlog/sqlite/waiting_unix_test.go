//go:build unix

package sqlite_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// held is a file whose exclusive lock another process might have and not give
// up: it was stopped.
type held struct{ file *os.File }

func hold(t testing.TB, path string) held {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	h := held{f}
	h.lock(t)
	return h
}

// lock waits for the lock in line with the others.
func (h held) lock(t testing.TB) {
	t.Helper()
	if err := unix.Flock(int(h.file.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
}

func (h held) release(t testing.TB) {
	t.Helper()
	if err := unix.Flock(int(h.file.Fd()), unix.LOCK_UN); err != nil {
		t.Fatal(err)
	}
}

func TestALogThatAnotherProcessScansForEverIsBusy(t *testing.T) {
	path := sqlitetest.LogPath(t, 1)
	other := hold(t, path+"-tick")
	for name, o := range map[string]log.Options{"to write": {Deadline: 1}, "to read": {Deadline: 1, ReadOnly: true}} {
		_, err := log.Open(context.Background(), path, o)
		if sqlitetest.Describe(err) != "busy unavailable" {
			t.Errorf("%s: error %v, want busy", name, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		_, err := log.Open(ctx, path, log.Options{Deadline: time.Hour})
		ended <- err
	}()
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	other.release(t)
	if events := sqlitetest.ReadAll(t, sqlitetest.Open(t, path, log.Options{})); len(events) != 2 {
		t.Errorf("%d events, want 2", len(events))
	}
}

func TestALogThatAnotherProcessCreatesForEverIsBusy(t *testing.T) {
	path := t.TempDir() + "/log.claw"
	hold(t, path+"-lock")
	if _, err := log.Open(context.Background(), path, log.Options{Create: true, Deadline: 1}); sqlitetest.Describe(err) != "busy unavailable" {
		t.Errorf("error %v, want busy", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := log.Open(ctx, path, log.Options{Create: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

// A turn that comes too late for the append that waited for it is of no use to
// the process: if it kept it, no other process could write until it appends again.
func TestAnIdleWriterKeepsNoTurn(t *testing.T) {
	for name, idle := range map[string]func(l *log.Log, d domain.Draft) error{
		"after an append that was too late": func(l *log.Log, d domain.Draft) error {
			_, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
			if sqlitetest.Describe(err) == "busy unavailable" {
				return nil
			}
			return err
		},
		"after it looked whether it could tidy up": func(l *log.Log, _ domain.Draft) error {
			l.Settle()
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 1)
			other := hold(t, path+"-lock")
			l := sqlitetest.Open(t, path, log.Options{Deadline: 1})
			if err := idle(l, sqlitetest.Message("late", 1)); err != nil {
				t.Fatal(err)
			}
			for range 3 {
				other.release(t)
				other.lock(t) // behind the one that waits, if it does
			}
			other.release(t)
			sqlitetest.Fill(t, sqlitetest.Open(t, path, log.Options{}), 2)
			sqlitetest.Fill(t, sqlitetest.Open(t, path, log.Options{}), 3)
		})
	}
}

func TestAWriterThatWaitedInVainWritesLater(t *testing.T) {
	path := sqlitetest.LogPath(t, 1)
	other := hold(t, path+"-lock")
	l := sqlitetest.Open(t, path, log.Options{Deadline: time.Millisecond})
	for n := range 3 {
		d := sqlitetest.Message("late", n+1)
		if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); sqlitetest.Describe(err) != "busy unavailable" {
			t.Fatalf("error %v, want busy", err)
		}
	}
	other.release(t)
	other.lock(t)
	other.release(t)
	for n := range 4 { // nothing is in the way; only the machine may be slow
		d, err := sqlitetest.Message("filled", n+1), error(nil)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); {
			if _, err = l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); sqlitetest.Describe(err) != "busy unavailable" {
				break
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if events := sqlitetest.ReadAll(t, l); len(events) != 5 {
		t.Errorf("%d events, want 5", len(events))
	}
}
