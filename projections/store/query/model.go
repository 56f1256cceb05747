package query

import (
	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// Model is the read model, for queries that its rows alone do not answer.
type Model interface {
	selection.Reader
	// Facts returns a loader of the facts of lanes; events finds a single event by its id.
	Facts(events func(domain.EventID) (domain.Event, bool, error)) *tables.Loader
	// Amendments returns what the read model knows of the amendments of its log.
	Amendments() (*feed.Amendments, error)
	// Log returns the log that the read model is of.
	Log() origin.Log
	// At returns the checkpoint that answers rest on.
	At() tables.Checkpoint
}
