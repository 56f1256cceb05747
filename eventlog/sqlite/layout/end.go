package layout

import "github.com/clawable/claw/eventlog/sqlite/db"

const (
	sqlHead = "SELECT position FROM head WHERE one = 1"
	sqlLast = "SELECT max(position) FROM events"
)

// Witness is the log's own word of its last position.
func Witness(c *db.Conn) (int64, error) {
	return c.Number(sqlHead)
}

// Last is the position of the last event that is there.
func Last(c *db.Conn) (uint64, error) {
	n, err := c.Number(sqlLast)
	return uint64(n), err
}

// End is the last position of the log: what two witnesses say, the later of them.
func End(c *db.Conn) (uint64, error) {
	witness, err := c.Number(sqlHead)
	if err != nil {
		return 0, err
	}
	last, err := c.Number(sqlLast)
	return uint64(max(witness, last)), err
}
