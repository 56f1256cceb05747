package record_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/commands/commandtest"
	"github.com/clawable/claw/commands/record"
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/eventlog/memlog"
	"github.com/clawable/claw/eventlog/spool"
	"github.com/clawable/claw/internal/files"
	"github.com/clawable/claw/producers/scrub"
)

// heard is the n-th draft of a session, as a hook makes it.
func heard(n byte) domain.Draft {
	session := domain.MakeSessionID("claude-code", "s1")
	return domain.Draft{ID: domain.EventID{15: n}, Kind: "session.cleared", Version: 1, Stream: session.Stream(), ObservedAt: domain.At(time.Unix(1, 0)),
		Emitter: "hook/claude-code/s1", Epoch: session.Epoch(), Seq: uint64(n), SeqKind: domain.SeqClock, Correlation: session.Correlation(),
		Subject: domain.Subject{Session: domain.Known(session)},
		Source:  domain.Source{Kind: domain.SourceLive, Channel: "hook:claude-code"}, Data: []byte(`{}`)}
}

func free(context.Context) (eventlog.Log, error) { return memlog.Open(memlog.Options{}) }

// stuck is a log that is held by another process: an append waits until it is given up.
type stuck struct {
	eventlog.Log
	panics bool
}

func (s stuck) Append(ctx context.Context, _ domain.StreamID, _ eventlog.Expect, _ []domain.Draft) ([]eventlog.Receipt, error) {
	if s.panics {
		panic("no log")
	}
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestAnIntakeWaitsNoLongerThanItMay counts time as the intake does: what it may wait is
// over to the nanosecond when it lays its drafts aside, and not a moment before.
func TestAnIntakeWaitsNoLongerThanItMay(t *testing.T) {
	const budget = 30 * time.Millisecond
	waits := func(ctx context.Context) (eventlog.Log, error) { <-ctx.Done(); return nil, ctx.Err() }
	for name, row := range map[string]struct {
		open    func(context.Context) (eventlog.Log, error)
		drained bool // by another process, all the time
		want    time.Duration
		spooled bool
	}{
		"a log that is free":                     {open: free},
		"a log that takes long to open":          {open: waits, want: budget, spooled: true},
		"a log that somebody else writes":        {open: func(context.Context) (eventlog.Log, error) { return stuck{}, nil }, want: budget, spooled: true},
		"a log that is not there":                {open: func(context.Context) (eventlog.Log, error) { return nil, eventlog.ErrNotFound }, spooled: true},
		"an engine that panics":                  {open: func(context.Context) (eventlog.Log, error) { return stuck{panics: true}, nil }, spooled: true},
		"a spool that somebody drains meanwhile": {open: free, drained: true, want: budget, spooled: true},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			aside := spool.In(folder)
			before := 0
			if row.drained {
				before = 1
				if err := aside.Put(time.Unix(1, 0), []domain.Draft{heard(9)}); err != nil {
					t.Fatal(err)
				}
				lock, err := files.TryLockFile(filepath.Join(folder, ".lock"))
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = lock.Release() }()
			}
			synctest.Test(t, func(t *testing.T) {
				late, stop := context.WithTimeout(t.Context(), budget)
				defer stop()
				start := time.Now()
				k := record.Intake{Open: row.open, Close: func(eventlog.Log) error { return nil }, Spool: aside, Scrub: scrub.New(), Trust: domain.TrustMedium, Late: late.Done()}
				kept, err := k.Take(t.Context(), time.Unix(2, 0), []domain.Draft{heard(1)})
				if err != nil || (kept.Spooled != nil) != row.spooled || (kept.Log == nil) != row.spooled {
					t.Errorf("%+v, error %v", kept, err)
				}
				if took := time.Since(start); took != row.want {
					t.Errorf("it took %v, want %v", took, row.want)
				}
				synctest.Wait()
			})
			c, err := aside.List()
			if err != nil || (len(c.Waiting) > before) != row.spooled {
				t.Errorf("waiting %v, error %v", c.Waiting, err)
			}
		})
	}
}

// TestWhatWaitsComesFirst keeps in a log whose spool is not empty.
func TestWhatWaitsComesFirst(t *testing.T) {
	log, err := free(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	aside := spool.In(t.TempDir())
	for n := byte(1); n < 3; n++ {
		if err := aside.Put(time.Unix(int64(n), 0), []domain.Draft{heard(n)}); err != nil {
			t.Fatal(err)
		}
	}
	k := record.Intake{Open: func(context.Context) (eventlog.Log, error) { return log, nil }, Close: func(eventlog.Log) error { return nil },
		Spool: aside, Scrub: scrub.New(), Trust: domain.TrustMedium}
	if kept, err := k.Take(t.Context(), time.Unix(3, 0), []domain.Draft{heard(3)}); err != nil || kept.Spooled != nil {
		t.Fatalf("%+v, error %v", kept, err)
	}
	var got []byte
	for e, err := range log.Read(t.Context(), eventlog.Query{Stream: heard(1).Stream}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.ID[15])
	}
	if diff := cmp.Diff([]byte{1, 2, 3}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// TestFactsOfSeveralStreamsShareACommit keeps facts of two streams, in turn: they are
// there in this order, for the price of one commit.
func TestFactsOfSeveralStreamsShareACommit(t *testing.T) {
	drafts := []domain.Draft{heard(1), heard(2), heard(3), heard(4)}
	for i := 1; i < 3; i++ {
		drafts[i].Stream = domain.MakeSessionID("claude-code", "s2").Stream()
	}
	log, err := free(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	counted := &commandtest.Commits{Log: log}
	k := record.Intake{Open: func(context.Context) (eventlog.Log, error) { return counted, nil }, Close: func(eventlog.Log) error { return nil },
		Spool: spool.In(t.TempDir()), Scrub: scrub.New(), Trust: domain.TrustMedium}
	if kept, err := k.Take(t.Context(), time.Unix(1, 0), drafts); err != nil || kept.Spooled != nil {
		t.Fatalf("%+v, error %v", kept, err)
	}
	var order []byte
	for e, err := range log.Read(t.Context(), eventlog.Query{After: domain.PositionAt(1)}) {
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, e.ID[15])
	}
	if diff := cmp.Diff([]byte{1, 2, 3, 4}, order); diff != "" {
		t.Errorf("in the log, -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]int{4}, counted.Of); diff != "" {
		t.Errorf("events of each commit, -want +got\n%s", diff)
	}
}

// TestEachPartIsLaidAsideByItself keeps two parts where no log is: what the log refuses of one
// is kept for people, and the other is in the log.
func TestEachPartIsLaidAsideByItself(t *testing.T) {
	gone := errors.New("gone")
	aside := spool.In(t.TempDir())
	k := record.Intake{Open: func(context.Context) (eventlog.Log, error) { return nil, gone }, Spool: aside, Scrub: scrub.New(), Trust: domain.TrustMedium}
	nobodys := heard(1)
	nobodys.Kind = ""
	if kept, err := k.Take(t.Context(), time.Unix(1, 0), []domain.Draft{nobodys}, nil, []domain.Draft{heard(2)}); err != nil || !errors.Is(kept.Spooled, gone) {
		t.Fatalf("%+v, error %v", kept, err)
	}
	log, err := free(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if n, err := record.Drain(t.Context(), aside, log); n != 1 || err != nil {
		t.Errorf("%d files in the log, error %v", n, err)
	}
	c, err := aside.List()
	if err != nil || len(c.Waiting) != 0 || len(c.Refused) != 1 {
		t.Errorf("%+v, error %v", c, err)
	}
	if _, err := log.Get(t.Context(), heard(2).ID); err != nil {
		t.Error(err)
	}
}

// TestNeitherLogNorSpoolIsAnError keeps where nothing can be kept.
func TestNeitherLogNorSpoolIsAnError(t *testing.T) {
	gone := errors.New("gone")
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	k := record.Intake{Open: func(context.Context) (eventlog.Log, error) { return nil, gone }, Spool: spool.In(file), Scrub: scrub.New(), Trust: domain.TrustMedium}
	if _, err := k.Take(t.Context(), time.Unix(1, 0), []domain.Draft{heard(1)}); !errors.Is(err, gone) {
		t.Errorf("error %v", err)
	}
}

// TestASpoolVouchesForNobody lays a draft aside with a trust that no hook has.
func TestASpoolVouchesForNobody(t *testing.T) {
	log, err := free(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	aside, said := spool.In(t.TempDir()), heard(1)
	said.Source.Trust = domain.TrustHigh
	if err := aside.Put(time.Unix(1, 0), []domain.Draft{said}); err != nil {
		t.Fatal(err)
	}
	if n, err := record.Drain(t.Context(), aside, log); n != 0 || err != nil {
		t.Errorf("%d files drained, error %v", n, err)
	}
	if c, err := aside.List(); err != nil || len(c.Refused) != 1 {
		t.Errorf("%+v, error %v", c, err)
	}
}
