package salvage

import (
	"errors"
	"math"

	"github.com/clawable/claw/eventlog/sqlite/db"
	"github.com/clawable/claw/eventlog/sqlite/layout"
)

const (
	sqlPositions  = "SELECT position FROM events ORDER BY position"
	sqlPositionAt = "SELECT position FROM events WHERE position = ?"
)

// Reach is how far a damaged log can be read.
type Reach struct {
	End  uint64 // the last position that it is known to have had
	Last uint64 // the last event that can be reached
	Sure bool   // the log's own word of its end can be read
}

// ReachOf finds out how far a damaged log can be read.
func ReachOf(c *db.Conn) Reach {
	var s Reach
	witness, err := layout.Witness(c)
	s.Sure = err == nil && witness > 0
	if s.Last, err = layout.Last(c); err != nil {
		s.Last = lastReached(c)
	}
	s.End = s.Last
	if s.Sure {
		s.End = max(s.End, uint64(witness))
	}
	return s
}

// lastReached is the position before which reading events in their order ends, 0 for none.
func lastReached(c *db.Conn) (last uint64) {
	s, _, err := c.PrepareTransient(sqlPositions)
	if err != nil {
		return 0
	}
	for {
		more, err := s.Step()
		if err != nil || !more {
			_ = s.Finalize() // the damage is known
			return last
		}
		last = uint64(s.ColumnInt64(0))
	}
}

// leastEvent is what an event takes at least, in bytes: its id twice, a time and a digest.
const leastEvent = 64

// AtMost is how many events a database of this size can hold. What a damaged page says of
// positions may be anything.
func AtMost(c *db.Conn) uint64 {
	pages, err := c.Number("PRAGMA page_count")
	if err != nil {
		return math.MaxInt64
	}
	size, err := c.Number("PRAGMA page_size")
	if err != nil {
		return math.MaxInt64
	}
	return uint64(pages) * uint64(size) / leastEvent
}

// Holds reports whether the event at a position can be reached.
func Holds(c *db.Conn, position uint64) bool {
	s, _, err := c.PrepareTransient(sqlPositionAt)
	if err != nil {
		return false
	}
	s.BindInt64(1, int64(position))
	found, err := s.Step()
	return errors.Join(err, s.Finalize()) == nil && found
}
