package tables

import (
	"sync"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections/jobs"
)

// Access runs what touches the tables, in the order in which it is called: a rebuild opens
// it, and writes on one core what it folds on another.
type Access struct {
	jobs.Queue
	Conn *sqlite.Conn
	turn sync.Mutex // of the user of conn while lanes are derived
}

// Alone runs f while no other caller of Alone uses the connection.
func (d *Access) Alone(f func() error) error {
	d.turn.Lock()
	defer d.turn.Unlock()
	return f()
}
