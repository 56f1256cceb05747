package origin

import (
	"context"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
)

// Log is what the store needs of the log that it projects.
type Log interface {
	feed.Source
	// Get returns the event with this id.
	//
	// Errors: a *domain.Error of kind not_found when the log holds none, of kind corrupt
	// when it is damaged.
	Get(ctx context.Context, id domain.EventID) (domain.Event, error)
	// Head describes the log as it is now.
	Head(ctx context.Context) (Head, error)
}

// Head is the state of a log at a moment.
type Head struct {
	ID       string // of the log; "" for an empty one
	Replay   bool   // the log was opened as a replay
	Position domain.Position
}
