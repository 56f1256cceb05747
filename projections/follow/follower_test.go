package follow_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
	"github.com/clawable/claw/projections/follow"
	"github.com/clawable/claw/projections/store"
	"github.com/clawable/claw/projections/store/claim"
	"github.com/clawable/claw/projections/store/query"
)

// take becomes the follower of a read model in a new folder.
func take(t *testing.T, path string, log follow.Log, o follow.Options) *follow.Follower {
	t.Helper()
	f, err := follow.Start(t.Context(), path, log, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func closed(t *testing.T, f interface{ Close() error }) {
	t.Helper()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func modelPath(t *testing.T) string { return filepath.Join(t.TempDir(), "run.views") }

func TestAFollowerFollowsTheLog(t *testing.T) {
	all := drafts(900)
	log := newLog(all[:300]...)
	path := modelPath(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	log.awaited = func(after uint64) {
		switch after {
		case 300:
			log.Append(all[300:]...)
		case 900:
			stop()
		}
	}
	f := take(t, path, log, follow.Options{})
	if err := f.Run(ctx); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if diff := cmp.Diff(replayed(t, log), kept(t, path, log)); diff != "" {
		t.Fatalf("-folds +kept\n%s", diff)
	}
}

func TestThereIsOneFollower(t *testing.T) {
	log, path := newLog(drafts(50)...), modelPath(t)
	first := take(t, path, log, follow.Options{PID: 42})
	_, err := follow.Start(t.Context(), path, log, follow.Options{PID: 43})
	var typed *domain.Error
	if !errors.As(err, &typed) || typed.Kind != domain.ErrUnavailable || typed.Detail["pid"] != 42 {
		t.Fatalf("the second one: %v", err)
	}
	if note, runs, err := claim.Held(path); err != nil || !runs || note.PID != 42 {
		t.Fatalf("note %+v, runs %v, %v", note, runs, err)
	}
	closed(t, first)
	if _, runs, err := claim.Held(path); err != nil || runs {
		t.Fatalf("after its end: runs %v, %v", runs, err)
	}
	closed(t, take(t, path, log, follow.Options{PID: 43}))
}

func TestWhileAFollowerHoldsItVerbsAnswerStale(t *testing.T) {
	all := drafts(400)
	log, path := newLog(all[:300]...), modelPath(t)
	f := take(t, path, log, follow.Options{})
	if _, err := f.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	verb := store.New(path, log, store.Options{Patience: time.Nanosecond})
	defer closed(t, verb)
	look := func() store.Status {
		st, err := verb.CatchUp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	if st := look(); st.Stale || st.Position != 300 {
		t.Fatalf("at the head: %+v", st)
	}
	log.Append(all[300:]...)
	if st := look(); !st.Stale || st.Position != 300 {
		t.Fatalf("behind the follower: %+v", st)
	}
	if _, err := f.Once(t.Context()); err != nil {
		t.Fatal(err)
	}
	if st := look(); st.Stale || st.Position != 400 {
		t.Fatalf("after the follower: %+v", st)
	}
	closed(t, f)
}

func TestAnErrorStopsAFollowerAtItsPositionUntilItIsOver(t *testing.T) {
	log, path := newLog(drafts(900)...), modelPath(t)
	closed(t, brought(t, path, log, 200))
	log.failing = 600
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	log.awaited = func(uint64) { stop() }
	var pauses []time.Duration
	var told []follow.State
	var troubles []uint64
	f := take(t, path, log, follow.Options{
		Sleep: func(_ context.Context, d time.Duration) {
			if pauses = append(pauses, d); len(pauses) == 12 {
				log.failing = 0
			}
		},
		Tell: func(turn follow.Turn) error {
			told = append(told, turn.State)
			if turn.Trouble != nil {
				troubles = append(troubles, turn.Trouble.Position)
				note, _, err := claim.Held(path)
				if err != nil || note.Trouble == nil || note.Trouble.Tries != len(troubles) || note.Trouble.Error.Message != errDisk.Error() || note.Trouble.Error.Hint != "do verify_log" || turn.Trouble.Error.Hint != note.Trouble.Error.Hint {
					t.Errorf("note %+v, %v", note.Trouble, err)
				}
			}
			return nil
		},
		Render: func(e *domain.Error) *domain.Error {
			rendered := *e
			rendered.Hint = "do " + string(e.Next.Code)
			return &rendered
		}})
	if err := f.Run(ctx); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	for i, at := range troubles {
		if at != 599 {
			t.Errorf("try %d stopped at %d, want 599: what came before stays", i+1, at)
		}
	}
	if len(told) != 13 || told[12] != follow.Current {
		t.Errorf("told %v", told)
	}
	if pauses[0] != 100*time.Millisecond || pauses[1] != 2*pauses[0] || pauses[11] != 30*time.Second {
		t.Errorf("pauses %v", pauses)
	}
	if diff := cmp.Diff(replayed(t, log), kept(t, path, log)); diff != "" {
		t.Fatalf("-folds +kept\n%s", diff)
	}
}

func TestAReadModelThatAVerbGaveUpIsBuiltAnew(t *testing.T) {
	log, path := newLog(drafts(300)...), modelPath(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	looks := 0
	log.awaited = func(uint64) {
		if looks++; looks == 1 {
			spoil(t, path, log)
			return
		}
		stop()
	}
	f := take(t, path, log, follow.Options{})
	if err := f.Run(ctx); err != nil {
		t.Fatal(err)
	}
	closed(t, f)
	if diff := cmp.Diff(replayed(t, log), kept(t, path, log)); diff != "" {
		t.Fatalf("-folds +kept\n%s", diff)
	}
}

// brought is a store that reached a position of the log.
func brought(t *testing.T, path string, log *slice, to int) *store.Store {
	t.Helper()
	s := store.New(path, log.Before(to), store.Options{})
	if st, err := s.CatchUp(t.Context()); err != nil || st.Position != uint64(to) {
		t.Fatalf("%+v, %v", st, err)
	}
	return s
}

// kept are the digests of the read model as it is.
func kept(t *testing.T, path string, log *slice) projections.Digests {
	t.Helper()
	s := store.New(path, log, store.Options{})
	defer closed(t, s)
	st, usable, err := s.Look(t.Context())
	if err != nil || !usable || st.Stale {
		t.Fatalf("%+v, usable %v, %v", st, usable, err)
	}
	d, err := query.Digests(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
