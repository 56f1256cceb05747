package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	log "github.com/clawable/claw/eventlog/sqlite"
)

const processes = 32

// open opens a log that is closed with the test.
func open(t testing.TB, path string, o log.Options) *log.Log {
	t.Helper()
	l, err := log.Open(context.Background(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

// logPath is the path of a new log that is closed.
func logPath(t testing.TB, events int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log.claw")
	l, err := log.Open(context.Background(), path, log.Options{Create: true, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	fillLog(t, l, events)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func fillLog(t testing.TB, l eventlog.Log, events int) {
	t.Helper()
	for n := 1; n <= events; n++ {
		d := message("filled", n)
		if _, err := l.Append(context.Background(), d.Stream, eventlog.Any, []domain.Draft{d}); err != nil {
			t.Fatal(err)
		}
	}
}

// readAll reads the whole log, which must be sound.
func readAll(t testing.TB, l eventlog.Log) (events []domain.Event) {
	t.Helper()
	for e, err := range l.Read(context.Background(), eventlog.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, e)
	}
	return events
}

// verify fails t unless all of the log verifies.
func verify(t testing.TB, l eventlog.Log) *eventlog.VerifyReport {
	t.Helper()
	report, err := eventlog.Verify(context.Background(), l)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Damage) > 0 {
		t.Fatalf("the log is damaged: %+v", report.Damage)
	}
	return report
}

func TestThirtyTwoProcessesAtOnceLoseNothing(t *testing.T) {
	const each = 12
	path := logPath(t, 0)
	acknowledged := make(chan map[uint64]domain.EventID)
	for p := range processes {
		todo := task{Do: "append", Path: path, Name: fmt.Sprint("process ", p), Count: each, OneShot: p%2 == 0}
		cmd, lines := child(t, todo)
		go func() {
			positions := map[uint64]domain.EventID{}
			for lines.Scan() {
				var n int
				var position uint64
				if _, err := fmt.Sscan(lines.Text(), &n, &position); err != nil {
					t.Error(err)
				}
				positions[position] = message(todo.Name, n).ID
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("%s: %v", todo.Name, err)
			}
			acknowledged <- positions
		}()
	}
	all := map[uint64]domain.EventID{}
	for range processes {
		for position, id := range <-acknowledged {
			all[position] = id
		}
	}
	l := open(t, path, log.Options{})
	got := map[uint64]domain.EventID{}
	for _, e := range readAll(t, l)[1:] {
		got[e.Position.Number()] = e.ID
	}
	if diff := cmp.Diff(all, got); diff != "" {
		t.Errorf("events by position (-acknowledged +in the log)\n%s", diff)
	}
	if report := verify(t, l); report.Events != 1+processes*each {
		t.Errorf("%d events, want %d", report.Events, 1+processes*each)
	}
}

func TestThirtyTwoProcessesThatCreateTheLogMakeOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.claw")
	ids := make(chan string)
	for p := range processes {
		cmd, lines := child(t, task{Do: "create", Path: path, Name: fmt.Sprint(p)})
		go func() {
			lines.Scan()
			id := lines.Text()
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			ids <- id
		}()
	}
	seen := map[string]int{}
	for range processes {
		seen[<-ids]++
	}
	if len(seen) != 1 {
		t.Errorf("processes saw different logs: %v", seen)
	}
	l := open(t, path, log.Options{})
	if events := readAll(t, l); len(events) != 1 || events[0].Kind != "log.opened" {
		t.Errorf("the new log holds %d events, want log.opened alone", len(events))
	}
}

func TestAFollowerSeesWhatAnotherProcessAppends(t *testing.T) {
	path := logPath(t, 3)
	l := open(t, path, log.Options{ReadOnly: true})
	head, err := l.Head(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_, lines := child(t, task{Do: "append", Path: path, Name: "other", Count: 20})
	n := 0
	for e, err := range l.Follow(context.Background(), eventlog.Query{After: head.Position, Limit: 20}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; e.ID != message("other", n).ID {
			t.Fatalf("position %d holds another event than the %d-th", e.Position.Number(), n)
		}
	}
	for lines.Scan() { // so that the process can end
	}
}
