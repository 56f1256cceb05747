package scratch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

// writeHalf begins to write a copy of the log beside it, says so in the middle, and waits to be killed.
func writeHalf(t sqlitetest.Task) error {
	l, err := log.Open(context.Background(), t.Path, log.Options{ReadOnly: true})
	if err != nil {
		return err
	}
	half := func(yield func(domain.Event, error) bool) {
		n := 0
		for e, err := range l.Read(context.Background(), eventlog.Query{}) {
			if n++; n == t.Count {
				fmt.Println("half")
				_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
			}
			if !yield(e, err) {
				return
			}
		}
	}
	_, err = log.Write(context.Background(), t.Name, half, log.OverFile)
	return err
}

// killedCopy leaves in dir what a process leaves that was killed in the middle of a copy to name.
func killedCopy(t *testing.T, of, name string) {
	t.Helper()
	cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "write", Path: of, Name: name, Count: 5})
	if !lines.Scan() {
		t.Fatal("the process does not come to the middle")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
}

// TestWhatAKilledCopyLeftTheNextOneRemoves: whatever name the next one has, and whether it is a
// copy or a new log.
func TestWhatAKilledCopyLeftTheNextOneRemoves(t *testing.T) {
	of := sqlitetest.LogPath(t, 20)
	all := sqlitetest.ReadAll(t, sqlitetest.Open(t, of, log.Options{ReadOnly: true}))
	for says, row := range map[string]struct {
		next func(dir string) error
		want []string
	}{
		"a copy of the same name": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "first.db"), sqlitetest.Sequence(all, nil), log.OverNothing)
			return err
		}, []string{"first.db"}},
		"a copy of another name": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "second.db"), sqlitetest.Sequence(all, nil), log.OverNothing)
			return err
		}, []string{"second.db"}},
		"a copy that is refused": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "second.db"), sqlitetest.Sequence(all[1:], nil), log.OverNothing)
			if errors.Is(err, eventlog.ErrCorrupt) {
				return nil
			}
			return fmt.Errorf("error %w, want corrupt", err)
		}, []string{}},
		"a new log": {func(dir string) error {
			l, err := log.Open(t.Context(), filepath.Join(dir, "log.db"), log.Options{Create: true})
			if err == nil {
				err = l.Close()
			}
			return err
		}, []string{"log.db", "log.db-lock", "log.db-tick"}},
	} {
		t.Run(says, func(t *testing.T) {
			dir := t.TempDir()
			killedCopy(t, of, filepath.Join(dir, "first.db"))
			if left := sqlitetest.Names(t, dir); len(left) == 0 {
				t.Fatal("a killed copy leaves nothing: this test would not fail")
			}
			if err := row.next(dir); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, sqlitetest.Names(t, dir)); diff != "" {
				t.Errorf("the folder holds (-want +got)\n%s", diff)
			}
		})
	}
}

// TestCopiesAtOnceLeaveEachOtherAlone: no process removes what another is about to write, and
// each copy that gets its name is whole.
func TestCopiesAtOnceLeaveEachOtherAlone(t *testing.T) {
	all := sqlitetest.ReadAll(t, sqlitetest.Open(t, sqlitetest.LogPath(t, 40), log.Options{ReadOnly: true}))
	dir := t.TempDir()
	var writers sync.WaitGroup
	for n := range 8 {
		writers.Go(func() {
			for range 5 {
				if _, err := log.Write(t.Context(), filepath.Join(dir, fmt.Sprint("copy", n%2, ".db")), sqlitetest.Sequence(all, nil), log.OverFile); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if diff := cmp.Diff([]string{"copy0.db", "copy1.db"}, sqlitetest.Names(t, dir)); diff != "" {
		t.Errorf("the folder holds (-want +got)\n%s", diff)
	}
	for _, name := range []string{"copy0.db", "copy1.db"} {
		l := sqlitetest.Open(t, filepath.Join(dir, name), log.Options{ReadOnly: true, Still: true})
		if diff := cmp.Diff(sqlitetest.Lines(all), sqlitetest.Lines(sqlitetest.ReadAll(t, l))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// TestAFileThatIsNoLogStays: one that has the name that older versions made a log in.
func TestAFileThatIsNoLogStays(t *testing.T) {
	dir := t.TempDir()
	all := sqlitetest.ReadAll(t, sqlitetest.Open(t, sqlitetest.LogPath(t, 3), log.Options{ReadOnly: true}))
	mine := filepath.Join(dir, "copy.db-new")
	sqlitetest.File([]byte(strings.Repeat("notes of mine\n", 20)))(t, mine)
	if _, err := log.Write(t.Context(), filepath.Join(dir, "copy.db"), sqlitetest.Sequence(all, nil), log.OverNothing); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"copy.db", "copy.db-new"}, sqlitetest.Names(t, dir)); diff != "" {
		t.Errorf("the folder holds (-want +got)\n%s", diff)
	}
}
