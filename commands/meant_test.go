package commands_test

import (
	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// countedLog counts the events that are read.
type countedLog struct {
	eventlog.Log
	read int
}

// Read implements [eventlog.Log].
func (l *countedLog) Read(ctx context.Context, q eventlog.Query) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		for e, err := range l.Log.Read(ctx, q) {
			l.read++
			if !yield(e, err) {
				return
			}
		}
	}
}

// shipsUpTo is an index that knows these ships and has read the log up to a position.
type shipsUpTo struct {
	ships []domain.StreamID
	upTo  domain.Position
}

// OpenShips implements [commands.ShipIndex].
func (i shipsUpTo) OpenShips(domain.RepoID, domain.Ref) ([]domain.StreamID, domain.Position, error) {
	return i.ships, i.upTo, nil
}

// TestWhatIsMeantIsNotLookedForInTheWholeLog prepares three ships among others and reads
// only them, however many there are; one that the index does not know yet is found too.
func TestWhatIsMeantIsNotLookedForInTheWholeLog(t *testing.T) {
	c := newCourt(t)
	now := func() time.Time { return c.now }
	prepare := func(repo, ref string, n int) domain.StreamID {
		t.Helper()
		p := &commands.Plan{Base: "b", Head: domain.CommitID(fmt.Sprint("h", n)), Tree: "t", Actor: agent}
		p.Repo, p.Remote, p.Ref = domain.RepoID(repo), domain.Known(domain.Remote("host/"+repo)), domain.Ref(ref)
		if err := commands.NewShips(operatorOf(c.log, now), c.Approvals, shipsUpTo{}).Prepare(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		return p.Move().Stream()
	}
	first, second := prepare("r", "refs/heads/main", 0), prepare("r", "refs/heads/main", 1)
	for n := range 200 {
		prepare("other", "refs/heads/main", n)
	}
	head, err := c.log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	late := prepare("r", "refs/heads/main", 2)
	prepare("r", "refs/heads/next", 3)
	log := &countedLog{Log: c.log}
	open, err := commands.NewShips(operatorOf(log, now), c.Approvals, shipsUpTo{[]domain.StreamID{first, second}, head.Position}).Meant(t.Context(), "r", "refs/heads/main")
	if err != nil {
		t.Fatal(err)
	}
	var got []domain.StreamID
	for _, r := range open {
		got = append(got, r.Stream)
	}
	if diff := cmp.Diff([]domain.StreamID{first, second, late}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	const eventsOfAShip, since, candidates = 2, 2, 4
	if want := (since + candidates) * eventsOfAShip; log.read != want {
		t.Errorf("%d events read, want %d: those since the index, and those of the ships that may be meant", log.read, want)
	}
}
