package esdb

import (
	"context"

	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"

	"github.com/clawable/claw/domain"
)

// index records the place of each event of the log. It is built by reading the whole store at the first
// append or the first search for an id, and is then updated with what was added since. Its lock is held
// while one round of appends is decided and sent, see [queue].
type index struct {
	held   chan struct{} // the lock, which a ctx can give up waiting for
	places map[domain.EventID]place
	heads  map[domain.StreamID]domain.Revision
	at     domain.Position // up to where the store was read
}

func newIndex() *index {
	return &index{held: make(chan struct{}, 1), places: map[domain.EventID]place{}, heads: map[domain.StreamID]domain.Revision{}}
}

// lock takes the lock.
//
// Errors: ctx's.
func (x *index) lock(ctx context.Context) error {
	select {
	case x.held <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (x *index) unlock() { <-x.held }

// catchUp reads what came since; the index is locked. It returns those events that are wanted.
func (l *Log) catchUp(ctx context.Context, operation string, wanted map[domain.EventID]*domain.Event) error {
	x := l.ids
	request := func() *streams.ReadReq { return ofAll(x.at, everything) }
	return l.receive(ctx, operation, request, func(r *record) (bool, error) {
		p, ours := placeOf(r)
		if !ours || !p.position.After(x.at) {
			return true, nil
		}
		if _, want := wanted[p.id]; want {
			e, err := eventOf(r, p)
			if err != nil {
				return false, err
			}
			wanted[p.id] = &e
		}
		x.at = p.position
		x.heads[p.stream] = p.revision
		if _, again := x.places[p.id]; !again {
			x.places[p.id] = p
		}
		return true, nil
	})
}
