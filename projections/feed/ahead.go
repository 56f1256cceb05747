package feed

import (
	"context"
	"fmt"
	"iter"

	"github.com/clawable/claw/domain"
)

// Batch is some events of a log in their order. Err is what ended the reading after
// them, nil for a batch that others may follow.
type Batch struct {
	Events []domain.Event
	Err    error
}

const (
	batchEvents = 256
	batches     = 4 // under way at once
)

// Ahead yields the events of a source after a position in batches, and reads in a
// goroutine while the caller handles the batch before. The goroutine ends before
// the iteration does. A batch is its caller's until the next one.
func Ahead(ctx context.Context, from Source, after domain.Position) iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		ctx, stop := context.WithCancel(ctx)
		full, free := make(chan Batch, batches), make(chan []domain.Event, batches)
		for range batches {
			free <- nil
		}
		go func() {
			defer close(full)
			readBatches(ctx, from, after, free, full)
		}()
		defer func() {
			stop()
			for range full { // until the goroutine has closed it
			}
		}()
		for b := range full {
			if !yield(b) {
				return
			}
			clear(b.Events)
			free <- b.Events[:0]
		}
	}
}

// readBatches fills batches, with memory from free, until the source or ctx ends.
func readBatches(ctx context.Context, from Source, after domain.Position, free <-chan []domain.Event, full chan<- Batch) {
	take := func() []domain.Event {
		select {
		case events := <-free:
			if events == nil {
				events = make([]domain.Event, 0, batchEvents)
			}
			return events
		case <-ctx.Done():
			return nil
		}
	}
	b := Batch{Events: take()}
	for e, err := range from.Events(ctx, after) {
		if err != nil {
			b.Err = err
			break
		}
		if b.Events = append(b.Events, e); len(b.Events) < batchEvents {
			continue
		}
		full <- b // there is room: as many batches as it holds are free or full
		if b.Events = take(); b.Events == nil {
			return
		}
	}
	full <- b
}

// Each applies all events of a source that come after a position.
//
// Errors: those of the source, of ctx and of apply, which ends the reading.
func Each(ctx context.Context, from Source, after domain.Position, apply func(*domain.Event) error) error {
	for b := range Ahead(ctx, from, after) {
		for i := range b.Events {
			if err := apply(&b.Events[i]); err != nil {
				return fmt.Errorf("apply %s: %w", b.Events[i].ID, err)
			}
		}
		if b.Err != nil {
			return fmt.Errorf("replay: %w", b.Err)
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}
