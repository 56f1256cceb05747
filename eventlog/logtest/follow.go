package logtest

import (
	"context"
	"errors"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

func followRows() []row {
	return []row{
		{"a follower sees what is there, then what comes, in order", func(t *testing.T, r *rig) {
			want := fill(r)
			f := follow(r.ctx, r.log, eventlog.Query{})
			equal(t, "events there", want, f.next(t, len(want)))
			for n := 1; n <= 5; n++ {
				r.append(eventlog.Any, messagesFrom("new", 2*n-1, 2*n)...)
				got := f.next(t, 2)
				equal(t, "seq", []uint64{uint64(2*n - 1), uint64(2 * n)}, []uint64{got[0].Seq, got[1].Seq})
				equal(t, "event", r.get(got[1].ID), got[1])
			}
		}},
		{"a follower of the head sees later events only", func(t *testing.T, r *rig) {
			fill(r)
			f := follow(r.ctx, r.log, eventlog.Query{After: r.head().Position})
			r.append(eventlog.Any, message("new", 1))
			equal(t, "event", r.get(message("new", 1).ID), f.next(t, 1)[0])
		}},
		{"a follower of one stream is not woken in vain by others", func(t *testing.T, r *rig) {
			fill(r)
			f := follow(r.ctx, r.log, eventlog.Query{Stream: message("new", 1).Stream, AfterRevision: 1, EnvelopeOnly: true})
			r.append(eventlog.Any, messagesFrom("a", 5, 9)...)
			r.append(eventlog.Any, message("new", 1))
			r.append(eventlog.Any, messagesFrom("a", 10, 19)...)
			r.append(eventlog.Any, message("new", 2))
			got := f.next(t, 1)[0]
			equal(t, "id", message("new", 2).ID, got.ID)
			if got.Data != nil || got.Salt != nil {
				t.Error("an envelope alone came with data or salt")
			}
		}},
		{"several followers each see everything", func(t *testing.T, r *rig) {
			var followers []*follower
			for range 4 {
				followers = append(followers, follow(r.ctx, r.log, eventlog.Query{}))
			}
			want := fill(r)
			for _, f := range followers {
				equal(t, "events", want, f.next(t, len(want)))
			}
		}},
		{"a follower ends after its limit", func(t *testing.T, r *rig) {
			f := follow(r.ctx, r.log, eventlog.Query{Limit: 3})
			r.append(eventlog.Any, messages("a", 5)...)
			f.next(t, 3)
			equal(t, "end", nil, f.end(t))
		}},
		{"a follower ends at the position that it wants to reach", func(t *testing.T, r *rig) {
			all := fill(r)
			f := follow(r.ctx, r.log, eventlog.Query{Stream: message("b", 1).Stream, Until: all[7].Position})
			f.next(t, 4)
			equal(t, "end", nil, f.end(t))
		}},
		{"a follower ends when its context ends", func(t *testing.T, r *rig) {
			ctx, cancel := context.WithCancel(r.ctx)
			f := follow(ctx, r.log, eventlog.Query{})
			f.next(t, 1)
			cancel()
			if err := f.end(t); !errors.Is(err, context.Canceled) {
				t.Errorf("the follower ended with %v", err)
			}
		}},
		{"a follower ends when the log is closed", func(t *testing.T, r *rig) {
			f := follow(r.ctx, r.log, eventlog.Query{})
			f.next(t, 1)
			if err := r.log.Close(); err != nil {
				t.Fatal(err)
			}
			r.fails(eventlog.ErrClosed, f.end(t))
		}},
		{"a follower may break, and another goes on where it was", func(t *testing.T, r *rig) {
			all := fill(r)
			got := firstFollowed(r, eventlog.Query{}, 5)
			rest := firstFollowed(r, eventlog.Query{After: got[4].Position}, len(all)-5)
			equal(t, "events", all, append(got, rest...))
		}},
	}
}

// firstFollowed follows q and breaks after n events.
func firstFollowed(r *rig, q eventlog.Query, n int) (events []domain.Event) {
	r.t.Helper()
	if n == 0 {
		return nil
	}
	for e, err := range r.log.Follow(r.ctx, q) {
		if err != nil {
			r.t.Fatalf("follow: %v", err)
		}
		if events = append(events, e); len(events) == n {
			return events
		}
	}
	r.t.Fatalf("the follower ended after %d events, want %d", len(events), n)
	return nil
}

// follower is a Follow in a separate goroutine.
type follower struct {
	events chan domain.Event
	ended  chan error
}

func follow(ctx context.Context, log eventlog.Log, q eventlog.Query) *follower {
	f := &follower{events: make(chan domain.Event), ended: make(chan error, 1)}
	go func() {
		var last error
		for e, err := range log.Follow(ctx, q) {
			if last = err; err != nil {
				break
			}
			select {
			case f.events <- e:
			case <-ctx.Done():
			}
		}
		f.ended <- last
	}()
	return f
}

// next returns the next n events.
func (f *follower) next(t *testing.T, n int) (events []domain.Event) {
	t.Helper()
	for range n {
		select {
		case e := <-f.events:
			events = append(events, e)
		case err := <-f.ended:
			t.Fatalf("the follower ended after %d of %d events: %v", len(events), n, err)
		}
	}
	return events
}

// end waits for the end and returns its error.
func (f *follower) end(t *testing.T) error {
	t.Helper()
	select {
	case e := <-f.events:
		t.Fatalf("position %d comes where the follower should end", e.Position.Number())
		return nil
	case err := <-f.ended:
		return err
	}
}
