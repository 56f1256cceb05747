package gitrepo_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/domain/lane"
	"github.com/clawable/claw/domain/lane/world"
)

// says has a supervisor record an event for the lane.
func (b *book) says(n byte, at domain.LaneID, worktree string, causes []domain.EventID, p domain.Payload) domain.EventID {
	b.t.Helper()
	data, err := json.Marshal(p)
	if err != nil {
		b.t.Fatal(err)
	}
	stream, err := at.Stream()
	if err != nil {
		b.t.Fatal(err)
	}
	d := domain.Draft{Version: 1, Kind: p.Kind(), Stream: stream, Emitter: "supervisor", Epoch: boot, Correlation: "run", Causes: causes,
		Subject: domain.Subject{Lane: domain.Known(at), Worktree: domain.Known(domain.Path(worktree))},
		Source:  domain.Source{Kind: domain.SourceLive, Trust: domain.TrustHigh}, Seq: uint64(n), SeqKind: domain.SeqCount, Data: data}
	d.ID = domain.EventID(domain.Derive(time.Time{}, "says", string(rune('a'+n))))
	if _, err := b.log.Append(b.t.Context(), stream, anyRevision, []domain.Draft{d}); err != nil {
		b.t.Fatal(err)
	}
	return d.ID
}

var boot = domain.Epoch(domain.Derive(time.Time{}, "epoch"))

// world is all that the outcome rule reads of the log.
func (b *book) world() *world.World {
	b.t.Helper()
	w := world.New(lane.Options{})
	for e, err := range b.log.Read(b.t.Context(), queryAll) {
		if err != nil {
			b.t.Fatal(err)
		}
		w.AddEvent(&e)
	}
	return w
}

func (b *book) outcome(of domain.LaneID) lane.Outcome { return b.world().Outcome(of) }

func TestACommitMeetsWhatALaneIsToShow(t *testing.T) {
	for _, row := range []struct {
		name  string
		wrote []domain.Path
		want  lane.Result
	}{
		{"the commit holds what was written", []domain.Path{"a.txt", "dir/b.txt"}, lane.ResultFinished},
		{"the commit holds less than was written", []domain.Path{"a.txt", "c.txt"}, lane.ResultPendingWrites},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := newRepo(t).name("example.org/x")
			r.commit("before", "z", "z")
			id := domain.CommitID(r.commit("work", "a.txt", "1", "dir/b.txt", "2"))
			b, of := newBook(t), domain.LaneID("01KT1GW6G0FXE8CX6BVXYZ3Z6R")
			start := b.says(1, of, r.dir, nil, domain.LaneStarted{Expects: []domain.Expectation{domain.ExpectWorkspace, domain.ExpectWrites}})
			b.says(2, of, r.dir, []domain.EventID{start}, domain.LaneFinished{Commit: id, FilesPath: row.wrote})
			if got := b.outcome(of).Outcome; got != lane.ResultPendingWrites {
				t.Fatalf("before anybody has seen the commit: %s", got)
			}
			b.imports(r.dir)
			if got := b.outcome(of); got.Outcome != row.want {
				t.Errorf("after it was seen: %s, want %s", got.Outcome, row.want)
			}
		})
	}
}
