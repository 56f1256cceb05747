package sqlite

import (
	"context"
	"sync"

	"github.com/clawable/claw/eventlog"
)

// calls are those under way on one log: the log is not closed meanwhile.
type calls struct {
	mu       sync.Mutex
	closed   bool
	underway sync.WaitGroup
	closing  chan struct{} // closed with the log
	// changed is closed, and replaced, when there may be new events.
	changed chan struct{}
}

// enter begins a call, which ends with leave.
//
// Errors: [eventlog.ErrClosed], ctx's.
func (c *calls) enter(ctx context.Context, operation string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return eventlog.Closed(operation)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	c.underway.Add(1)
	return nil
}

func (c *calls) leave() { c.underway.Done() }

// end lets no more calls enter, and waits for those under way; false where it was called before.
func (c *calls) end() bool {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return false
	}
	c.closed = true
	close(c.closing)
	c.mu.Unlock()
	c.underway.Wait()
	return true
}

// wake signals followers to look again.
func (c *calls) wake() {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(c.changed)
	c.changed = make(chan struct{})
}

// changes returns what is closed when there may be new events.
func (c *calls) changes() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.changed
}
