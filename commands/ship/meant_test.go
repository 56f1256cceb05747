package shipping_test

import (
	"github.com/clawable/claw/commands/approve"
	"github.com/clawable/claw/commands/commandtest"

	"context"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	shipping "github.com/clawable/claw/commands/ship"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/proof"
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

// shipsUpTo is an index that holds these ships and has read the log up to a position.
type shipsUpTo struct {
	ships []domain.StreamID
	upTo  domain.Position
}

// OpenShips implements [shipping.ShipIndex].
func (i shipsUpTo) OpenShips(domain.RepoID, domain.Ref) ([]domain.StreamID, domain.Position, error) {
	return i.ships, i.upTo, nil
}

// TestWhatIsMeantIsNotLookedForInTheWholeLog prepares three ships among others and reads
// only them, however many there are; one that the index does not know yet is found too.
func TestWhatIsMeantIsNotLookedForInTheWholeLog(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	log, err := memlog.Open(memlog.Options{Name: "test", Now: now})
	if err != nil {
		t.Fatal(err)
	}
	approvals := approve.NewApprovals(commandtest.OperatorOf(log, now), proof.Verifier{})
	prepare := func(repo, ref string, n int) domain.StreamID {
		t.Helper()
		p := &shipping.Plan{Base: "b", Head: domain.CommitID(fmt.Sprint("h", n)), Tree: "t", Actor: "agent:claude-code/s1"}
		p.Repo, p.Remote, p.Ref = domain.RepoID(repo), domain.Known(domain.Remote("host/"+repo)), domain.Ref(ref)
		if err := shipping.NewShips(commandtest.OperatorOf(log, now), approvals, shipsUpTo{}).Prepare(t.Context(), p); err != nil {
			t.Fatal(err)
		}
		return p.Move().Stream()
	}
	first, second := prepare("r", "refs/heads/main", 0), prepare("r", "refs/heads/main", 1)
	for n := range 200 {
		prepare("other", "refs/heads/main", n)
	}
	head, err := log.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	late := prepare("r", "refs/heads/main", 2)
	prepare("r", "refs/heads/next", 3)
	counted := &countedLog{Log: log}
	open, err := shipping.NewShips(commandtest.OperatorOf(counted, now), approvals, shipsUpTo{[]domain.StreamID{first, second}, head.Position}).Meant(t.Context(), "r", "refs/heads/main")
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
	if want := (since + candidates) * eventsOfAShip; counted.read != want {
		t.Errorf("%d events read, want %d: those since the index, and those of the ships that may be meant", counted.read, want)
	}
}
