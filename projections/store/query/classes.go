package query

import (
	"maps"
	"slices"

	"zombiezen.com/go/sqlite"

	"github.com/clawable/claw/domain"
	"github.com/clawable/claw/projections/store/selection"
)

// Classes are the greatest classes of sensitivity that events are labelled with, where one is above
// internal: by what the events are about, and by their stream.
type Classes struct {
	lanes    map[domain.LaneID]domain.Sensitivity
	sessions map[domain.SessionID]domain.Sensitivity
	streams  map[string]domain.Sensitivity
}

// ClassesOf reads the labels of a log.
func ClassesOf(s selection.Reader) (*Classes, error) {
	c := &Classes{map[domain.LaneID]domain.Sensitivity{}, map[domain.SessionID]domain.Sensitivity{}, map[string]domain.Sensitivity{}}
	return c, s.Read("SELECT stream, lane, session, class FROM labels", nil, func(stmt *sqlite.Stmt) error {
		class := domain.Sensitivity(stmt.ColumnText(3))
		raise(c.streams, stmt.ColumnText(0), class)
		raise(c.lanes, domain.LaneID(stmt.ColumnText(1)), class)
		if session := domain.SessionID(stmt.ColumnText(2)); session != "" {
			raise(c.sessions, session, class)
		}
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

// Stream is the class of what a stream records, "" where nothing is above internal.
func (c *Classes) Stream(of domain.StreamID) domain.Sensitivity { return c.streams[of.String()] }

// Session is the class of what is recorded about a session, "" where nothing is above internal.
func (c *Classes) Session(id domain.SessionID) domain.Sensitivity {
	return greater(c.sessions[id], c.Stream(id.Stream()))
}

// Sessions lists the sessions of which something above internal is recorded.
func (c *Classes) Sessions() []domain.SessionID { return slices.Sorted(maps.Keys(c.sessions)) }

// Lane is the class of what is recorded about a lane and its sessions, "" where nothing is above internal.
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

// CommitClasses are the greatest classes of what is recorded about commits, by their ids, where one is above
// internal: of every commit.observed, however many a commit has.
func CommitClasses(s selection.Reader) (map[domain.CommitID]domain.Sensitivity, error) {
	classes := map[domain.CommitID]domain.Sensitivity{}
	return classes, s.Read("SELECT o.subject, l.class FROM labels l JOIN observed o ON o.stream = l.stream AND o.key = l.key", nil, func(stmt *sqlite.Stmt) error {
		raise(classes, domain.CommitID(stmt.ColumnText(0)), domain.Sensitivity(stmt.ColumnText(1)))
		return nil
	})
}
