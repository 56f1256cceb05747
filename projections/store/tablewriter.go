package store

import (
	"sync"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/projections"
)

// tableWriter runs what touches the tables, in the order in which it is asked to: a rebuild opens
// it, and writes on one core what it folds on another.
type tableWriter struct {
	projections.Aside
	conn *sqlite.Conn
	turn sync.Mutex // of who uses conn while lanes are derived
}

// alone runs f while nobody else that asks like this uses the connection.
func (d *tableWriter) alone(f func() error) error {
	d.turn.Lock()
	defer d.turn.Unlock()
	return f()
}
