package query

import (
	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// Classes are the greatest classes of sensitivity that events are labelled with, where one is above
// internal: by event, by what the events are about, and by their stream.
type Classes struct {
	events   map[string]domain.Sensitivity
	lanes    map[domain.LaneID]domain.Sensitivity
	sessions map[domain.SessionID]domain.Sensitivity
	streams  map[string]domain.Sensitivity
}

// ClassesOf reads the labels of a log.
func ClassesOf(s selection.Reader) (*Classes, error) {
	c := &Classes{map[string]domain.Sensitivity{}, map[domain.LaneID]domain.Sensitivity{}, map[domain.SessionID]domain.Sensitivity{}, map[string]domain.Sensitivity{}}
	return c, s.Read("SELECT stream, lane, session, class, key FROM labels", nil, func(stmt *sqlite.Stmt) error {
		class := domain.Sensitivity(stmt.ColumnText(3))
		raise(c.events, stmt.ColumnText(4), class)
		raise(c.streams, stmt.ColumnText(0), class)
		raise(c.lanes, domain.LaneID(stmt.ColumnText(1)), class)
		raise(c.sessions, domain.SessionID(stmt.ColumnText(2)), class)
		return nil
	})
}

// raise sets the class of a key where it had a lesser one.
func raise[K comparable](classes map[K]domain.Sensitivity, key K, class domain.Sensitivity) {
	classes[key] = greater(classes[key], class)
}

// greater is the greater one of two classes; "" is less than any.
func greater(a, b domain.Sensitivity) domain.Sensitivity {
	if a == "" || b != "" && b.Rank() > a.Rank() {
		return b
	}
	return a
}

// Greatest is the greatest class of some events, "" where none is above internal.
func (c *Classes) Greatest(events []domain.EventID) (class domain.Sensitivity) {
	for _, id := range events {
		class = greater(class, c.events[id.String()])
	}
	return class
}

// Stream is the class of what is told in a stream, "" where nothing is above internal.
func (c *Classes) Stream(of domain.StreamID) domain.Sensitivity { return c.streams[of.String()] }

// Session is the class of what is told of a session, "" where nothing is above internal.
func (c *Classes) Session(id domain.SessionID) domain.Sensitivity {
	return greater(c.sessions[id], c.Stream(id.Stream()))
}

// Lane is the class of what is told of a lane and of its sessions, "" where nothing is above internal.
func (c *Classes) Lane(id domain.LaneID, its []domain.SessionID) domain.Sensitivity {
	class := c.lanes[id]
	if stream, err := id.Stream(); err == nil {
		class = greater(class, c.Stream(stream))
	}
	for _, session := range its {
		class = greater(class, c.Session(session))
	}
	return class
}
