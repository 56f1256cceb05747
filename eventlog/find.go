package eventlog

import (
	"context"
	"errors"

	"github.com/clawable/claw/domain"
)

// Finder is a log whose engine looks up many ids at less cost than one by one.
type Finder interface {
	// Find returns the events of these ids that the log holds, by id and without their data. An id that
	// the log does not hold is left out.
	//
	// Errors: those of [Log.Get], without [ErrNotFound].
	Find(ctx context.Context, ids []domain.EventID) (map[domain.EventID]domain.Event, error)
}

// Find looks up ids as [Finder] says, with a log that is none by one [Log.Get] for each.
func Find(ctx context.Context, log Log, ids []domain.EventID) (map[domain.EventID]domain.Event, error) {
	if l, is := log.(Finder); is {
		return l.Find(ctx, ids)
	}
	held := map[domain.EventID]domain.Event{}
	for _, id := range ids {
		e, err := log.Get(ctx, id)
		switch {
		case errors.Is(err, ErrNotFound):
		case err != nil:
			return nil, err
		default:
			e.Data = nil
			held[id] = e
		}
	}
	return held, nil
}
