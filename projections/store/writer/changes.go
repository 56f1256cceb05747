package writer

import (
	"fmt"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"github.com/clawable/claw/domain"
)

// changes are what was written beside the outcomes of lanes and is told with them.
type changes struct {
	conn     *sqlite.Conn
	sessions map[domain.SessionID]bool
	ships    bool
}

func (c *changes) session(id domain.SessionID) { c.sessions[id] = true }

// write records which lanes changed up to a position: those that were derived anew, which may have no row any
// more, and those of the sessions, which have their lanes by now.
func (c *changes) write(derived []domain.LaneID, at domain.Position) error {
	for _, id := range derived {
		if err := c.record("VALUES (?, ?)", string(id), at); err != nil {
			return err
		}
	}
	for id := range c.sessions {
		if err := c.record("SELECT lane, ?2 FROM lane_sessions WHERE session = ?1", string(id), at); err != nil {
			return err
		}
	}
	if c.ships {
		return c.record("VALUES (?, ?)", "", at)
	}
	return nil
}

func (c *changes) record(lanes, of string, at domain.Position) error {
	err := sqlitex.Execute(c.conn, "INSERT OR REPLACE INTO changed "+lanes, &sqlitex.ExecOptions{Args: []any{of, int64(at.Number())}})
	if err != nil {
		return fmt.Errorf("write which lanes changed: %w", err)
	}
	return nil
}
