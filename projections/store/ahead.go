package store

import (
	"context"
	"iter"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections"
)

// batch is some events of a log in their order; err is what ended the reading.
type batch struct {
	events []domain.Event
	err    error
}

const (
	batchEvents = 256
	batches     = 4 // under way at once
)

// ahead yields the events of a source after a position in batches, and reads in a
// goroutine while the caller handles the batch before. The goroutine ends before
// the iteration does. A batch is its caller's until the next one.
func ahead(ctx context.Context, from projections.Source, after domain.Position) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		ctx, stop := context.WithCancel(ctx)
		full, free := make(chan batch, batches), make(chan []domain.Event, batches)
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
			clear(b.events)
			free <- b.events[:0]
		}
	}
}

// readBatches fills batches, with memory from free, until the source or ctx ends.
func readBatches(ctx context.Context, from projections.Source, after domain.Position, free <-chan []domain.Event, full chan<- batch) {
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
	b := batch{events: take()}
	for e, err := range from.Events(ctx, after) {
		if err != nil {
			b.err = err
			break
		}
		if b.events = append(b.events, e); len(b.events) < batchEvents {
			continue
		}
		full <- b // there is room: as many batches as it holds are free or full
		if b.events = take(); b.events == nil {
			return
		}
	}
	full <- b
}
