package store

import (
	"sync"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
)

// desk does what touches the tables, in the order in which it is told: a rebuild opens
// it, and writes on one core what it folds on another.
type desk struct {
	projections.Aside
	conn *sqlite.Conn
	turn sync.Mutex // of who uses conn while lanes are derived
}

// alone runs f while nobody else that asks like this uses the connection.
func (d *desk) alone(f func() error) error {
	d.turn.Lock()
	defer d.turn.Unlock()
	return f()
}
