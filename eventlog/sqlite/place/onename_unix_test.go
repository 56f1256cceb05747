//go:build unix

package place_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// leftOpen appends by a process that is killed: its events are in the log and beside it.
func leftOpen(t *testing.T, path string, events int) {
	t.Helper()
	cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: "left", Count: events, Hold: true})
	for range events {
		if !lines.Scan() {
			t.Fatal("the process does not append")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		t.Fatalf("nothing is left beside the log: %v", err)
	}
}

// TestALogWithASecondNameIsRefused: by the second name the events beside the first are not seen.
func TestALogWithASecondNameIsRefused(t *testing.T) {
	for says, row := range map[string]struct{ folder, first, second, hint string }{
		"in its folder":     {"", "remove the other names, not this one", "use it by the name ", "other.db"},
		"in another folder": {"sub", "find FOLDER -samefile ", "find FOLDER -samefile ", "in other folders"},
	} {
		t.Run(says, func(t *testing.T) {
			path := sqlitetest.LogPath(t, 3)
			leftOpen(t, path, 5)
			dir := filepath.Join(filepath.Dir(path), row.folder)
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			other := filepath.Join(dir, "other.db")
			if err := os.Link(path, other); err != nil {
				t.Fatal(err)
			}
			for _, o := range []log.Options{{}, {ReadOnly: true}} {
				_, err := log.Open(t.Context(), path, o)
				sqlitetest.WantError(t, err, domain.ErrPolicy, row.hint, row.first)
				_, err = log.Open(t.Context(), other, o)
				sqlitetest.WantError(t, err, domain.ErrPolicy, "2 names (hard links)", row.second)
			}
			for _, name := range sqlitetest.Names(t, dir) {
				if strings.HasPrefix(name, "other.db-") {
					t.Errorf("%s was put beside the second name", name)
				}
			}
			if err := os.Remove(other); err != nil {
				t.Fatal(err)
			}
			if got := sqlitetest.ReadAll(t, sqlitetest.Open(t, path, log.Options{})); len(got) != 9 {
				t.Errorf("%d events after all, want 9", len(got))
			}
		})
	}
}

// TestABackupMayHaveManyNames: nothing is beside any of them.
func TestABackupMayHaveManyNames(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "first.db"), filepath.Join(dir, "second.db")
	all := sqlitetest.ReadAll(t, sqlitetest.Open(t, sqlitetest.LogPath(t, 3), log.Options{ReadOnly: true}))
	if _, err := log.Write(t.Context(), first, sqlitetest.Sequence(all, nil), log.OverNothing); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(first, second); err != nil {
		t.Fatal(err)
	}
	if got := sqlitetest.ReadAll(t, sqlitetest.Open(t, second, log.Options{ReadOnly: true, Still: true})); len(got) != len(all) {
		t.Errorf("%d events, want %d", len(got), len(all))
	}
	sqlitetest.File(nil)(t, first+"-tick") // the first is in use
	_, err := log.Open(t.Context(), second, log.Options{ReadOnly: true, Still: true})
	sqlitetest.WantError(t, err, domain.ErrPolicy, "first.db", "use it by the name "+first)
}

// appended appends the n-th event of a session.
func appended(l eventlog.Log, n int) error {
	d := sqlitetest.Message("moved", n)
	_, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d})
	return err
}

// TestALogThatIsMovedWhileItIsOpenLosesNothing: it takes no more events by its old name, and all
// that it acknowledged are in the file.
func TestALogThatIsMovedWhileItIsOpenLosesNothing(t *testing.T) {
	path := sqlitetest.LogPath(t, 0)
	l := sqlitetest.Open(t, path, log.Options{})
	for n := range 3 {
		if err := appended(l, n+1); err != nil {
			t.Fatal(err)
		}
	}
	moved := filepath.Join(t.TempDir(), "moved.db")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	err := appended(l, 4)
	sqlitetest.WantError(t, err, domain.ErrFilesystem, "it is not there any more", path+"-wal")
	if !errors.Is(err, eventlog.ErrReadOnly) {
		t.Errorf("error %v, want read-only: nothing was written", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	again := sqlitetest.Open(t, moved, log.Options{})
	if got := sqlitetest.ReadAll(t, again); len(got) != 4 {
		t.Errorf("the moved log holds %d events, want 4", len(got))
	}
	sqlitetest.Verify(t, again)
}

// TestALogThatIsReplacedWhileItIsOpen: neither of the two gets what belongs to the other.
func TestALogThatIsReplacedWhileItIsOpen(t *testing.T) {
	path, other := sqlitetest.LogPath(t, 2), sqlitetest.LogPath(t, 7)
	l := sqlitetest.Open(t, path, log.Options{})
	if err := appended(l, 1); err != nil {
		t.Fatal(err)
	}
	former := path + ".former"
	if err := errors.Join(os.Rename(path, former), os.Rename(other, path)); err != nil {
		t.Fatal(err)
	}
	sqlitetest.WantError(t, appended(l, 2), domain.ErrFilesystem, "another file is in its place", path+"-wal")
	_, err := log.Open(t.Context(), path, log.Options{})
	sqlitetest.WantError(t, err, domain.ErrUnavailable, "replaced by another file", "end the programs")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{path: 8, former: 4} {
		again := sqlitetest.Open(t, name, log.Options{})
		if got := sqlitetest.ReadAll(t, again); len(got) != want {
			t.Errorf("%s holds %d events, want %d", filepath.Base(name), len(got), want)
		}
		sqlitetest.Verify(t, again)
	}
}

// TestALogThatOthersHaveOpenByAnotherName: what they append is beside that name.
func TestALogThatOthersHaveOpenByAnotherName(t *testing.T) {
	path := sqlitetest.LogPath(t, 0)
	cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: "held", Count: 3, Hold: true})
	for range 3 {
		if !lines.Scan() {
			t.Fatal("the process does not append")
		}
	}
	moved := filepath.Join(t.TempDir(), "moved.db")
	if err := os.Rename(path, moved); err != nil {
		t.Fatal(err)
	}
	_, err := log.Open(t.Context(), moved, log.Options{})
	sqlitetest.WantError(t, err, domain.ErrUnavailable, "has this file open by another name", "end that program")
	var e *domain.Error
	if errors.As(err, &e) && e.Detail["pid"] != cmd.Process.Pid {
		t.Errorf("it names process %v, want %d", e.Detail["pid"], cmd.Process.Pid)
	}
	if err := os.Rename(moved, path); err != nil {
		t.Fatal(err)
	}
	got := sqlitetest.ReadAll(t, sqlitetest.Open(t, path, log.Options{}))
	if !slices.ContainsFunc(got, func(e domain.Event) bool { return e.Position.Number() == 4 }) {
		t.Errorf("put back, it holds %d events, want 4", len(got))
	}
}
