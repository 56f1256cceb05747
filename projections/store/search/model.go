package search

import (
	"time"

	"github.com/clawable/claw/projections/feed"
	"github.com/clawable/claw/projections/store/origin"
	"github.com/clawable/claw/projections/store/selection"
	"github.com/clawable/claw/projections/store/tables"
)

// Model is the read model beside which the index is stored.
type Model interface {
	selection.Reader
	// Amendments returns what the read model knows of the amendments of its log.
	Amendments() (*feed.Amendments, error)
	// Log returns the log that the read model is of.
	Log() origin.Log
	// At returns the checkpoint that answers rest on.
	At() tables.Checkpoint
	// Index returns the path of the index, "" in memory, and how long a search waits
	// for another process that writes it.
	Index() (path string, patience time.Duration)
}
