package record

import (
	"context"
	"errors"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/eventlog"
)

// nearby is how many events between two wanted ones are read with them rather than passed over.
const nearby = 64

// span is a piece of a log: what is after one position until another.
type span struct {
	after, until domain.Position
	last         int // the number of its last event in the log
}

// EventsOf returns the events of the kinds that a caller wants, in the order of the log. It reads the
// envelopes of the whole log, and the data of what is wanted. Corrupt events are left out.
//
// Errors: those of the log.
func EventsOf(ctx context.Context, log eventlog.Log, wanted func(domain.Kind) bool) (events []domain.Event, err error) {
	spans, err := spansOf(ctx, log, wanted)
	for i := 0; err == nil && i < len(spans); i++ {
		for e, failed := range eventlog.ReadPast(ctx, log, eventlog.Query{After: spans[i].after, Until: spans[i].until}) {
			if errors.Is(failed, eventlog.ErrCorrupt) {
				continue
			}
			if failed != nil {
				return nil, failed
			}
			if wanted(e.Kind) {
				events = append(events, e)
			}
		}
	}
	return events, err
}

func spansOf(ctx context.Context, log eventlog.Log, wanted func(domain.Kind) bool) (spans []span, err error) {
	var before domain.Position
	n := 0
	for e, err := range eventlog.ReadPast(ctx, log, eventlog.Query{EnvelopeOnly: true}) {
		if errors.Is(err, eventlog.ErrCorrupt) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if n++; wanted(e.Kind) {
			if last := len(spans) - 1; last >= 0 && n-spans[last].last <= nearby {
				spans[last].until, spans[last].last = e.Position, n
			} else {
				spans = append(spans, span{before, e.Position, n})
			}
		}
		before = e.Position
	}
	return spans, nil
}
