package app

import (
	"github.com/clawable/claw/eventlog"
	"github.com/clawable/claw/projections/store"
)

// Held is a log and its read model that stay open between runs. Runs leave both open. Several runs may
// use the log at once, but only one may use the model.
type Held struct {
	At    Setting
	Log   eventlog.Log // open for appending too, where runs append
	Model *store.Store
}
