package origin

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
)

// Find finds an event up to a position.
func Find(ctx context.Context, log Log, id domain.EventID, until domain.Position) (domain.Event, bool, error) {
	e, err := log.Get(ctx, id)
	if IsLost(err) {
		return e, false, nil
	}
	if err != nil {
		return e, false, Failed(err)
	}
	return e, !e.Position.After(until), nil
}

// FindAmended is an event by its id, as the folds read it.
func FindAmended(ctx context.Context, log Log, by *feed.Amendments, id domain.EventID, until domain.Position) (domain.Event, bool, error) {
	e, held, err := Find(ctx, log, id, until)
	if held {
		by.Amend(&e)
	}
	return e, held && !e.Replaced, err
}
