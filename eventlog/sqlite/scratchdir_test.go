package sqlite_test

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
	log "github.com/clawable/claw/eventlog/sqlite"
)

// writeHalf begins to write a copy of the log beside it, says so in the middle, and waits to be killed.
func writeHalf(t task) error {
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
	cmd, lines := child(t, task{Do: "write", Path: of, Name: name, Count: 5})
	if !lines.Scan() {
		t.Fatal("the process does not come to the middle")
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // killed
}

// names lists a folder.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := []string{}
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// TestWhatAKilledCopyLeftTheNextOneRemoves: whatever name the next one has, and whether it is a
// copy or a new log.
func TestWhatAKilledCopyLeftTheNextOneRemoves(t *testing.T) {
	of := logPath(t, 20)
	all := readAll(t, open(t, of, log.Options{ReadOnly: true}))
	for says, row := range map[string]struct {
		next func(dir string) error
		want []string
	}{
		"a copy of the same name": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "first.db"), sequence(all, nil), log.OverNothing)
			return err
		}, []string{"first.db"}},
		"a copy of another name": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "second.db"), sequence(all, nil), log.OverNothing)
			return err
		}, []string{"second.db"}},
		"a copy that is refused": {func(dir string) error {
			_, err := log.Write(t.Context(), filepath.Join(dir, "second.db"), sequence(all[1:], nil), log.OverNothing)
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
			if left := names(t, dir); len(left) == 0 {
				t.Fatal("a killed copy leaves nothing: this test would not fail")
			}
			if err := row.next(dir); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want, names(t, dir)); diff != "" {
				t.Errorf("the folder holds (-want +got)\n%s", diff)
			}
		})
	}
}

// TestCopiesAtOnceLeaveEachOtherAlone: what a process is about to write nobody else removes, and
// each copy that gets its name is whole.
func TestCopiesAtOnceLeaveEachOtherAlone(t *testing.T) {
	all := readAll(t, open(t, logPath(t, 40), log.Options{ReadOnly: true}))
	dir := t.TempDir()
	var writers sync.WaitGroup
	for n := range 8 {
		writers.Go(func() {
			for range 5 {
				if _, err := log.Write(t.Context(), filepath.Join(dir, fmt.Sprint("copy", n%2, ".db")), sequence(all, nil), log.OverFile); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	if diff := cmp.Diff([]string{"copy0.db", "copy1.db"}, names(t, dir)); diff != "" {
		t.Errorf("the folder holds (-want +got)\n%s", diff)
	}
	for _, name := range []string{"copy0.db", "copy1.db"} {
		l := open(t, filepath.Join(dir, name), log.Options{ReadOnly: true, Still: true})
		if diff := cmp.Diff(lines(all), lines(readAll(t, l))); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
	}
}

// TestAFileThatIsNoLogStays: one that has the name that older versions made a log in.
func TestAFileThatIsNoLogStays(t *testing.T) {
	dir := t.TempDir()
	all := readAll(t, open(t, logPath(t, 3), log.Options{ReadOnly: true}))
	mine := filepath.Join(dir, "copy.db-new")
	file([]byte(strings.Repeat("notes of mine\n", 20)))(t, mine)
	if _, err := log.Write(t.Context(), filepath.Join(dir, "copy.db"), sequence(all, nil), log.OverNothing); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"copy.db", "copy.db-new"}, names(t, dir)); diff != "" {
		t.Errorf("the folder holds (-want +got)\n%s", diff)
	}
}
