package feed_test

import (
	"context"
	"errors"
	"iter"
	"testing"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
)

// counted is a source of n events, after which it fails with err, if that is set.
// ended is closed when the reader stopped or all was read.
type counted struct {
	n     uint64
	err   error
	ended chan struct{}
}

func (c counted) Events(ctx context.Context, after domain.Position) iter.Seq2[domain.Event, error] {
	return func(yield func(domain.Event, error) bool) {
		defer close(c.ended)
		for at := after.Number() + 1; at <= c.n && ctx.Err() == nil; at++ {
			if !yield(domain.Event{Position: domain.PositionAt(at)}, nil) {
				return
			}
		}
		if c.err != nil {
			yield(domain.Event{}, c.err)
		}
	}
}

func TestAheadYieldsEveryEventOnceInOrder(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name  string
		after uint64
		n     uint64
		err   error
	}{
		{"no events", 0, 0, nil},
		{"one event", 0, 1, nil},
		{"one batch to the brim", 0, 256, nil},
		{"one event more", 0, 257, nil},
		{"many batches after a position", 100, 5000, nil},
		{"an error before the first event", 0, 0, broken},
		{"an error in the midst of a batch", 0, 1000, broken},
		{"an error where a batch ends", 0, 512, broken},
	} {
		t.Run(c.name, func(t *testing.T) {
			from := counted{c.n, c.err, make(chan struct{})}
			at := c.after
			var err error
			for b := range feed.Ahead(t.Context(), from, domain.PositionAt(c.after)) {
				for _, e := range b.Events {
					if at++; e.Position.Number() != at {
						t.Fatalf("event %d came where %d was to come", e.Position.Number(), at)
					}
				}
				err = b.Err
			}
			if at != c.n || !errors.Is(err, c.err) {
				t.Fatalf("came to %d with %v, want %d with %v", at, err, c.n, c.err)
			}
		})
	}
}

func TestAheadEndsItsReadingWhenTheCallerStops(t *testing.T) {
	for name, stop := range map[string]func(context.CancelFunc) bool{
		"by break":       func(context.CancelFunc) bool { return true },
		"by the context": func(cancel context.CancelFunc) bool { cancel(); return false },
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			from := counted{1 << 40, nil, make(chan struct{})}
			for range feed.Ahead(ctx, from, domain.Position{}) {
				if stop(cancel) {
					break
				}
			}
			select {
			case <-from.ended:
			default:
				t.Fatal("the source is still read")
			}
		})
	}
}
