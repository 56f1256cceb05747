package sqlite_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/sqlite/sqlitetest"

	log "github.com/clawable/claw/eventlog/sqlite"
)

const processes = 32

func TestThirtyTwoProcessesAtOnceLoseNothing(t *testing.T) {
	const each = 12
	path := sqlitetest.LogPath(t, 0)
	acknowledged := make(chan map[uint64]domain.EventID)
	for p := range processes {
		todo := sqlitetest.Task{Do: "append", Path: path, Name: fmt.Sprint("process ", p), Count: each, OneShot: p%2 == 0}
		cmd, lines := sqlitetest.Child(t, todo)
		go func() {
			positions := map[uint64]domain.EventID{}
			for lines.Scan() {
				var n int
				var position uint64
				if _, err := fmt.Sscan(lines.Text(), &n, &position); err != nil {
					t.Error(err)
				}
				positions[position] = sqlitetest.Message(todo.Name, n).ID
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
	l := sqlitetest.Open(t, path, log.Options{})
	got := map[uint64]domain.EventID{}
	for _, e := range sqlitetest.ReadAll(t, l)[1:] {
		got[e.Position.Number()] = e.ID
	}
	if diff := cmp.Diff(all, got); diff != "" {
		t.Errorf("events by position (-acknowledged +in the log)\n%s", diff)
	}
	if report := sqlitetest.Verify(t, l); report.Events != 1+processes*each {
		t.Errorf("%d events, want %d", report.Events, 1+processes*each)
	}
}

func TestThirtyTwoProcessesThatCreateTheLogMakeOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log.claw")
	ids := make(chan string)
	for p := range processes {
		cmd, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "create", Path: path, Name: fmt.Sprint(p)})
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
	l := sqlitetest.Open(t, path, log.Options{})
	if events := sqlitetest.ReadAll(t, l); len(events) != 1 || events[0].Kind != "log.opened" {
		t.Errorf("the new log holds %d events, want log.opened alone", len(events))
	}
}

func TestAFollowerSeesWhatAnotherProcessAppends(t *testing.T) {
	path := sqlitetest.LogPath(t, 3)
	l := sqlitetest.Open(t, path, log.Options{ReadOnly: true})
	head, err := l.Head(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	_, lines := sqlitetest.Child(t, sqlitetest.Task{Do: "append", Path: path, Name: "other", Count: 20})
	n := 0
	for e, err := range l.Follow(context.Background(), eventlog.Query{After: head.Position, Limit: 20}) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; e.ID != sqlitetest.Message("other", n).ID {
			t.Fatalf("position %d holds another event than the %d-th", e.Position.Number(), n)
		}
	}
	for lines.Scan() { // so that the process can end
	}
}
