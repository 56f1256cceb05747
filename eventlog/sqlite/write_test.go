package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/seal"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"
)

func TestACopyIsWholeWhileEightProcessesWrite(t *testing.T) {
	path := sqlitetest.LogPath(t, 10)
	for p := range 8 {
		_, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: fmt.Sprint("p", p), OneShot: p%2 == 0})
		if !lines.Scan() {
			t.Fatal("a process appends nothing")
		}
		go func() {
			for lines.Scan() {
			}
		}()
	}
	l := sqlitetest.Open(t, path, log.Options{})
	for n := range 5 {
		head, err := l.Head(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "copy.db")
		report, err := log.Write(t.Context(), to, l.Read(t.Context(), eventlog.Query{Until: head.Position}), log.OverNothing)
		if err != nil {
			t.Fatal(err)
		}
		var tree eventlog.Tree
		for e, err := range l.Read(t.Context(), eventlog.Query{Until: head.Position}) {
			if err != nil {
				t.Fatal(err)
			}
			tree.Add(seal.Leaf(&e))
		}
		if report.Head != head.Position || report.LogID != head.ID || report.Root != tree.Root() {
			t.Errorf("copy %d: %+v, want that of the log up to %d", n, report, head.Position.Number())
		}
	}
}

func TestAWrittenLogIsWhatItWasMadeOf(t *testing.T) {
	path := sqlitetest.LogPath(t, 30)
	l := sqlitetest.Open(t, path, log.Options{})
	plantSession(t, l, "gone", 10)
	if err := eraseSession(l, "gone", func() {}); err != nil {
		t.Fatal(err)
	}
	want := sqlitetest.ReadAll(t, l)
	to := filepath.Join(t.TempDir(), "copy.db")
	if _, err := log.Write(t.Context(), to, sqlitetest.Sequence(want, nil), log.OverNothing); err != nil {
		t.Fatal(err)
	}
	again := sqlitetest.Open(t, to, log.Options{})
	if diff := cmp.Diff(sqlitetest.Lines(want), sqlitetest.Lines(sqlitetest.ReadAll(t, again))); diff != "" {
		t.Errorf("-made of +read:\n%s", diff)
	}
	sqlitetest.Fill(t, again, 31) // it can still be appended to
	sqlitetest.Verify(t, again)
}

func TestWhatIsNoWholeLogLeavesNothing(t *testing.T) {
	l := sqlitetest.Open(t, sqlitetest.LogPath(t, 20), log.Options{})
	all := sqlitetest.ReadAll(t, l)
	broken := errors.New("the tape is torn")
	for says, row := range map[string]struct {
		events  []domain.Event
		err     error
		is      error
		changed func(*domain.Event)
	}{
		"no event":             {is: eventlog.ErrCorrupt},
		"no beginning":         {events: all[1:], is: eventlog.ErrCorrupt},
		"a hole":               {events: slices.Delete(slices.Clone(all), 5, 6), is: eventlog.ErrCorrupt},
		"another order":        {events: append(slices.Clone(all[:1]), all[2], all[1]), is: eventlog.ErrCorrupt},
		"an event twice":       {events: append(slices.Clone(all), all[3]), is: eventlog.ErrCorrupt},
		"an end with an error": {events: all, err: broken, is: broken},
		"other data":           {events: all, is: eventlog.ErrCorrupt, changed: func(e *domain.Event) { e.Data = []byte(`{"role":"user","text":"x"}`) }},
		"another revision":     {events: all, is: eventlog.ErrCorrupt, changed: func(e *domain.Event) { e.Revision++ }},
		"an earlier time":      {events: all, is: eventlog.ErrCorrupt, changed: func(e *domain.Event) { e.RecordedAt = e.RecordedAt.AddDate(-1, 0, 0) }},
	} {
		t.Run(says, func(t *testing.T) {
			events := slices.Clone(row.events)
			if row.changed != nil {
				row.changed(&events[7])
			}
			dir := t.TempDir()
			for _, over := range []log.Overwrite{log.OverNothing, log.OverEmpty, log.OverFile} {
				_, err := log.Write(t.Context(), filepath.Join(dir, "log.db"), sqlitetest.Sequence(events, row.err), over)
				if !errors.Is(err, row.is) {
					t.Errorf("error %v, want %v", err, row.is)
				}
			}
			if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

func TestALogThatOthersHaveOpenIsNotReplaced(t *testing.T) {
	path := sqlitetest.LogPath(t, 0)
	events := sqlitetest.ReadAll(t, sqlitetest.Open(t, sqlitetest.LogPath(t, 5), log.Options{}))
	l := sqlitetest.Open(t, path, log.Options{})
	if _, err := log.Write(t.Context(), path, sqlitetest.Sequence(events, nil), log.OverEmpty); !errors.Is(err, eventlog.ErrConflict) {
		t.Errorf("while it is open: %v, want a conflict", err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := log.Write(t.Context(), path, sqlitetest.Sequence(events, nil), log.OverEmpty); err != nil {
		t.Fatal(err)
	}
	if got := sqlitetest.ReadAll(t, sqlitetest.Open(t, path, log.Options{})); len(got) != len(events) {
		t.Errorf("%d events, want %d", len(got), len(events))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := log.Write(ctx, filepath.Join(t.TempDir(), "x.db"), sqlitetest.Sequence(events, nil), log.OverNothing); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
